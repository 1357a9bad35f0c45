import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CreditFeature } from 'data-access-client';
import { count, date, dayFromToday, featureNames, features, wholeNumber } from '../format.js';
import { SelectField, TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { randomId } from '../random-id.js';
import { useResource } from '../resource.js';
import { ActionForm, OpenedForm, Outcome, refusalOf, useAction } from './action.js';
import type { Account, Grant } from '../generated/operator.js';
import { ask } from './door.js';
import type { Column } from '../parts/table.js';
import { Clamped } from '../parts/clamped.js';
import { Time } from '../parts/time.js';
import { PlanPart } from './plan-part.js';
import { Part, Records } from './records.js';

type Change = 'grant' | 'revoke' | 'unlimited' | 'limited';

const changes: readonly (readonly [Change, string])[] = [
  ['grant', 'Grant credits'],
  ['revoke', 'Take back'],
  ['unlimited', 'Remove the limit'],
  ['limited', 'Restore the limit'],
];

type Accounts = Readonly<Partial<Record<CreditFeature, Account>>>;

type Row = Account & { readonly feature: CreditFeature };

const columns: readonly Column<Row>[] = [
  { title: 'Credits for', cell: ({ feature }) => featureNames[feature] },
  {
    title: 'Left',
    align: 'end',
    cell: ({ available }) => <strong>{available === null ? 'No limit' : count(available)}</strong>,
  },
  { title: 'Granted', align: 'end', cell: ({ granted }) => count(granted) },
  { title: 'Used', align: 'end', cell: ({ consumed }) => count(consumed) },
  { title: 'Reserved', align: 'end', cell: ({ reserved }) => count(reserved) },
];

const shownGrants = 10;

const keyOfGrant = ({ created_at: at, feature, amount, month }: Grant): string =>
  [at, feature, amount, month].join(' ');

const grantColumns: readonly Column<Grant>[] = [
  { title: 'Granted', cell: ({ created_at: at }) => <Time at={at} /> },
  { title: 'Credits for', cell: ({ feature }) => featureNames[feature] },
  { title: 'Number', align: 'end', cell: ({ amount }) => count(amount) },
  { title: 'Last day', cell: ({ expires }) => (expires === null ? 'None' : date(expires)) },
  { title: 'Left', align: 'end', cell: leftOf },
  {
    title: 'Note',
    as: 'wide',
    cell: ({ note, month }) => <Clamped text={note ?? (month === null ? '' : `For ${month}`)} />,
  },
];

/** What is left of a grant that lapses; how many credits were taken back, if it has lapsed. */
function leftOf({ left, lapsed }: Grant): string {
  if (lapsed !== null) return `${count(lapsed)} taken back`;
  return left === null ? '–' : count(left);
}

/** Shows the credits of a tenant, and lets the operator change them. @param address the path of the tenant in the API for operators */
export function CreditsCard({ address }: { readonly address: string }): JSX.Element {
  const credits = useResource(
    (signal) => ask<{ readonly credits: Accounts }>('GET', `${address}/credits`, undefined, signal),
    [address],
  );
  const grants = useResource(
    (signal) =>
      ask<{ readonly grants: readonly Grant[] }>(
        'GET',
        `${address}/credits/grants?limit=${shownGrants}`,
        undefined,
        signal,
      ),
    [address],
  );
  const reload = (): void => {
    credits.reload();
    grants.reload();
  };
  const action = useAction();
  const [isOpen, setOpen] = useState(false);
  const [feature, setFeature] = useState<CreditFeature>('data_access');
  const [change, setChange] = useState<Change>('grant');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [expires, setExpires] = useState('');
  const [id, setId] = useState(randomId);
  const needsAmount = change === 'grant' || change === 'revoke';
  const account = credits.value?.credits[feature] ?? none;
  const most = Math.max(0, account.granted - account.consumed - account.reserved);
  const number = wholeNumber(amount) ?? 0;
  const isNumber = number >= 1 && number < 1e13;
  const isPast = expires !== '' && expires < dayFromToday(0);
  const refusal = refusalOf(action);
  const fault = amount === '' || isNumber ? refusal : 'Write a whole number that is at least 1.';
  const close = (): void => {
    action.forget();
    setOpen(false);
  };
  const save = async (): Promise<string> => {
    const route = change === 'revoke' ? 'revoke' : 'grant';
    // The id makes a repeated grant harmless. The service accepts it only with an amount.
    const terms = change === 'grant' ? { note: note.trim() || null, expires: expires || null } : {};
    const asked = needsAmount ? { amount: String(number), id, ...terms } : { amount: change };
    await ask('POST', `${address}/credits/${route}`, { feature, ...asked });
    const sentence = doneBy(change, feature, number);
    setId(randomId());
    for (const clear of [setAmount, setNote, setExpires]) clear('');
    reload();
    setOpen(false);
    return sentence;
  };
  /** Forgets what was said about the last change when the operator begins the next one. */
  const edited =
    (set: (value: string) => void) =>
    (value: string): void => {
      action.forget();
      set(value);
    };
  return (
    <Card
      title="Credits"
      actions={
        <button
          type="button"
          class="small"
          onClick={() => {
            action.forget();
            setOpen(true);
          }}
        >
          Grant or take back
        </button>
      }
    >
      <Part resource={credits} what="the credits">
        {({ credits: accounts }) => (
          <Records caption="Credits" columns={columns} rows={rowsOf(accounts)} keyOf={(row) => row.feature} />
        )}
      </Part>
      {!isOpen && <Outcome action={action} />}
      {isOpen && (
        <OpenedForm title="Grant or take back">
          <ActionForm
            action={action}
            label="Change the credits"
            isReady={!needsAmount || (isNumber && !(change === 'grant' && isPast))}
            refusals={needsAmount ? 'at field' : 'below'}
            onCancel={close}
            onSubmit={save}
          >
            <div class="fields">
              <SelectField
                label="What to do"
                value={change}
                options={changes}
                onChange={edited((value) => setChange(value as Change))}
              />
              <SelectField
                label="Credits for"
                value={feature}
                options={features.map((each) => [each, featureNames[each]] as const)}
                onChange={edited((value) => setFeature(value as CreditFeature))}
              />
              {needsAmount && (
                <TextField
                  label="Number of credits"
                  value={amount}
                  onInput={edited(setAmount)}
                  autoComplete="off"
                  hint={
                    change === 'revoke' && fault === undefined ? `At most ${count(most)} can be taken back.` : undefined
                  }
                  fault={fault}
                />
              )}
              {change === 'grant' && (
                <>
                  <TextField
                    label="Last day"
                    type="date"
                    hint="In UTC. What is left after it is taken back. Empty for credits that stay."
                    fault={isPast ? 'This day has passed.' : undefined}
                    value={expires}
                    onInput={edited(setExpires)}
                  />
                  <TextField
                    label="Note about the grant"
                    hint="Only operators see it."
                    value={note}
                    onInput={edited(setNote)}
                    autoComplete="off"
                  />
                </>
              )}
            </div>
          </ActionForm>
        </OpenedForm>
      )}
      <PlanPart address={address} onChange={reload} />
      <h3>Newest grants</h3>
      <Part resource={grants} what="the grants">
        {({ grants: listed }) =>
          listed.length === 0 ? (
            <p class="note">There is no grant yet. Grants of earlier versions are not listed.</p>
          ) : (
            <Records caption="Grants" columns={grantColumns} rows={listed} keyOf={keyOfGrant} />
          )
        }
      </Part>
    </Card>
  );
}

const none: Account = { granted: 0, consumed: 0, reserved: 0, available: 0 };

/** Says what a change of the credits has done. @param number how many credits were granted or taken back */
function doneBy(change: Change, feature: CreditFeature, number: number): string {
  const name = featureNames[feature].toLowerCase();
  if (change === 'grant') return `${count(number)} credits for ${name} are granted.`;
  if (change === 'revoke') return `${count(number)} credits for ${name} are taken back.`;
  return change === 'unlimited'
    ? `The tenant can use any number of credits for ${name}.`
    : `The tenant can use only the granted credits for ${name}.`;
}

function rowsOf(accounts: Accounts): Row[] {
  return features.map((feature) => ({ feature, ...(accounts[feature] ?? none) }));
}
