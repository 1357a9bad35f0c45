import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Gives the focus to the heading of the screen, so that screen readers read it out. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/**
 * Gives the focus to an element when it appears in place of the element that had the focus, such as the button that was pressed. Without
 * this, users of a keyboard or a screen reader would have to begin again at the top of the page.
 */
export function useLostFocus<T extends HTMLElement>(isShown: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useLayoutEffect(() => {
    if (isShown && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [isShown]);
  return element;
}
