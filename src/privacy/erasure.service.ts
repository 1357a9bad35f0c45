import { Inject, Injectable } from '@nestjs/common';
import { parseEmail } from '../matching/emails/email.js';
import { parseProfileUrl } from '../matching/urls/profile-url.js';
import { configToken, type Config } from '../platform/config/config.js';
import { CommandError } from '../platform/errors/command-error.js';
import { type ErasedCounts, ErasureSql, type KnownPerson } from './erasure.sql.js';
import { type PersonIdentifiers, SuppressionReader } from './suppression.reader.js';

/** The person to erase. Exactly one of the two identifiers must be given. */
export interface ErasureRequest {
  readonly networkUrl?: string | undefined;
  readonly email?: string | undefined;
}

/** The result of an erasure. It has only numbers and no identifier, so it may be logged. */
export interface Erasure {
  readonly erased: ErasedCounts;
  /** The number of the person's identifiers on the suppression list, including those that were on it before. */
  readonly suppressed: { readonly networkUrls: number; readonly emails: number };
}

/** What an erasure would do now. It names persons, so it must not be logged. */
export interface ErasurePreview extends Erasure {
  readonly persons: readonly KnownPerson[];
}

@Injectable()
export class ErasureService {
  constructor(
    private readonly erasures: ErasureSql,
    private readonly suppression: SuppressionReader,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Erases all stored data of a person, for all tenants, and puts the identifiers of the person on the suppression list, so that
   * imports skip them. An e-mail address erases all persons who have it. For an unknown person, the given identifier is suppressed
   * and nothing is erased. Erasing a person again has no further effect.
   * @throws CommandError when the identifier is invalid, or when none or both are given
   */
  async erase(request: ErasureRequest): Promise<Erasure> {
    const given = this.identifiers(request);
    return this.erasures.transaction(async (session) => {
      const known = await session.find(given);
      const erased = await session.erase(known);
      await session.suppress(this.suppression.entriesFor(known));
      return { erased, suppressed: suppressedOf(known) };
    });
  }

  /**
   * Says whom `erase` would erase now, and how much. It only reads and takes none of the locks of an erasure, so imports, requests and
   * prospecting runs go on meanwhile.
   * @throws CommandError when the identifier is invalid, or when none or both are given
   */
  async preview(request: ErasureRequest): Promise<ErasurePreview> {
    const given = this.identifiers(request);
    return this.erasures.reading(async (session) => {
      const known = await session.find(given);
      return { persons: known.persons, erased: await session.count(known), suppressed: suppressedOf(known) };
    });
  }

  /** Normalises the given identifier. The error messages do not contain it, because they may be logged. */
  private identifiers({ networkUrl, email }: ErasureRequest): PersonIdentifiers {
    if (networkUrl !== undefined && email === undefined) {
      const hosts = this.config.networkHosts;
      const page = parseProfileUrl(networkUrl, hosts === null ? {} : { hosts });
      if (page?.kind !== 'in') throw new CommandError('The given text is not the profile URL of a person');
      return { networkUrls: [page.canonical], emails: [] };
    }
    if (email === undefined || networkUrl !== undefined) throw new CommandError('Give either --network-url or --email');
    const parsed = parseEmail(email);
    if (parsed === null) throw new CommandError('The given text is not an e-mail address');
    return { networkUrls: [], emails: [parsed.address] };
  }
}

function suppressedOf({ networkUrls, emails }: PersonIdentifiers): Erasure['suppressed'] {
  return { networkUrls: networkUrls.length, emails: emails.length };
}

/** The preview of an erasure as commands and the API for operators show it. */
export function describeErasurePreview({ persons, ...erasure }: ErasurePreview) {
  return { dry_run: true, persons, ...describeErasure(erasure) };
}

/** An erasure as commands and the API for operators show it. */
export function describeErasure({ erased, suppressed }: Erasure) {
  const { persons, emails, signals, prospects, storedAnswers } = erased;
  return {
    erased: { persons, emails, signals, prospects, stored_answers: storedAnswers },
    suppressed: { network_urls: suppressed.networkUrls, emails: suppressed.emails },
  };
}
