import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../format.js';
import { TextField } from '../parts/form.js';
import { Card, Screen } from '../parts/layout.js';
import { ActionForm, Outcome, refusalOf, useAction, useFocus } from './action.js';
import type { Erasure, ErasurePreview } from '../generated/operator.js';
import { ask } from './door.js';

/** What the operator is asked to confirm. */
interface Question {
  /** The profile page or e-mail address, as the operator has typed it. */
  readonly given: string;
  readonly preview: ErasurePreview;
}

/**
 * The screen on which the operator erases a person for all tenants. It first shows who has the profile page or e-mail address, and asks
 * the operator to confirm.
 */
export function ErasureScreen(): JSX.Element {
  const search = useAction();
  const erasure = useAction();
  const [text, setText] = useState('');
  const [question, setQuestion] = useState<Question | null>(null);
  const given = text.trim();
  const fault =
    given === '' || /[@/]/.test(given)
      ? refusalOf(search)
      : 'Write the address of a profile page, or an e-mail address.';
  const look = async (): Promise<null> => {
    erasure.forget();
    const preview = await ask<ErasurePreview>('POST', 'erasures', { ...identifierIn(given), dry_run: true });
    setQuestion({ given, preview });
    return null;
  };
  const erase = async (asked: Question): Promise<JSX.Element> => {
    const { erased } = await ask<Erasure>('POST', 'erasures', identifierIn(asked.given));
    setText('');
    setQuestion(null);
    return <Done {...asked} erased={erased} />;
  };
  return (
    <Screen
      title="Erasure"
      lead="Erases a person for all tenants, with contact data, signals and prospects. Later imports do not store the person again."
    >
      <Card title="Whom to erase">
        {question === null ? (
          <ActionForm
            action={search}
            label="Look up the person"
            isReady={given !== '' && fault === undefined}
            refusals="at field"
            onSubmit={look}
          >
            <TextField
              label="Profile page or e-mail address"
              value={text}
              onInput={(value) => {
                search.forget();
                setText(value);
              }}
              fault={fault}
              autoComplete="off"
              hint="You see who it is before anything is erased. The log of operators does not contain this text."
            />
          </ActionForm>
        ) : (
          <Confirmation {...question}>
            <div class="actions">
              <button
                type="button"
                class="danger"
                aria-disabled={erasure.isUnderWay}
                onClick={() => void erasure.run(() => erase(question))}
              >
                {isNothing(question.preview.erased) ? 'Refuse the person in imports' : 'Erase for good'}
              </button>
              <button
                type="button"
                aria-disabled={erasure.isUnderWay}
                onClick={() => {
                  if (erasure.isUnderWay) return;
                  erasure.forget();
                  setQuestion(null);
                }}
              >
                Cancel
              </button>
            </div>
          </Confirmation>
        )}
        <Outcome action={erasure} />
      </Card>
    </Screen>
  );
}

const identifierIn = (given: string): object =>
  given.includes('@') && !given.includes('/') ? { email: given } : { network_url: given };

const isNothing = (erased: Erasure['erased']): boolean => Object.values(erased).every((number) => number === 0);

/** What is erased, without the kinds of which there is nothing: `1 person, 2 e-mail addresses and 3 signals`. */
function amountsOf(erased: Erasure['erased']): string {
  const kinds = [
    ['persons', 'person', 'persons'],
    ['emails', 'e-mail address', 'e-mail addresses'],
    ['signals', 'signal', 'signals'],
    ['prospects', 'prospect', 'prospects'],
    ['stored_answers', 'stored answer', 'stored answers'],
  ] as const;
  const amounts = kinds.flatMap(([kind, one, many]) => (erased[kind] > 0 ? [counted(erased[kind], one, many)] : []));
  return new Intl.ListFormat('en-GB').format(amounts);
}

/** Shows whom and what an erasure would erase, and asks whether to do it. */
function Confirmation({ given, preview, children }: Question & { readonly children: ComponentChildren }): JSX.Element {
  const first = useFocus(true);
  const { persons, erased } = preview;
  const what = given.includes('/') ? 'profile page' : 'e-mail address';
  return (
    <>
      <p ref={first} tabIndex={-1}>
        {persons.length === 0
          ? `No stored person has this ${what}:`
          : `${counted(persons.length, 'stored person', 'stored persons')} ${persons.length === 1 ? 'has' : 'have'} this ${what}:`}
      </p>
      <p>
        <code>{given}</code>
      </p>
      {persons.length > 0 && (
        <ul class="rows">
          {persons.map(({ name, job_title: title, company_name: company, network_url: page }, index) => (
            <li key={index}>
              <div>
                <strong dir="auto">{name ?? 'A person without a name'}</strong>
                <p class="note">
                  {[title, company]
                    .filter((part) => part !== null)
                    .map((part, place) => [place > 0 && ' · ', <bdi key={part}>{part}</bdi>])}
                </p>
                {page !== null && page !== given && <p class="note">{page}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      <p>
        {isNothing(erased)
          ? 'So there is nothing to erase. You can keep imports from storing this person later. This cannot be undone.'
          : `For all tenants, this erases ${amountsOf(erased)}. Imports will not store ${
              persons.length > 1 ? 'these persons' : 'this person'
            } again. This cannot be undone.`}
      </p>
      {children}
    </>
  );
}

/** Says what was erased, and about whom. */
function Done({ given, preview: { persons }, erased }: Question & Erasure): JSX.Element {
  const refusal = <p>Imports will not store {persons.length > 1 ? 'these persons' : 'this person'}.</p>;
  return (
    <>
      {isNothing(erased) && refusal}
      <p>
        {isNothing(erased)
          ? 'Nothing was erased, because no stored person has this page or address:'
          : `Erased: ${amountsOf(erased)}.`}
      </p>
      <p>
        {persons.map(({ name }, index) => [name !== null && [<bdi key={index}>{name}</bdi>, ' · ']])}
        <code>{given}</code>
      </p>
      {!isNothing(erased) && refusal}
    </>
  );
}
