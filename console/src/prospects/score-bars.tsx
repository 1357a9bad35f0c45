import type { JSX } from 'preact';
import { Meter } from '../parts/chart.js';
import type { Ranked } from './ranked.js';

const score = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Shows the four scores of a prospect as bars. */
export function ScoreBars({ scores }: Pick<Ranked, 'scores'>): JSX.Element {
  return (
    <div class="scores">
      {scores.map(({ id, name, value }) => (
        <Meter key={id} label={name} text={scoreText(value)} share={(value ?? 0) / 100} />
      ))}
    </div>
  );
}

export function scoreText(value: number | null): string {
  return value === null ? 'not stored' : score.format(value);
}

/** Shows the composite score, from 0 to 100, as a number in a ring. The ring is filled in proportion to the score. */
export function Composite({ value }: { readonly value: number }): JSX.Element {
  return (
    <div class="composite">
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle class="track" cx="18" cy="18" r="15.9" pathLength="100" />
        <circle class="fill" cx="18" cy="18" r="15.9" pathLength="100" stroke-dasharray={`${value} 100`} />
      </svg>
      <span>
        <span class="hidden">Composite score </span>
        {score.format(value)}
        <small aria-hidden="true">score</small>
      </span>
    </div>
  );
}
