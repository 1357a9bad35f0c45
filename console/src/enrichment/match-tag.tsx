import type { JSX } from 'preact';
import { Icon } from '../parts/icons.js';

/** What the service said about an identifier. `waiting`: there is no answer yet to the request that contains the identifier. */
export type MatchState = 'matched' | 'missed' | 'invalid' | 'waiting';

const shown = {
  matched: { name: 'Matched', tone: 'good', icon: 'matched' },
  missed: { name: 'Not matched', tone: '', icon: 'missed' },
  invalid: { name: 'Invalid', tone: 'warn', icon: 'warning' },
  waiting: { name: 'No answer yet', tone: '', icon: null },
} as const;

/** Shows the outcome for an identifier as a word, an icon and a colour. */
export function MatchTag({ state }: { readonly state: MatchState }): JSX.Element {
  const { name, tone, icon } = shown[state];
  return (
    <span class={`tag ${tone}`}>
      {icon !== null && <Icon name={icon} />}
      {name}
    </span>
  );
}
