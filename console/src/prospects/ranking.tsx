import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../format.js';
import { keyshortcuts } from '../shortcut-keys.js';
import { Comparison } from './comparison.js';
import { contactCost, type Contacts } from './contacts.js';
import { Outcome, ProspectCard } from './prospect-card.js';
import type { Ranked } from './ranked.js';

/** The number of prospects that are shown at first. Each press of the button adds as many. A run has at most 500 prospects. */
const step = 100;

/** The most prospects that can be compared at a time. With more, the columns would be too narrow to read. */
const mostCompared = 4;

interface RankingProps {
  readonly ranked: readonly Ranked[];
  readonly contacts: Contacts;
  /** Saves the given prospects as a CSV file. */
  readonly onSave: (chosen: readonly Ranked[]) => void;
}

/**
 * Shows the prospects in the order of their rank. The user can select some of them, to compare them, to save them as a file, or to
 * buy their contact data.
 */
export function Ranking({ ranked, contacts, onSave }: RankingProps): JSX.Element {
  const [shown, setShown] = useState(step);
  const [ranks, setRanks] = useState<ReadonlySet<number>>(new Set());
  const [compared, setCompared] = useState<readonly Ranked[]>([]);
  const chosen = ranked.filter(({ rank }) => ranks.has(rank));
  const toggle = ({ rank }: Ranked): void => {
    const next = new Set(ranks);
    if (!next.delete(rank)) next.add(rank);
    setRanks(next);
  };
  return (
    <>
      <Selection
        chosen={chosen}
        all={ranked}
        contacts={contacts}
        onAll={() => setRanks(new Set(ranked.map(({ rank }) => rank)))}
        onNone={() => setRanks(new Set())}
        onCompare={() => setCompared(chosen)}
        onSave={() => onSave(chosen)}
      />
      <Outcome contacts={contacts} place={0} />
      {compared.length > 0 && <Comparison compared={compared} onClose={() => setCompared([])} />}
      <ol class="prospects" aria-keyshortcuts={keyshortcuts('j k Enter x')}>
        {ranked.slice(0, shown).map((each) => (
          <ProspectCard
            key={each.rank}
            ranked={each}
            isChosen={ranks.has(each.rank)}
            onChoice={() => toggle(each)}
            contacts={contacts}
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

interface SelectionProps {
  readonly chosen: readonly Ranked[];
  readonly all: readonly Ranked[];
  readonly contacts: Contacts;
  readonly onAll: () => void;
  readonly onNone: () => void;
  readonly onCompare: () => void;
  readonly onSave: () => void;
}

/** The controls for what can be done with the selected prospects. */
function Selection({ chosen, all, contacts, onAll, onNone, onCompare, onSave }: SelectionProps): JSX.Element {
  const unasked = chosen.filter((each) => contacts.of(each) === undefined);
  return (
    <div class="selection order screen-only" role="group" aria-label="Selected prospects">
      <span class="note" role="status">
        {chosen.length === 0
          ? `Select prospects to compare them, which is free, or to get e-mail and phone ${contactCost(1)} each.`
          : `${counted(chosen.length, 'prospect')} selected.`}
      </span>
      <button type="button" class="small" aria-disabled={chosen.length === all.length} onClick={onAll}>
        Select all
      </button>
      <button type="button" class="small" aria-disabled={chosen.length === 0} onClick={onNone}>
        Clear<span class="hidden"> the selection</span>
      </button>
      {chosen.length > 0 && (
        <>
          <button
            type="button"
            class="small"
            disabled={chosen.length < 2 || chosen.length > mostCompared}
            title={`Two to ${mostCompared} prospects can be compared.`}
            onClick={onCompare}
          >
            Compare
          </button>
          <button type="button" class="small" onClick={onSave}>
            Download {chosen.length} selected<span class="hidden"> as CSV</span>
          </button>
          {unasked.length > 0 && (
            <>
              <button
                type="button"
                class="small primary"
                aria-disabled={contacts.isUnderWay}
                onClick={() => contacts.ask(unasked, 0)}
              >
                {contacts.isUnderWay ? 'Asking…' : 'Get e-mail and phone'}
                <span class="hidden"> of the selected</span>
              </button>
              <span class="note">{contactCost(unasked.length)}</span>
            </>
          )}
        </>
      )}
    </div>
  );
}
