import { Inject, Injectable } from '@nestjs/common';
import { parseEmail } from '../matching/emails/email.js';
import { parseProfileUrl } from '../matching/urls/profile-url.js';
import { configToken, type Config } from '../platform/config/config.js';
import { Refusal } from '../platform/errors/command-error.js';
import { type ErasedCounts, ErasureSql } from './erasure.sql.js';
import { type PersonIdentifiers, SuppressionReader } from './suppression.reader.js';

/** Whom to erase; one of the two. */
export interface ErasureRequest {
  readonly networkUrl?: string | undefined;
  readonly email?: string | undefined;
}

/** What came of an erasure; numbers only, so that it can be kept. */
export interface Erasure {
  readonly erased: ErasedCounts;
  /** How many of the person's identifiers are on the suppression list now, whether or not they were before. */
  readonly suppressed: { readonly networkUrls: number; readonly emails: number };
}

@Injectable()
export class ErasureService {
  constructor(
    private readonly erasures: ErasureSql,
    private readonly suppression: SuppressionReader,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Erases everything that is stored of a person, for all tenants, and sees to it that imports do not bring the person
   * back. An address erases everybody to whom it belongs. Of somebody who is not on record, only the given identifier is
   * suppressed. Doing it again changes nothing.
   * @throws Refusal when the identifier cannot be read, or there is not exactly one
   */
  async erase(request: ErasureRequest): Promise<Erasure> {
    const given = this.identifiers(request);
    return this.erasures.transaction(async (erasing) => {
      const known = await erasing.identifiersOf(given);
      const erased = await erasing.erase(known);
      await erasing.suppress(this.suppression.entriesFor(known));
      return { erased, suppressed: { networkUrls: known.networkUrls.length, emails: known.emails.length } };
    });
  }

  /** Messages repeat nothing of the identifier: they may end up in a log. */
  private identifiers({ networkUrl, email }: ErasureRequest): PersonIdentifiers {
    if (networkUrl !== undefined && email === undefined) {
      const hosts = this.config.networkHosts;
      const page = parseProfileUrl(networkUrl, hosts === null ? {} : { hosts });
      if (page?.kind !== 'in') throw new Refusal('--network-url must be the profile URL of a person');
      return { networkUrls: [page.canonical], emails: [] };
    }
    if (email === undefined || networkUrl !== undefined) throw new Refusal('Give either --network-url or --email');
    const parsed = parseEmail(email);
    if (parsed === null) throw new Refusal('--email must be an e-mail address');
    return { networkUrls: [], emails: [parsed.address] };
  }
}
