import type { JSX } from 'preact';
import { shortTime, time, timeZone } from '../format.js';

/** Shows a time of the API without the seconds. The browser shows the whole time when the pointer is on it. */
export function Time({ at }: { readonly at: string }): JSX.Element {
  return <time title={`${time(at)} (${timeZone})`}>{shortTime(at)}</time>;
}
