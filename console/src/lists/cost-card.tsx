import type { ComponentChildren, JSX } from 'preact';
import type { CreditAccount, CreditFeature } from 'data-access-client';
import { CostText } from '../enrichment/cost.js';
import { counted, creditOf } from '../format.js';
import { Card } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Notice, Read } from '../parts/states.js';
import { useResource } from '../resource.js';
import { client } from '../session.js';

type Cost = Partial<Record<CreditFeature, number>>;

interface CostCardProps {
  /** What the user can send now, such as the first rows or the whole list, each with its cost. The last entry costs the most. */
  readonly parts: readonly (readonly [what: string, cost: Cost])[];
  /** Sentences that explain why fewer identifiers are charged than the file has rows. */
  readonly notes: readonly string[];
  readonly children: ComponentChildren;
}

/** Shows what a list can cost and how many credits are left, before anything is sent. */
export function CostCard({ parts, notes, children }: CostCardProps): JSX.Element {
  const credits = useResource((signal) => client().credits({ signal }), []);
  const most = parts.at(-1)?.[1] ?? {};
  return (
    <Card title="Cost">
      <Pairs
        as="values"
        pairs={[
          ...parts.map(([what, cost]) => [what, <CostText cost={cost} />] as const),
          [
            'Credits left',
            <Read resource={credits} what="the credits" lines={1}>
              {({ credits: accounts }) => <Left accounts={accounts} cost={most} />}
            </Read>,
          ],
        ]}
      />
      <p class="note">Only what is matched is charged. {notes.join(' ')}</p>
      <div class="actions">{children}</div>
    </Card>
  );
}

function Left({ accounts, cost }: { readonly accounts: readonly CreditAccount[]; readonly cost: Cost }): JSX.Element {
  const used = accounts.filter(({ feature }) => cost[feature] !== undefined);
  const isShort = used.some(({ feature, available }) => available !== null && available < (cost[feature] ?? 0));
  return (
    <>
      {used.map(({ feature, available }) => (
        <span key={feature} class="left">
          {available === null ? `No limit of ${creditOf(feature)}s` : counted(available, creditOf(feature))}
        </span>
      ))}
      {used.length === 0 && 'No credits are needed'}
      {isShort && (
        <Notice tone="warn">
          The credits are not enough if everything is matched. The list stops when no credits are left. Let an operator
          grant more credits, and continue the list.
        </Notice>
      )}
    </>
  );
}
