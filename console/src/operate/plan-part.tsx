import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CreditFeature } from 'data-access-client';
import { count, featureNames, features, wholeNumber } from '../format.js';
import type { Plan } from '../generated/operator.js';
import { CheckField, SelectField, TextField } from '../parts/form.js';
import type { Column } from '../parts/table.js';
import { useResource } from '../resource.js';
import { ActionForm, OpenedForm, Outcome, refusalOf, useAction } from './action.js';
import { ask } from './door.js';
import { Part, Records } from './records.js';

interface PlanPartProps {
  /** The path of the tenant in the API for operators, such as `tenants/acme`. */
  readonly address: string;
  /** Called when credits may have been granted. */
  readonly onChange: () => void;
}

/** Shows the credits that a tenant gets each month, and lets the operator change them. */
export function PlanPart({ address, onChange }: PlanPartProps): JSX.Element {
  const plans = useResource(
    (signal) => ask<{ readonly plans: readonly Plan[] }>('GET', `${address}/credits/plans`, undefined, signal),
    [address],
  );
  const setting = useAction();
  const removal = useAction();
  const [isOpen, setOpen] = useState(false);
  const [feature, setFeature] = useState<CreditFeature>('data_access');
  const [amount, setAmount] = useState('');
  const [lapses, setLapses] = useState(false);
  const number = wholeNumber(amount) ?? 0;
  const isNumber = number >= 1 && number < 1e13;
  const changed = (): void => {
    plans.reload();
    onChange();
  };
  const save = async (): Promise<string> => {
    await ask('PUT', `${address}/credits/plans/${feature}`, { amount: String(number), lapses });
    setOpen(false);
    setAmount('');
    changed();
    return `The tenant gets ${count(number)} credits for ${featureNames[feature].toLowerCase()} each month.`;
  };
  const remove = async (ended: CreditFeature): Promise<string> => {
    await ask('DELETE', `${address}/credits/plans/${ended}`);
    changed();
    return `The tenant gets no more credits for ${featureNames[ended].toLowerCase()} each month.`;
  };
  const columns: readonly Column<Plan>[] = [
    { title: 'Credits for', cell: (plan) => featureNames[plan.feature] },
    { title: 'Each month', align: 'end', cell: (plan) => count(plan.amount) },
    { title: 'Rest', cell: (plan) => (plan.lapses ? 'Taken back at the end of the month' : 'Stays') },
    {
      title: 'Actions',
      as: 'actions',
      cell: (plan) => (
        <button
          type="button"
          class="small"
          aria-label={`End the ${featureNames[plan.feature].toLowerCase()} credits each month`}
          onClick={() => {
            setting.forget();
            void removal.run(() => remove(plan.feature));
          }}
        >
          End
        </button>
      ),
    },
  ];
  return (
    <>
      <header class="card-head">
        <h3>Credits each month</h3>
        <button
          type="button"
          class="small"
          onClick={() => {
            setting.forget();
            removal.forget();
            setOpen(true);
          }}
        >
          Set credits each month
        </button>
      </header>
      <Part resource={plans} what="the credits each month">
        {({ plans: listed }) =>
          listed.length === 0 ? (
            <p class="note">The tenant gets no credits each month.</p>
          ) : (
            <Records caption="Credits each month" columns={columns} rows={listed} keyOf={(plan) => plan.feature} />
          )
        }
      </Part>
      <Outcome action={removal} />
      {!isOpen && <Outcome action={setting} />}
      {isOpen && (
        <OpenedForm title="Credits each month">
          <ActionForm
            action={setting}
            label="Grant them each month"
            isReady={isNumber}
            refusals="at field"
            onCancel={() => {
              setting.forget();
              setOpen(false);
            }}
            onSubmit={save}
          >
            <div class="fields">
              <SelectField
                label="Credits each month for"
                value={feature}
                options={features.map((each) => [each, featureNames[each]] as const)}
                onChange={(value) => setFeature(value as CreditFeature)}
              />
              <TextField
                label="Number each month"
                hint="Granted now, unless the tenant got credits for this month, and then on the first day of each month in UTC."
                fault={amount === '' || isNumber ? refusalOf(setting) : 'Write a whole number that is at least 1.'}
                value={amount}
                onInput={setAmount}
                autoComplete="off"
              />
            </div>
            <CheckField
              label="Take back at the end of each month what is left"
              isChecked={lapses}
              onChange={setLapses}
            />
          </ActionForm>
        </OpenedForm>
      )}
    </>
  );
}
