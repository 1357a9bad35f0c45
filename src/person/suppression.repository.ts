import { Injectable } from '@nestjs/common';
import { Pepper } from '../platform/auth/pepper.js';
import { Database } from '../platform/database/database.js';
import { suppressionDigest, suppressionKey, type SuppressionKind } from './suppression.js';

/** Identifiers in their stored form: canonical profile pages, and addresses as `parseEmail` writes them. */
export interface PersonIdentifiers {
  readonly networkUrls: readonly string[];
  readonly emails: readonly string[];
}

export interface Suppressed {
  readonly networkUrls: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
}

/** An entry of the list; the digest as hexadecimal digits. */
export interface SuppressionEntry {
  readonly kind: SuppressionKind;
  readonly digest: string;
}

const findEntries = `
  select 'network_url', encode(digest, 'hex') from suppression
   where kind = 'network_url' and digest in (select decode(hex, 'hex') from unnest($1::text[]) as hex)
  union all
  select 'email', encode(digest, 'hex') from suppression
   where kind = 'email' and digest in (select decode(hex, 'hex') from unnest($2::text[]) as hex)`;

/** Who asked not to be served. */
@Injectable()
export class SuppressionRepository {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    pepper: Pepper,
  ) {
    this.key = suppressionKey(pepper.secret);
  }

  /** Those that are on the list. One statement, whatever their number. */
  async suppressedAmong({ networkUrls, emails }: PersonIdentifiers): Promise<Suppressed> {
    const urls = this.byDigest('network_url', networkUrls);
    const addresses = this.byDigest('email', emails);
    const suppressed = { networkUrls: new Set<string>(), emails: new Set<string>() };
    if (urls.size + addresses.size === 0) return suppressed;
    const { rows } = await this.database.pool.query<[SuppressionKind, string]>({
      name: 'suppressed-among',
      text: findEntries,
      values: [[...urls.keys()], [...addresses.keys()]],
      rowMode: 'array',
    });
    for (const [kind, digest] of rows) {
      if (kind === 'network_url') suppressed.networkUrls.add(urls.get(digest) ?? '');
      else suppressed.emails.add(addresses.get(digest) ?? '');
    }
    return suppressed;
  }

  /** The entries by which identifiers stand on the list, or will. */
  entriesFor({ networkUrls, emails }: PersonIdentifiers): SuppressionEntry[] {
    return [
      ...networkUrls.map((url) => ({ kind: 'network_url', digest: this.digest('network_url', url) }) as const),
      ...emails.map((address) => ({ kind: 'email', digest: this.digest('email', address) }) as const),
    ];
  }

  private byDigest(kind: SuppressionKind, values: readonly string[]): Map<string, string> {
    return new Map(values.map((value) => [this.digest(kind, value), value]));
  }

  private digest(kind: SuppressionKind, value: string): string {
    return suppressionDigest(this.key, kind, value).toString('hex');
  }
}
