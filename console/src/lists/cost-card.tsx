import type { ComponentChildren, JSX } from 'preact';
import type { CreditAccount, CreditFeature } from 'data-access-client';
import { CostText, costText } from '../enrichment/cost.js';
import { counted, creditOf } from '../format.js';
import { AdminCommand } from '../parts/copy.js';
import { Card } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Notice, Read } from '../parts/states.js';
import { useResource } from '../resource.js';
import { client, session } from '../session.js';

type Cost = Partial<Record<CreditFeature, number>>;

interface CostCardProps {
  /** What the user can send now, such as the first rows or the whole list, each with its cost. The last entry costs the most. */
  readonly parts: readonly (readonly [what: string, cost: Cost])[];
  /** Sentences that explain why fewer identifiers are charged than the file has rows. */
  readonly notes: readonly string[];
  /** The buttons that send the list. `isBroke` says that the credits are not enough for even one company or person. */
  readonly children: (isBroke: boolean) => ComponentChildren;
}

/** Shows what a list can cost and how many credits are left, before anything is sent. */
export function CostCard({ parts, notes, children }: CostCardProps): JSX.Element {
  const credits = useResource((signal) => client().credits({ signal }), []);
  const most = parts.at(-1)?.[1] ?? {};
  const accounts = (credits.value?.credits ?? []).filter(({ feature }) => feature in { data_access: 1, ...most });
  const isBroke = accounts.some(({ feature, available }) => feature in most && available !== null && available <= 0);
  const lacking = lackingOf(accounts, most);
  return (
    <div class="cost">
      <Card title="Cost">
        <Read resource={credits} what="the credits" lines={1}>
          {() => <Left accounts={accounts} lacking={lacking} isBroke={isBroke} />}
        </Read>
        <p class="note">Only what is matched is charged. {notes.join(' ')}</p>
      </Card>
      <section class="card pay" aria-label="Price">
        {isBroke ? (
          <Notice tone="warn">Not enough credits. Let an operator grant {costText(lacking)} to finish the list.</Notice>
        ) : (
          parts.length > 0 && (
            <Pairs as="values" pairs={parts.map(([what, cost]) => [what, <CostText cost={cost} />] as const)} />
          )
        )}
        <div class="actions">{children(isBroke)}</div>
      </section>
    </div>
  );
}

/** How many credits of each feature must be granted so that the list can be finished, even if all that is still to request is matched. */
function lackingOf(accounts: readonly CreditAccount[], cost: Cost): Cost {
  return Object.fromEntries(
    accounts.flatMap(({ feature, available }) => {
      const lack = (cost[feature] ?? 0) - (available ?? Infinity);
      return lack > 0 ? [[feature, lack]] : [];
    }),
  );
}

interface LeftProps {
  readonly accounts: readonly CreditAccount[];
  readonly lacking: Cost;
  /** Whether the list cannot begin. The text about that stands above the buttons, and not here. */
  readonly isBroke: boolean;
}

/** Shows the credits that are left and, if they can be too few for the list, the commands that grant the lacking ones. */
function Left({ accounts, lacking, isBroke }: LeftProps): JSX.Element {
  const commands = Object.entries(lacking).map(([feature, amount]) => (
    <AdminCommand
      key={feature}
      label="Grant credits"
      words={`credits grant ${session.value?.me.tenant_id ?? ''} ${feature} ${amount}`}
    />
  ));
  return (
    <>
      {accounts.map(({ feature, available }) => (
        <span key={feature} class="left">
          {available === null ? `No limit of ${creditOf(feature)}s` : `${counted(available, creditOf(feature))} left`}
        </span>
      ))}
      {!isBroke && commands.length > 0 && (
        <Notice tone="warn">
          The credits are not enough if everything is matched. The list stops when no credits are left. Let an operator
          grant more credits, and continue the list.
        </Notice>
      )}
      {commands}
    </>
  );
}
