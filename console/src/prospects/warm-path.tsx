import type { JSX } from 'preact';
import { ExternalLink } from '../parts/external-link.js';
import { personName } from './person-name.js';
import type { Ranked } from './ranked.js';

const [left, right, middle] = [44, 276, 60];

/**
 * Shows which of our employees can introduce us to the prospect, and what the two have in common. It shows this as a drawing and as
 * text.
 */
export function WarmPath({ ranked }: { readonly ranked: Ranked }): JSX.Element {
  const { prospect, ties, reasons } = ranked;
  const { connecting_employee_network_url: page, full_name: name } = prospect;
  const isWarm = page !== null;
  const half = 30 + 24 * Math.max(0, ties.length - 1);
  return (
    <figure class="path">
      {isWarm && (
        <svg viewBox={`0 ${middle - half} 320 ${2 * half}`} aria-hidden="true">
          {ties.map((tie, index) => {
            const bend = middle + (index - (ties.length - 1) / 2) * 46;
            const [start, end, height] = [left + 26, right - 26, 2 * bend - middle];
            return (
              <g key={tie.name}>
                <path
                  class="tie"
                  d={`M${start} ${middle} Q160 ${height} ${end} ${middle}`}
                  stroke-width={1.5 + tie.points / 20}
                />
                <text x="160" y={bend - 7 - tie.points / 40}>
                  {`${tie.name} · ${Math.round(tie.points)}`}
                </text>
              </g>
            );
          })}
          <circle class="ours" cx={left} cy={middle} r="24" />
          <circle class="theirs" cx={right} cy={middle} r="24" />
          <text class="initials" x={left} y={middle + 5}>
            Us
          </text>
          <text class="initials" x={right} y={middle + 5}>
            {initialsOf(name)}
          </text>
        </svg>
      )}
      <figcaption>
        {isWarm ? (
          <>
            <ExternalLink page={page} text={personName(page, reasons.get('WARM INTRO') ?? '')} /> on our side →{' '}
            <bdi>{name}</bdi>:{' '}
            {ties.map((tie) => `${tie.name.toLowerCase()} (${Math.round(tie.points)} points)`).join(', ')}
          </>
        ) : (
          'No one on our side can introduce us: no employer, school or place in common is on record.'
        )}
      </figcaption>
    </figure>
  );
}

function initialsOf(name: string): string {
  const [first = '', ...others] = name.split(' ').flatMap((word) => /\p{L}/u.exec(word) ?? []);
  return (first + (others.at(-1) ?? '')).toUpperCase();
}
