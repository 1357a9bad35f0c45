import type { JSX } from 'preact';
import type { OperationKind } from '../../../src/operations/operation.js';
import { count } from '../format.js';
import type { Operation } from '../generated/operator.js';
import { Folded } from './records.js';

type Details = NonNullable<Operation['details']>;

/** What the settings in the details of an operation are called. They stand below its sentence; all other details are in the sentence. */
const settings: Readonly<Record<string, string>> = {
  name: 'name',
  per_second: 'requests in any second',
  burst_limit: 'requests in a longer time',
  burst_window: 'seconds of that longer time',
  previews: 'previews',
  grace_seconds: 'seconds for which the old key works',
  scope: 'for',
  metadata: 'added to metadata',
  source: 'source',
  keep_existing: 'stored values are kept',
  match_only: 'only names of stored companies',
  any_type: 'any type',
  strict: 'records with an invalid value are rejected',
  again: 'a new run for every line',
  expires: 'the last day',
  lapse: 'what is left at the end of a month is taken back',
};

interface ChangeProps {
  readonly operation: Operation;
  /** The name of the tenant with an id, or the id if there is no such tenant any more. */
  readonly nameOf: (tenant: string) => string;
}

/**
 * Says in a sentence what an operator wanted to change, such as `Grant 1,000 data access credits to Acme`, with the settings below it. A
 * line of an earlier version has no details, so it is shown as its command was typed.
 */
export function ChangeWords({ operation, nameOf }: ChangeProps): JSX.Element {
  const { command, details, key } = operation;
  const typed = `${command} ${operation.arguments.join(' ')}`;
  const below = Object.entries(details ?? {}).filter(
    ([name]) => settings[name] !== undefined && !(name === 'name' && command === 'tenant create'),
  );
  return (
    <>
      <Folded text={typed}>
        {(details && sentenceOf(command)?.(detailsOf(details, nameOf), operation)) ?? <>Run the command {typed}</>}
      </Folded>
      {key && (
        <p class="note">
          The key ends with <code>…{key.ends_with}</code>
        </p>
      )}
      {below.length > 0 && (
        <div class="note">
          <Folded text={typed}>
            {below.map(([name, value], index) => (
              <span key={name}>
                {index > 0 && ', '}
                {settings[name]}
                {value !== true && (
                  <>
                    : <bdi>{settingText(value)}</bdi>
                  </>
                )}
              </span>
            ))}
          </Folded>
        </div>
      )}
    </>
  );
}

function settingText(value: Details[string] | undefined): string {
  if (typeof value === 'number') return count(value);
  return value === null ? 'as the service has it' : value === false ? 'off' : String(value);
}

/** The details of an operation as its sentence shows them. */
interface Shown {
  /** Whether the operation has a detail. */
  readonly has: (name: string) => boolean;
  /** The text of a detail; empty if the operation does not have it. */
  readonly text: (name: string) => string;
  /** The name of a detail, in its own direction. */
  readonly thing: (name: string) => JSX.Element;
  /** The name of the tenant. */
  readonly tenant: JSX.Element;
  readonly nameOf: ChangeProps['nameOf'];
}

function detailsOf(details: Details, nameOf: ChangeProps['nameOf']): Shown {
  const text = (name: string): string => String(details[name] ?? '');
  return {
    has: (name) => (details[name] ?? null) !== null,
    text,
    thing: (name) => <Named text={text(name)} />,
    tenant: <Named text={nameOf(text('tenant'))} />,
    nameOf,
  };
}

type Sentence = (shown: Shown, operation: Operation) => JSX.Element;

