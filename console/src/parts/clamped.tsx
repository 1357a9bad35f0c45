import type { JSX } from 'preact';

/**
 * A text of any length and direction, such as the label of a key. A long one is cut after some lines; the browser shows all of it when
 * the pointer is on it.
 */
export function Clamped({ text }: { readonly text: string }): JSX.Element {
  return (
    <span class="clamp" dir="auto" title={text}>
      {text}
    </span>
  );
}
