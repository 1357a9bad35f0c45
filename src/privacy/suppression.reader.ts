import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Pepper } from '../platform/auth/pepper.sql.js';
import { Database } from '../platform/database/database.js';
import { SharedRead } from '../platform/database/statements.js';
import { suppressionDigest, suppressionKey, type SuppressionKind } from './suppression.js';

/** Normalised identifiers of one or more persons: canonical profile URLs, and e-mail addresses as `parseEmail` returns them. */
export interface PersonIdentifiers {
  readonly networkUrls: readonly string[];
  readonly emails: readonly string[];
}

export interface Suppressed {
  readonly networkUrls: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
}

/** An entry of the suppression list; the digest is hexadecimal. */
export interface SuppressionEntry {
  readonly kind: SuppressionKind;
  readonly digest: string;
}

type ListedDigests = Readonly<Record<SuppressionKind, ReadonlySet<string>>>;

const nothingListed: ListedDigests = { network_url: new Set(), email: new Set() };
const none: Suppressed = { networkUrls: new Set(), emails: new Set() };

/**
 * If there are more identifiers than this, the reader first asks whether the suppression list is empty. If it is, the reader computes no
 * digests.
 */
const manyIdentifiers = 1_000;

const findEntries = `
  select 'network_url', encode(digest, 'hex') from suppression
   where kind = 'network_url' and digest in (select decode(hex, 'hex') from unnest($1::text[]) as hex)
  union all
  select 'email', encode(digest, 'hex') from suppression
   where kind = 'email' and digest in (select decode(hex, 'hex') from unnest($2::text[]) as hex)`;

@Injectable()
export class SuppressionReader {
  private readonly key: Buffer;
  private readonly shared = new SharedRead((entries: readonly SuppressionEntry[]) => this.read(entries));

  constructor(
    @Inject(Database) private readonly database: { readonly pool: Pick<ClientBase, 'query'> },
    @Inject(Pepper) pepper: Pick<Pepper, 'secret'>,
  ) {
    this.key = suppressionKey(pepper.secret);
  }

  /** Returns those of the given identifiers that are on the suppression list. */
  async suppressedAmong(identifiers: PersonIdentifiers): Promise<Suppressed> {
    const isMany = identifiers.networkUrls.length + identifiers.emails.length > manyIdentifiers;
    if (isMany && !(await this.hasEntries())) return none;
    const requested = this.entriesFor(identifiers);
    const listed = requested.length === 0 ? nothingListed : await this.shared.find(requested);
    const among = (kind: SuppressionKind): ReadonlySet<string> =>
      new Set(
        requested.filter((entry) => entry.kind === kind && listed[kind].has(entry.digest)).map(({ value }) => value),
      );
    return { networkUrls: among('network_url'), emails: among('email') };
  }

  /** Makes the entries that the list has for the identifiers if they are suppressed. `value` is the identifier itself. */
  entriesFor({ networkUrls, emails }: PersonIdentifiers): (SuppressionEntry & { readonly value: string })[] {
    return [
      ...networkUrls.map(
        (value) => ({ kind: 'network_url', digest: this.digest('network_url', value), value }) as const,
      ),
      ...emails.map((value) => ({ kind: 'email', digest: this.digest('email', value), value }) as const),
    ];
  }

  /** Reads which of the digests are on the list. */
  private async read(entries: readonly SuppressionEntry[]): Promise<ListedDigests> {
    const digests = (kind: SuppressionKind): string[] =>
      entries.filter((entry) => entry.kind === kind).map(({ digest }) => digest);
    const { rows } = await this.database.pool.query<[SuppressionKind, string]>({
      name: 'suppressed-among',
      text: findEntries,
      values: [digests('network_url'), digests('email')],
      rowMode: 'array',
    });
    const listed = { network_url: new Set<string>(), email: new Set<string>() };
    for (const [kind, digest] of rows) listed[kind].add(digest);
    return listed;
  }

  private async hasEntries(): Promise<boolean> {
    const { rows } = await this.database.pool.query<[boolean]>({
      name: 'has-suppression',
      text: 'select exists (select from suppression)',
      rowMode: 'array',
    });
    return rows[0]?.[0] === true;
  }

  private digest(kind: SuppressionKind, value: string): string {
    return suppressionDigest(this.key, kind, value).toString('hex');
  }
}
