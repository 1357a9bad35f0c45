import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller.js';
import type { Admission } from '../platform/http/admission-gate.js';
import { type RecordList, tooLargeAnswer } from '../platform/http/answer-bounds.js';
import { signalFilter } from './signal-filter.js';
import type { AllowSignals, GetSignalsRequest, SignalRecord } from './signal.dto.js';
import { maxSignals, type PageCursor, type SignalExtent, SignalReader, type SiteSignal } from './signal.reader.js';

/**
 * The answer `{"signals":{"<website>":[…]}}` in chunks, one for each page, so that it is never in memory as a whole. It is
 * concatenated rather than serialised because it has no size limit and a website may be named `__proto__`.
 *
 * @param pages signals ordered by website
 */
export async function* signalsJson(pages: AsyncIterable<readonly SiteSignal[]>): AsyncGenerator<string, void> {
  let site: string | null = null;
  let chunk = '{"signals":{';
  for await (const page of pages) {
    for (const { website, record } of page) {
      chunk += website === site ? ',' : startOf(website, site);
      chunk += JSON.stringify(record);
      site = website;
    }
    yield chunk;
    chunk = '';
  }
  yield `${chunk}${site === null ? '' : ']'}}}`;
}

function startOf(website: string, previous: string | null): string {
  return `${previous === null ? '' : '],'}${JSON.stringify(website)}:[`;
}

/** The admission size of a request with more than a page of signals, in bytes. By default, two of them run at a time. */
const manySignalsBytes = 24 * 1024 * 1024;

@Injectable()
export class SignalService {
  constructor(private readonly signals: SignalReader) {}

  /**
   * The caller's signals by account website, as a stream of JSON text with backpressure; destroying the stream ends the reads. Resolves
   * with the first chunk, so that an earlier error rejects; a later one is an error of the stream.
   */
  async bySite(request: GetSignalsRequest, caller: Caller): Promise<Readable> {
    const chunks = signalsJson(this.signals.bySite(caller.tenantId, signalFilter(request)));
    const first = await chunks.next();
    return Readable.from(resume(first, chunks), { objectMode: false });
  }

  /**
   * A few of the caller's signals, ordered by account website and date.
   * @param limit less than the signals of a read, which are 2,000
   * @param after the last signal of the answer before; null for the first answer
   * @returns `next` is null at the end
   */
  async some(
    request: GetSignalsRequest,
    { tenantId }: Pick<Caller, 'tenantId'>,
    limit: number,
    after: PageCursor | null,
  ): Promise<{ readonly signals: readonly SiteSignal[]; readonly next: PageCursor | null }> {
    const reading = this.signals.bySite(tenantId, signalFilter(request), after);
    const { value } = await reading.next();
    await reading.return();
    const read = value ?? [];
    const signals = read.slice(0, limit);
    const last = signals.at(-1);
    if (last === undefined || read.length <= limit) return { signals, next: null };
    return { signals, next: { website: last.website, date: last.record.date, id: last.id } };
  }

  /**
   * The caller's signals about companies, for all their domains, ordered by date.
   * @param admission grows when there is more than a page of signals
   * @returns signals by company id; a company without signals has no entry
   * @throws ValidationException when there are more signals than an answer may hold
   */
  ofCompanies(
    companyIds: readonly string[],
    allowed: AllowSignals,
    caller: Caller,
    admission: GrowingAdmission,
  ): Promise<SignalGroups> {
    const filter = signalFilter(allowed);
    return readBounded('companies', admission, (extent) =>
      this.signals.ofCompanies(caller.tenantId, companyIds, filter, extent),
    );
  }

  /**
   * The caller's signals about persons, ordered by date.
   * @param networkUrls canonical profile pages
   * @param admission grows when there is more than a page of signals
   * @returns signals by profile page; a person without signals has no entry
   * @throws ValidationException when there are more signals than an answer may hold
   */
  ofPersons(
    networkUrls: readonly string[],
    allowed: AllowSignals,
    caller: Caller,
    admission: GrowingAdmission,
  ): Promise<SignalGroups> {
    const filter = signalFilter(allowed);
    return readBounded('persons', admission, (extent) =>
      this.signals.ofPersons(caller.tenantId, networkUrls, filter, extent),
    );
  }
}

type SignalGroups = ReadonlyMap<string, readonly SignalRecord[]>;
type GrowingAdmission = Pick<Admission, 'grow'>;

/** Reads up to a page of signals; more only after the admission has grown. */
async function readBounded(
  list: RecordList,
  admission: GrowingAdmission,
  read: (extent: SignalExtent) => Promise<SignalGroups | null>,
): Promise<SignalGroups> {
  const few = await read('page');
  if (few !== null) return few;
  await admission.grow(manySignalsBytes);
  const many = await read('all');
  if (many === null) throw tooLargeAnswer(list, `more than ${maxSignals} signals, or too long ones`);
  return many;
}

async function* resume(first: IteratorResult<string, void>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value;
  yield* rest;
}
