import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** A button that copies a text. If the browser does not allow that, the text is selected, and the button tells the user to press Ctrl+C. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): JSX.Element {
  const [outcome, setOutcome] = useState('');
  const copy = async (event: MouseEvent): Promise<void> => {
    const button = event.currentTarget as HTMLElement;
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      // This happens on plain HTTP, where browsers do not let a page write to the clipboard.
      const shown = button.closest('.copyable, .request-id, .screen-head')?.querySelector('code');
      if (shown) getSelection()?.selectAllChildren(shown);
      setOutcome('Press Ctrl+C');
    }
    setTimeout(() => setOutcome(''), 2_000);
  };
  return (
    <>
      <button type="button" class="small" onClick={(event) => void copy(event)}>
        {outcome === '' ? label : outcome}
      </button>
      <span class="hidden" role="status">
        {outcome}
      </span>
    </>
  );
}

/** Shows a text that the user may want to copy, such as a command, with a label and a button for copying. */
export function CopyCommand({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <figure class="copyable">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        <code>{text.includes('\n') ? text : wordsOf(text)}</code>
      </pre>
    </figure>
  );
}

/** The words of a command, each in an element of its own, so that no line breaks at the hyphens of `--label`. */
const wordsOf = (command: string): (JSX.Element | string)[] =>
  command.split(/( )/).map((word, index) => (word === ' ' ? word : <span key={index}>{word}</span>));

/** Shows an admin command to copy, as the operator types it in a terminal. `words` are its arguments: `key create acme`. */
export function AdminCommand({ label, words }: { readonly label: string; readonly words: string }): JSX.Element {
  return <CopyCommand label={label} text={`npm run --silent admin -- ${words}`} />;
}