/** A sentence for each kind of operation. */
const sentences: Readonly<Record<OperationKind, Sentence>> = {
  'tenant create': ({ has, text, thing, tenant }) => (
    <>
      Create the tenant {has('name') ? thing('name') : tenant} with the id{' '}
      <bdi>
        <code>{text('tenant')}</code>
      </bdi>
    </>
  ),
  'tenant update': ({ tenant }) => <>Change the settings of {tenant}</>,
  'tenant note': ({ has, tenant }) => (
    <>
      {has('removed') ? 'Remove' : 'Write'} the note about {tenant}
    </>
  ),
  'tenant suspend': ({ tenant }) => <>Suspend {tenant}</>,
  'tenant resume': ({ tenant }) => <>End the suspension of {tenant}</>,
  'tenant delete': ({ tenant }) => <>Delete the tenant {tenant}</>,
  'tenant set-callback': ({ has, tenant }) => (
    <>
      {has('host') ? 'Set' : 'Remove'} the address for callbacks of {tenant}
    </>
  ),
  'tenant repeat-callbacks': ({ has, thing, tenant }) => (
    <>
      Send {has('callback') ? <>the callback {thing('callback')}</> : 'the callbacks that were given up'} of {tenant}{' '}
      again
    </>
  ),
  'key create': ({ text, tenant }) => (
    <>
      Create the key <Named text={text('label') || 'without label'} /> for {tenant}
    </>
  ),
  'key revoke': (shown, operation) => <>Revoke the key {keyName(shown, operation)}</>,
  'key rotate': (shown, operation) => <>Replace the key {keyName(shown, operation)}</>,
  'credits grant': ({ text, tenant }) => {
    const amount = text('amount');
    if (amount === 'unlimited' || amount === 'limited')
      return (
        <>
          {amount === 'limited' ? 'Restore' : 'Remove'} the limit of {featureText(text)} credits of {tenant}
        </>
      );
    return (
      <>
        Grant {creditText(text)} to {tenant}
      </>
    );
  },
  'credits plan': ({ text, has, tenant }) =>
    has('remove') ? (
      <>
        Grant {tenant} no more {featureText(text)} credits each month
      </>
    ) : (
      <>
        Grant {creditText(text)} to {tenant} each month
      </>
    ),
  'credits revoke': ({ text, tenant }) => (
    <>
      Take {creditText(text)} back from {tenant}
    </>
  ),
  'team set': ({ thing, tenant }) => (
    <>
      Save the team {thing('team')} of {tenant}
    </>
  ),
  'team delete': ({ thing, tenant }) => (
    <>
      Delete the team {thing('team')} of {tenant}
    </>
  ),
  'query set': ({ thing, tenant }) => (
    <>
      Save the query field {thing('field')} of {tenant}
    </>
  ),
  'query delete': ({ thing, tenant }) => (
    <>
      Delete the query field {thing('field')} of {tenant}
    </>
  ),
  'prospecting enqueue': ({ has, thing, tenant }) => (
    <>
      Start {has('file') ? <>the runs of {thing('file')}</> : <>a run for {thing('network_url')}</>} for {tenant}
    </>
  ),
  'prospecting cancel': ({ text }) => <>Cancel the run {text('job_id')}</>,
  'import absent': ({ thing }) => <>Remove the records that {thing('source')} no longer has</>,
  'company merge': ({ thing }) => (
    <>
      Merge the company {thing('other')} into {thing('company')}
    </>
  ),
  'person merge': () => <>Merge two persons</>,
  'company distinct': ({ has, thing }) => (
    <>
      {has('forget') ? 'Take back' : 'Say'} that {thing('company')} and {thing('other')} are two companies
    </>
  ),
  'person distinct': ({ has }) => <>{has('forget') ? 'Take back' : 'Say'} that two persons are not the same</>,
  'import undo': ({ thing }) => <>Undo import {thing('import_id')}</>,
  'import companies': ({ thing }) => <>Import companies from {thing('file')}</>,
  'import persons': ({ thing }) => <>Import persons from {thing('file')}</>,
  'import signals': ({ thing, tenant }) => (
    <>
      Import signals of {tenant} from {thing('file')}
    </>
  ),
  follow: (shown) => (
    <>
      Follow {followed(shown)} for {shown.tenant}
    </>
  ),
  unfollow: (shown) => (
    <>
      Stop following {followed(shown)} for {shown.tenant}
    </>
  ),
  'company delete': ({ thing }) => <>Delete the company {thing('company')}</>,
  'person delete': () => <>Delete a person, without a bar</>,
  'person export': () => <>Write all that is stored about a person into a file</>,
  'signals delete': ({ text, tenant }) => (
    <>
      Delete the signals of {tenant} before {text('before')}
    </>
  ),
  'erase person': () => <>Erase a person</>,
  'ledger archive': ({ text, thing }) => (
    <>
      Move the ledger entries before {text('before')} into {thing('to')}
    </>
  ),
  backup: ({ thing }) => <>Back up the database into {thing('file')}</>,
  restore: ({ thing }) => <>Restore the database from {thing('file')}</>,
  migrate: () => <>Apply the migrations of a new version</>,
  'search prepare': () => <>Make the indexes of search</>,
  'search drop': () => <>Remove the indexes of search</>,
  prune: ({ text }) => <>Delete the runs that ended before {text('runs_before')}</>,
  doctor: () => <>Remove pages and addresses that are placeholders</>,
};

/** The sentence for the kind of a line; undefined for a kind of a later version, whose lines are shown as they would be typed. */
function sentenceOf(command: string): Sentence | undefined {
  const all: Readonly<Record<string, Sentence | undefined>> = sentences;
  return all[command];
}

function followed({ has, thing }: Shown): JSX.Element {
  if (has('all_enriched')) return <>all enriched records</>;
  return has('companies') ? <>the companies of {thing('companies')}</> : <>the persons of {thing('persons')}</>;
}

function keyName({ thing, nameOf }: Shown, { key }: Operation): JSX.Element {
  if (key === null) return thing('key_id');
  return (
    <>
      {key.label === null ? thing('key_id') : <Named text={key.label} />} of <Named text={nameOf(key.tenant)} />
    </>
  );
}

function featureText(text: Shown['text']): string {
  return text('feature').replace('_', ' ');
}

function creditText(text: Shown['text']): string {
  const amount = text('amount');
  return `${/^\d+$/.test(amount) ? count(Number(amount)) : amount} ${featureText(text)} credits`;
}

/** The name of something in its own direction. */
function Named({ text }: { readonly text: string }): JSX.Element {
  return <bdi class="named-thing">{text}</bdi>;
}

/** The text in which a search looks for a change. */
export function searchTextOf(
  { command, arguments: words, key, system_user: user, host }: Operation,
  names: string,
): string {
  return [command, ...words, key?.label ?? '', key?.ends_with ?? '', names, user, host].join('\n').toLowerCase();
}
