import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller.js';
import type { Admission } from '../platform/http/admission-gate.js';
import { type RecordList, tooLargeAnswer } from '../platform/http/enrichment-answer.js';
import { signalFilter } from './signal-filter.js';
import type { AllowSignals, GetSignalsRequest, SignalRecord } from './signal.dto.js';
import { mostHeldSignals, type SignalExtent, SignalReader, type SiteSignal } from './signal.reader.js';

/**
 * The answer `{"signals":{"<site>":[…]}}` in pieces, one for each page, so that the whole is never held. It is written
 * rather than built because it has no bound, and because a site may be called `__proto__`.
 *
 * @param pages signals in the order of their sites: those of one site stand together, across pages too
 */
export async function* signalsJson(pages: AsyncIterable<readonly SiteSignal[]>): AsyncGenerator<string, void> {
  let site: string | null = null;
  let piece = '{"signals":{';
  for await (const page of pages) {
    for (const { website, record } of page) {
      piece += website === site ? ',' : startOf(website, site);
      piece += JSON.stringify(record);
      site = website;
    }
    yield piece;
    piece = '';
  }
  yield `${piece}${site === null ? '' : ']'}}}`;
}

function startOf(website: string, previous: string | null): string {
  return `${previous === null ? '' : '],'}${JSON.stringify(website)}:[`;
}

/** What a request counts as that holds more than a page of signals. Two of them fit beside each other by default. */
const manySignalsBytes = 24 * 1024 * 1024;

@Injectable()
export class SignalService {
  constructor(private readonly signals: SignalReader) {}

  /**
   * The caller's signals by account website, as the JSON text of the answer. It is read as fast as it is taken, and no
   * further once the stream is destroyed. Resolves when the first piece is there, so that a failure up to then rejects;
   * a later one is an error of the stream.
   */
  async bySite(request: GetSignalsRequest, caller: Caller): Promise<Readable> {
    const pieces = signalsJson(this.signals.bySite(caller.tenantId, signalFilter(request)));
    const first = await pieces.next();
    return Readable.from(resume(first, pieces), { objectMode: false });
  }

  /**
   * The caller's signals about companies, found under all their websites, in order of date.
   * @param admission of the request, which grows where they are many
   * @returns by company id; a company without signals has no entry
   * @throws ValidationException when they are more than an answer may have
   */
  ofCompanies(
    companyIds: readonly string[],
    allowed: AllowSignals,
    caller: Caller,
    admission: Growing,
  ): Promise<SignalGroups> {
    const filter = signalFilter(allowed);
    return bounded('companies', admission, (extent) =>
      this.signals.ofCompanies(caller.tenantId, companyIds, filter, extent),
    );
  }

  /**
   * The caller's signals about persons, in order of date.
   * @param networkUrls canonical profile pages
   * @param admission of the request, which grows where they are many
   * @returns by profile page; a person without signals has no entry
   * @throws ValidationException when they are more than an answer may have
   */
  ofPersons(
    networkUrls: readonly string[],
    allowed: AllowSignals,
    caller: Caller,
    admission: Growing,
  ): Promise<SignalGroups> {
    const filter = signalFilter(allowed);
    return bounded('persons', admission, (extent) =>
      this.signals.ofPersons(caller.tenantId, networkUrls, filter, extent),
    );
  }
}

type SignalGroups = ReadonlyMap<string, readonly SignalRecord[]>;
type Growing = Pick<Admission, 'grow'>;

/** Reads what an answer is to hold: a page's worth at once, more than that only once there is room for it. */
async function bounded(
  list: RecordList,
  admission: Growing,
  read: (extent: SignalExtent) => Promise<SignalGroups | null>,
): Promise<SignalGroups> {
  const few = await read('page');
  if (few !== null) return few;
  await admission.grow(manySignalsBytes);
  const many = await read('most');
  if (many === null) throw tooLargeAnswer(list, `more than ${mostHeldSignals} signals, or too long ones`);
  return many;
}

async function* resume(first: IteratorResult<string, void>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value;
  yield* rest;
}
