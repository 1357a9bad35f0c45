import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Of a list with more entries, only so many are shown until the user opens it. */
const longList = 10;

interface FoldButtonProps {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** What the button shows that opens the text or list: `Show 30 more`. */
  readonly more: string;
}

function FoldButton({ isOpen, onChange, more }: FoldButtonProps): JSX.Element {
  return (
    <button type="button" class="small more" aria-expanded={isOpen} onClick={() => onChange(!isOpen)}>
      {isOpen ? 'Show less' : more}
    </button>
  );
}

export interface FoldedTextProps {
  /** The whole text. If there are children, it appears only when the pointer is on the paragraph. */
  readonly text: string;
  /** How the text is shown, if not as plain text: with some words in bold, for example, or as a sentence about a command. */
  readonly children?: ComponentChildren;
}

/** A paragraph. If it has more lines than its place shows, it is cut until the user opens it. */
export function FoldedText({ text, children }: FoldedTextProps): JSX.Element {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = paragraph.current;
    // An open text shows all of its lines, so whether it would be cut can only be measured after it is closed.
    if (element === null || isOpen) return undefined;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 2));
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, children, isOpen]);
  return (
    <>
      <p ref={paragraph} class={isOpen ? '' : 'clamp'} title={isCut || children !== undefined ? text : undefined}>
        {children ?? text}
      </p>
      {isCut && <FoldButton isOpen={isOpen} onChange={setOpen} more="Show more" />}
    </>
  );
}

/** A list of short texts, each in a frame of its own. There may be many of them. */
export function FoldedTags({ tags }: { readonly tags: readonly string[] }): JSX.Element {
  const shown = (some: readonly string[]): JSX.Element => (
    <ul class="tags">
      {some.map((tag) => (
        <li key={tag} class="tag">
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  );
  const [isOpen, setOpen] = useState(false);
  if (tags.length <= longList) return shown(tags);
  return (
    <>
      {shown(isOpen ? tags : tags.slice(0, longList))}
      <FoldButton isOpen={isOpen} onChange={setOpen} more={`Show ${tags.length - longList} more`} />
    </>
  );
}
