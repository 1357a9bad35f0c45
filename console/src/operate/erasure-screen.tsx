import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../format.js';
import { TextField } from '../parts/form.js';
import { Card, Screen } from '../parts/layout.js';
import { Notice } from '../parts/states.js';
import { ActionForm, Outcome, useAction, useFocus } from './action.js';
import type { Erasure } from './answers.js';
import { ask } from './door.js';

/** The screen on which the operator erases a person for all tenants. It asks the operator to confirm first. */
export function ErasureScreen(): JSX.Element {
  const action = useAction();
  const [person, setPerson] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [unknown, setUnknown] = useState<string | null>(null);
  const question = useFocus(isAsking);
  const given = person.trim();
  const fault =
    given === '' || /[@/]/.test(given) ? undefined : 'Write the address of a profile page, or an e-mail address.';
  const identifier = given.includes('@') && !given.includes('/') ? { email: given } : { network_url: given };
  const next = async (): Promise<null> => {
    setAsking(true);
    setUnknown(null);
    return Promise.resolve(null);
  };
  const erase = async (): Promise<string | null> => {
    const { erased } = await ask<Erasure>('POST', 'erasures', identifier);
    setPerson('');
    setAsking(false);
    if (Object.values(erased).every((number) => number === 0)) {
      setUnknown(given);
      return null;
    }
    const what = [
      counted(erased.persons ?? 0, 'person'),
      counted(erased.emails ?? 0, 'e-mail address', 'e-mail addresses'),
      counted(erased.signals ?? 0, 'signal'),
      counted(erased.prospects ?? 0, 'prospect'),
      counted(erased.stored_answers ?? 0, 'stored answer'),
    ];
    return `Erased: ${what.join(', ')}. Imports will not store this person again.`;
  };
  return (
    <Screen
      title="Erasure"
      lead="Erases a person for all tenants, with contact data, signals and prospects. Later imports do not store the person again."
    >
      <Card title="Whom to erase">
        {isAsking ? (
          <>
            <p ref={question} tabIndex={-1}>
              The person with this {'email' in identifier ? 'e-mail address' : 'profile page'} will be erased for all
              tenants. This cannot be undone.
            </p>
            <p>
              <code>{given}</code>
            </p>
            <div class="actions">
              <button
                type="button"
                class="danger"
                aria-disabled={action.isUnderWay}
                onClick={() => void action.run(erase)}
              >
                Erase for good
              </button>
              <button
                type="button"
                aria-disabled={action.isUnderWay}
                onClick={() => action.isUnderWay || setAsking(false)}
              >
                Keep the person
              </button>
            </div>
            <Outcome action={action} />
          </>
        ) : (
          <ActionForm action={action} label="Continue" isReady={given !== '' && fault === undefined} onSubmit={next}>
            <TextField
              label="Profile page or e-mail address"
              value={person}
              onInput={setPerson}
              fault={fault}
              autoComplete="off"
              hint="You are asked to confirm before anything is erased. The log of operators does not contain this text."
            />
          </ActionForm>
        )}
        {unknown !== null && (
          <Notice tone="plain">
            <p>No person on record has this profile page or e-mail address, so nothing was erased:</p>
            <p>
              <code>{unknown}</code>
            </p>
            <p>Imports will not store this person.</p>
          </Notice>
        )}
      </Card>
    </Screen>
  );
}
