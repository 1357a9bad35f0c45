import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const partCards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#main .read > .card')];

/** A part of the screen is the current one if its top is above this line, in pixels. The line is below the links. */
const currentLine = 140;

interface PartsProps {
  /** The parts of the screen, in the order of their cards. */
  readonly names: readonly string[];
  /** What the links are, for screen readers: `Parts of the tenant`. */
  readonly label: string;
}

/** Links to the parts of a screen. They stay in sight while the screen scrolls, and show which part is at the top of the window. */
export function Parts({ names, label }: PartsProps): JSX.Element {
  const [current, setCurrent] = useState(0);
  /**
   * The part whose link was clicked stays the current one while its top is in sight, because the last parts never reach the top of
   * the window.
   */
  const clicked = useRef<number | null>(null);
  useEffect(() => {
    const follow = (): void => {
      const tops = partCards().map((card) => card.getBoundingClientRect().top);
      const top = tops[clicked.current ?? -1] ?? -1;
      if (top < 0 || top > innerHeight) clicked.current = null;
      setCurrent(clicked.current ?? Math.max(tops.filter((each) => each < currentLine).length - 1, 0));
    };
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  const show = (event: MouseEvent, index: number): void => {
    event.preventDefault();
    clicked.current = index;
    setCurrent(index);
    const part = partCards()[index];
    const heading = part?.querySelector('h2');
    part?.scrollIntoView();
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  return (
    <nav class="parts" aria-label={label}>
      {names.map((part, index) => (
        <a
          key={part}
          href="#main"
          aria-current={index === current ? 'true' : undefined}
          onClick={(event) => show(event, index)}
        >
          {part}
        </a>
      ))}
    </nav>
  );
}
