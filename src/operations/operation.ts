import type { Type } from '@nestjs/common';

/** An operation of which the log has only the kind. */
type NoDetails = Readonly<Record<string, never>>;

interface OfTenant {
  readonly tenant: string;
}

/** The settings of a tenant that an operation sets. A limit that is null becomes that of the service. */
interface TenantSettings extends OfTenant {
  readonly name?: string | undefined;
  readonly burst_limit?: number | null | undefined;
  readonly burst_window?: number | null | undefined;
  readonly per_second?: number | null | undefined;
}

interface CreditChange extends OfTenant {
  readonly feature: string;
  /** A whole number, `unlimited` or `limited`. */
  readonly amount: string;
  readonly id?: string | undefined;
}

interface Import {
  /** The name of the file as the operator gave it. */
  readonly file: string;
  readonly tenant?: string | undefined;
  readonly source?: string | undefined;
  readonly keep_existing?: true | undefined;
  readonly match_only?: true | undefined;
  readonly any_type?: true | undefined;
  readonly strict?: true | undefined;
}

/** The files with the records that a tenant shall follow, or no longer follow. */
interface Follows extends OfTenant {
  readonly companies?: string | undefined;
  readonly persons?: string | undefined;
  readonly all_enriched?: true | undefined;
}

/**
 * The kinds of operations that change something, and what the log of operators stores of each. No kind has a member for a secret or for
 * personal data, so neither can reach the log. The name of a kind is that of its command.
 */
interface OperationKinds {
  readonly 'tenant create': TenantSettings;
  readonly 'tenant update': TenantSettings & {
    readonly previews?: boolean | undefined;
    readonly search?: boolean | undefined;
  };
  /** The log has no text of a note, because operators may write personal data into it. */
  readonly 'tenant note': OfTenant & { readonly removed?: true | undefined };
  readonly 'tenant suspend': OfTenant;
  readonly 'tenant resume': OfTenant;
  readonly 'tenant delete': OfTenant;
  /** The host of the callback; null if the callback is removed. The rest of the URL may contain a secret. */
  readonly 'tenant set-callback': OfTenant & { readonly host: string | null };
  readonly 'tenant repeat-callbacks': OfTenant & { readonly callback?: string | undefined };
  readonly 'key create': OfTenant & { readonly label?: string | undefined };
  readonly 'key revoke': { readonly key_id: string };
  readonly 'key rotate': { readonly key_id: string; readonly grace_seconds?: number | undefined };
  /** The log has no text of the note about a grant, because operators may write personal data into it. */
  readonly 'credits grant': CreditChange & { readonly expires?: string | undefined };
  readonly 'credits revoke': CreditChange;
  readonly 'credits plan': OfTenant & {
    readonly feature: string;
    readonly amount?: string | undefined;
    readonly monthly?: true | undefined;
    readonly lapse?: true | undefined;
    readonly remove?: true | undefined;
  };
  readonly 'team set': OfTenant & { readonly team: string };
  readonly 'team delete': OfTenant & { readonly team: string };
  readonly 'query set': OfTenant & {
    readonly field: string;
    readonly scope: string;
    readonly metadata?: true | undefined;
  };
  readonly 'query delete': OfTenant & { readonly field: string };
  readonly 'prospecting enqueue': OfTenant & {
    readonly network_url?: string | undefined;
    readonly file?: string | undefined;
    readonly team?: string | undefined;
    readonly again?: true | undefined;
  };
  readonly 'prospecting cancel': { readonly job_id: string };
  readonly 'import companies': Import;
  readonly 'import persons': Import;
  readonly 'import signals': Import;
  readonly 'import undo': { readonly import_id: number };
  readonly 'import absent': { readonly source: string; readonly older_than: number; readonly remove: true };
  readonly follow: Follows;
  readonly unfollow: Follows;
  readonly 'company delete': { readonly company: string };
  /** The company that is kept, and the one that is merged into it. */
  readonly 'company merge': { readonly company: string; readonly other: string };
  readonly 'person merge': NoDetails;
  readonly 'company distinct': { readonly company: string; readonly other: string; readonly forget?: true | undefined };
  readonly 'person distinct': { readonly forget?: true | undefined };
  readonly 'person export': NoDetails;
  readonly 'person delete': NoDetails;
  readonly 'signals delete': OfTenant & { readonly before: string };
  readonly 'erase person': NoDetails;
  readonly 'ledger archive': { readonly before: string; readonly to: string };
  readonly prune: { readonly runs_before: string };
  readonly doctor: { readonly repair: true };
  readonly backup: { readonly file: string };
  readonly restore: { readonly file: string; readonly replace?: true | undefined };
  readonly migrate: NoDetails;
  readonly 'search prepare': NoDetails;
  readonly 'search drop': NoDetails;
}

export type OperationKind = keyof OperationKinds;

/** An operation that changes something, as the log of operators stores it. */
export type Operation = {
  readonly [Kind in OperationKind]: { readonly kind: Kind; readonly details: OperationKinds[Kind] };
}[OperationKind];

/**
 * An operation, and how it is carried out. A function that returns such a value declares an operation once, for its command and for its
 * route in the API for operators. Both write it into the log of operators, carry it out, and show its answer.
 */
export interface Task<Service, Answer> {
  readonly operation: Operation;
  readonly service: Type<Service>;
  /** @returns what the command prints and the route answers */
  readonly run: (service: Service) => Promise<Answer>;
}

/** The operator of an operation, as the log shows it. */
export interface Operator {
  /**
   * The account of the operating system that ran the command. If it was reached by `sudo`, the account that used `sudo`
   * is named, too. A request to the API for operators has no account: it is `operator API`.
   */
  readonly systemUser: string;
  /** The computer on which the command ran, or the address of the client of the API. */
  readonly host: string;
}

/** The value of a detail. A limit that is null becomes that of the service. */
export type Detail = string | number | boolean | null;

/** The details of an operation that are given, in the order in which its kind declares them. */
export function givenDetails({ details }: Operation): Readonly<Record<string, Detail>> {
  const all: Readonly<Record<string, Detail | undefined>> = { ...details };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Detail] => entry[1] !== undefined));
}

/** The host of the URL of a callback, with its port; null for a text that is no URL. */
export function hostOfUrl(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : null;
}

/** The details that a command takes as its arguments. It takes all others as options. */
const positional = new Set(
  'tenant key_id feature amount team field callback file company other job_id import_id'.split(' '),
);
/** The kinds whose command takes the tenant as an option. */
const withTenantOption = new Set(['import signals', 'signals delete']);

/**
 * An operation as a command would be typed: its kind, and the words behind it. Programs that read the log know operations by these words,
 * and earlier versions of the service list them.
 */
export function typedForm(operation: Operation): { readonly command: string; readonly arguments: readonly string[] } {
  const { kind } = operation;
  const isWord = (name: string): boolean => positional.has(name) && !(name === 'tenant' && withTenantOption.has(kind));
  const details = Object.entries(givenDetails(operation));
  const words = details.filter(([name]) => isWord(name)).map(([, value]) => String(value));
  const options = details
    .filter(([name]) => !isWord(name))
    .flatMap(([name, value]) => [
      `--${name.replaceAll('_', '-')}`,
      ...(value === true ? [] : [String(value ?? 'default')]),
    ]);
  return { command: kind, arguments: [...words, ...options] };
}
