import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

/** A text with more letters is cut after four lines until the user opens it. */
const longText = 300;
/** Of a list with more entries, only so many are shown until the user opens it. */
const longList = 10;

interface FoldedProps {
  /** What the button shows that opens it: `Show 30 more`. */
  readonly more: string;
  readonly children: (isOpen: boolean) => ComponentChildren;
}

/** Something long with a button that shows all of it, and hides most of it again. */
function Folded({ more, children }: FoldedProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(isOpen)}
      <button type="button" class="small more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : more}
      </button>
    </>
  );
}

/** A paragraph with a text that may be long. */
export function FoldedText({ text }: { readonly text: string }): JSX.Element {
  if (text.length <= longText) return <p>{text}</p>;
  return (
    <Folded more="Show more">
      {(isOpen) => (
        <p class={isOpen ? '' : 'clamp'} title={text}>
          {text}
        </p>
      )}
    </Folded>
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
  if (tags.length <= longList) return shown(tags);
  return (
    <Folded more={`Show ${tags.length - longList} more`}>
      {(isOpen) => shown(isOpen ? tags : tags.slice(0, longList))}
    </Folded>
  );
}
