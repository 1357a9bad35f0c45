import type { JSX } from 'preact';
import { Icon } from '../parts/icons.js';

/** What became of an identifier. */
export type MatchState = 'matched' | 'missed' | 'invalid' | 'waiting';

const shown = {
  matched: { name: 'Matched', tone: 'good', icon: 'matched' },
  missed: { name: 'Not matched', tone: '', icon: 'missed' },
  invalid: { name: 'Invalid', tone: 'warn', icon: 'warning' },
  waiting: { name: 'Not asked', tone: '', icon: null },
} as const;

/** The state of an identifier, in words, picture and colour. */
export function MatchTag({ state }: { readonly state: MatchState }): JSX.Element {
  const { name, tone, icon } = shown[state];
  return (
    <span class={`tag ${tone}`}>
      {icon !== null && <Icon name={icon} />}
      {name}
    </span>
  );
}
