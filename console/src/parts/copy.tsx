import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Copies a text; where the browser does not allow that, it selects it. */
function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): JSX.Element {
  const [said, setSaid] = useState('');
  const copy = async (event: MouseEvent): Promise<void> => {
    const button = event.currentTarget as HTMLElement;
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Browsers refuse it on plain HTTP.
      const shown = button.closest('.copyable')?.querySelector('code');
      if (shown) getSelection()?.selectAllChildren(shown);
      setSaid('Press Ctrl+C');
    }
    setTimeout(() => setSaid(''), 2_000);
  };
  return (
    <>
      <button type="button" class="small" onClick={(event) => void copy(event)}>
        {said === '' ? label : said}
      </button>
      <span class="hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** Code to copy, under a name. */
export function CopyCommand({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <figure class="copyable">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

/** A command of an operator, to copy. @param words those behind `admin` */
export function AdminCommand({ label, words }: { readonly label: string; readonly words: string }): JSX.Element {
  return <CopyCommand label={label} text={`npm run --silent admin -- ${words}`} />;
}
