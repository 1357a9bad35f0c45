import type { JSX } from 'preact';
import { count } from '../format.js';
import type { Operation } from './answers.js';
import { Folded } from './records.js';

/** The options of commands, in words. An option that is not listed is shown as it was typed. */
const optionNames: Readonly<Record<string, string>> = {
  '--name': 'name',
  '--per-second': 'requests in any second',
  '--burst-limit': 'requests in a longer time',
  '--burst-window': 'seconds of that longer time',
  '--previews': 'previews',
  '--grace': 'the old key works for',
  '--scope': 'for',
  '--metadata': 'added to metadata',
  '--keep-existing': 'stored values are kept',
  '--runs-before': 'runs before',
  '--rejects': 'rejected lines to',
  '--any-type': 'any type',
};

/** Options that the words say already, or that say nothing to a reader. */
const untold = ['--id', '--tenant', '--none', '--yes', '--label'];

/** Options without a value, so that the word after one of them is not its value. */
const flags = [
  ...[
    '--none',
    '--yes',
    '--json',
    '--default-limits',
    '--again',
    '--wait',
    '--dry-run',
    '--all-enriched',
    '--metadata',
  ],
  ...['--no-header', '--strict', '--keep-existing', '--match-only', '--any-type', '--results', '--csv'],
];

/** The words of a command: those without options, and the options with their values. */
interface Given {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string | null>;
}

/**
 * Says in a sentence what an operator wanted to change, such as `Grant 1,000 data access credits to Acme`, and lists the options below
 * it.
 */
export function ChangeWords({ operation, nameOf }: ChangeProps): JSX.Element {
  const given = givenIn(operation.arguments);
  const isTold = (option: string): boolean =>
    untold.includes(option) || (option === '--name' && operation.command === 'tenant create');
  const details = [...given.options].filter(([option]) => !isTold(option));
  const typed = `${operation.command} ${operation.arguments.join(' ')}`;
  return (
    <>
      <Folded text={typed}>{sentenceFor(operation, given, nameOf)}</Folded>
      {operation.key && (
        <p class="note">
          The key ends with <code>…{operation.key.ends_with}</code>
        </p>
      )}
      {details.length > 0 && (
        <div class="note">
          <Folded text={typed}>
            {details.map(([option, value], index) => (
              <span key={option}>
                {index > 0 && ', '}
                {optionNames[option] ?? option}
                {value !== null && (
                  <>
                    : <bdi>{/^\d+$/.test(value) ? count(Number(value)) : value}</bdi>
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

interface ChangeProps {
  readonly operation: Operation;
  /** The name of the tenant with an id, or the id if there is no such tenant any more. */
  readonly nameOf: (tenant: string) => string;
}

function givenIn(all: readonly string[]): Given {
  const words: string[] = [];
  const options = new Map<string, string | null>();
  for (let index = 0; index < all.length; index += 1) {
    const word = all[index] ?? '';
    const [, joined = '', value = ''] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    const next = all[index + 1];
    if (joined !== '') options.set(joined, value);
    else if (!word.startsWith('--')) words.push(word);
    else if (flags.includes(word) || next === undefined || next.startsWith('--')) options.set(word, null);
    else {
      options.set(word, next);
      index += 1;
    }
  }
  return { words, options };
}

function sentenceFor(
  { command, key }: Operation,
  { words, options }: Given,
  nameOf: ChangeProps['nameOf'],
): JSX.Element {
  const [first = '', second = '', third = ''] = words;
  const tenant = <Named text={nameOf(first)} />;
  const thing = <Named text={second} />;
  const keyName = key ? (
    <>
      <Named text={key.label ?? first} /> of <Named text={nameOf(key.tenant)} />
    </>
  ) : (
    <Named text={first} />
  );
  const credits = `${/^\d+$/.test(third) ? count(Number(third)) : third} ${second.replace('_', ' ')} credits`;
  const sentences: Readonly<Record<string, JSX.Element>> = {
    'tenant create': (
      <>
        Create the tenant <Named text={options.get('--name') ?? nameOf(first)} /> with the id{' '}
        <bdi>
          <code>{first}</code>
        </bdi>
      </>
    ),
    'tenant update': <>Change the settings of {tenant}</>,
    'tenant suspend': <>Suspend {tenant}</>,
    'tenant resume': <>End the suspension of {tenant}</>,
    'tenant delete': <>Delete the tenant {tenant}</>,
    'tenant set-callback': (
      <>
        {options.has('--none') ? 'Remove' : 'Set'} the address for callbacks of {tenant}
      </>
    ),
    'tenant repeat-callbacks': (
      <>
        Send {second === '' ? 'the callbacks that were given up' : <>the callback {thing}</>} of {tenant} again
      </>
    ),
    'key create': (
      <>
        Create the key <Named text={options.get('--label') ?? 'without label'} /> for {tenant}
      </>
    ),
    'key revoke': <>Revoke the key {keyName}</>,
    'key rotate': <>Replace the key {keyName}</>,
    'credits grant': ['unlimited', 'limited'].includes(third) ? (
      <>
        {third === 'limited' ? 'Restore' : 'Remove'} the limit of {second.replace('_', ' ')} credits of {tenant}
      </>
    ) : (
      <>
        Grant {credits} to {tenant}
      </>
    ),
    'credits revoke': (
      <>
        Take {credits} back from {tenant}
      </>
    ),
    'team set': (
      <>
        Save the team {thing} of {tenant}
      </>
    ),
    'team delete': (
      <>
        Delete the team {thing} of {tenant}
      </>
    ),
    'query set': (
      <>
        Save the query field {thing} of {tenant}
      </>
    ),
    'query delete': (
      <>
        Delete the query field {thing} of {tenant}
      </>
    ),
    'import companies': <>Import companies from {<Named text={first} />}</>,
    'import persons': <>Import persons from {<Named text={first} />}</>,
    'import signals': (
      <>
        Import signals of <Named text={nameOf(options.get('--tenant') ?? '')} /> from <Named text={first} />
      </>
    ),
    'erase person': <>Erase a person</>,
    migrate: <>Apply the migrations of a new version</>,
    prune: <>Delete old runs</>,
  };
  return (
    sentences[command] ?? (
      <>
        Run the command {command} {words.map((word, index) => [index > 0 && ' ', <Named key={index} text={word} />])}
      </>
    )
  );
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
