import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Comparison } from './comparison.js';
import { ProspectCard } from './prospect-card.js';
import type { Ranked } from './ranked.js';

/** The number of prospects that are shown at first, and added with each press of the button. A run has at most 500. */
const step = 100;

/** Shows the prospects in the order of their rank. Two of them can be compared. */
export function Ranking({ ranked }: { readonly ranked: readonly Ranked[] }): JSX.Element {
  const [shown, setShown] = useState(step);
  const [chosen, setChosen] = useState<readonly Ranked[]>([]);
  const toggle = (each: Ranked): void =>
    setChosen(chosen.includes(each) ? chosen.filter((other) => other !== each) : [...chosen, each]);
  const [one, other] = chosen;
  return (
    <>
      {one !== undefined && other !== undefined && <Comparison one={one} other={other} onClose={() => setChosen([])} />}
      <p class="note screen-only" role="status">
        {compareHint(chosen.length)}
      </p>
      <ol class="prospects">
        {ranked.slice(0, shown).map((each) => (
          <ProspectCard
            key={each.rank}
            ranked={each}
            choice={chosen.includes(each) ? 'chosen' : chosen.length === 2 ? 'full' : 'open'}
            onChoice={() => toggle(each)}
          />
        ))}
      </ol>
      {ranked.length > shown && (
        <button type="button" class="more" onClick={() => setShown(shown + step)}>
          Show {Math.min(step, ranked.length - shown)} more of {ranked.length}
        </button>
      )}
    </>
  );
}

function compareHint(chosen: number): string {
  if (chosen === 0) return 'Tick “Compare” at two prospects to see them side by side.';
  return chosen === 1
    ? 'One prospect is chosen. Tick “Compare” at another one.'
    : 'Two prospects are compared above the list.';
}
