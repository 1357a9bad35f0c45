import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller.js';
import { type Admission, StreamGate } from '../platform/http/admission-gate.js';
import type { Exchange } from '../platform/http/exchange.js';
import { StreamedAnswer } from '../platform/http/streamed-answer.js';
import { invalidValue, type ValidationException } from '../platform/http/validation/validation-exception.js';
import { type SignalFilter, signalFilter } from './signal-filter.js';
import type { AllowSignals, GetSignalsRequest, SignalRecord } from './signal.dto.js';
import {
  maxSignals,
  type PageCursor,
  type PageStart,
  type SignalExtent,
  type SignalPage,
  SignalReader,
  type SiteSignal,
} from './signal.reader.js';

/**
 * The answer `{"signals":{"<website>":[…]}}` in pieces, one for each page, so that the whole answer is never in memory. While a
 * piece waits to be sent, the signals of its page are not in memory either. The text is made piece by piece, because the answer has
 * no size limit and a website may be named `__proto__`.
 *
 * @param start where the first page begins; null if there are no signals
 * @param read reads a page, whose signals must be ordered by website
 */
export async function* signalsJson(
  start: PageStart | null,
  read: (start: PageStart) => Promise<SignalPage>,
): AsyncGenerator<Buffer, void> {
  const text = new SignalsText();
  let next = start;
  do {
    next = text.add(next === null ? emptyPage : await read(next));
    yield text.take();
  } while (next !== null);
}

const emptyPage: SignalPage = { signals: [], next: null };

/** The text of an answer, to which pages are added. */
class SignalsText {
  private text = '{"signals":{';
  private site: string | null = null;

  /** Adds a page. @returns where the next page begins; null after the last page, which completes the text */
  add({ signals, next }: SignalPage): PageStart | null {
    for (const { website, record } of signals) {
      this.text += website === this.site ? ',' : startOf(website, this.site);
      this.text += JSON.stringify(record);
      this.site = website;
    }
    if (next === null) this.text += this.site === null ? '}}' : ']}}';
    return next;
  }

  /** Takes the text that was added since the last call. */
  take(): Buffer {
    const bytes = Buffer.from(this.text);
    this.text = '';
    return bytes;
  }
}

/** The text that begins the list of signals of a website: `"acme.com":[`. In front of it, the list of the previous website is closed. */
function startOf(website: string, previous: string | null): string {
  return `${previous === null ? '' : '],'}${JSON.stringify(website)}:[`;
}

/**
 * The memory, in bytes, that is reserved for an enrichment with more signals than a page has. By default, two such requests run
 * at a time.
 */
const manySignalsBytes = 24 * 1024 * 1024;

/** The maximum size of the texts of an answer for which no memory is reserved, in bytes. */
const smallAnswerBytes = 64 * 1024;

/**
 * The memory, in bytes, that is reserved for a stream: for a page, for compression, and for the buffer that the system has for
 * the connection. By default, 16 streams of one tenant run at a time.
 */
const streamBytes = 2 * 1024 * 1024;

@Injectable()
export class SignalService {
  constructor(
    private readonly signals: SignalReader,
    private readonly gate: StreamGate,
  ) {}

  /**
   * Streams the caller's signals by account website. Each page is read after the client has taken the page before. The first
   * page is read before the answer begins. If that read fails, the client gets the status 500.
   *
   * For a small answer, no memory is reserved. The signals of a larger answer are read after memory was reserved, so that they
   * are not in memory while the request waits.
   * @throws DomainError SERVICE_BUSY
   */
  async bySite(request: GetSignalsRequest, exchange: Exchange): Promise<StreamedAnswer> {
    const { tenantId } = exchange.caller;
    const filter = signalFilter(request);
    const { start, bytes } = await this.signals.plan(tenantId, filter);
    const pieces = signalsJson(start, (next) => this.signals.page(tenantId, filter, next));
    if (bytes <= smallAnswerBytes) return streamOf(pieces);
    const admission = await this.gate.admit(tenantId, streamBytes);
    try {
      return await streamOf(pieces);
    } finally {
      admission.releaseWhenAnswered(exchange);
    }
  }

  /**
   * Reads a few of the caller's signals, ordered by account website and date.
   * @param limit the maximum number of signals; fewer are returned if their texts are long
   * @param after the place of the last signal of the previous answer; null for the first answer
   * @returns the signals, and `next`, the place of the last one, which is null if no further signals follow
   */
  async some(
    request: GetSignalsRequest,
    { tenantId }: Pick<Caller, 'tenantId'>,
    limit: number,
    after: PageCursor | null,
  ): Promise<{ readonly signals: readonly SiteSignal[]; readonly next: PageCursor | null }> {
    const page = await this.pageAfter(tenantId, signalFilter(request), after);
    const signals = page.signals.slice(0, limit);
    const last = signals.at(-1);
    if (last === undefined || page.signals.length <= limit) return { signals, next: page.next?.after ?? null };
    return { signals, next: { website: last.website, date: last.record.date, id: last.id } };
  }

  private async pageAfter(tenantId: string, filter: SignalFilter, after: PageCursor | null): Promise<SignalPage> {
    if (after !== null) return this.signals.page(tenantId, filter, { order: 'websites', after });
    const { start } = await this.signals.plan(tenantId, filter);
    return start === null ? emptyPage : this.signals.page(tenantId, filter, start);
  }

  /**
   * Reads the caller's signals about companies, for all their domains, ordered by date.
   * @param admission the admission of the request, which grows if there are more signals than a page has
   * @returns the signals by company id; a company without signals has no entry
   * @throws ValidationException if there are more signals than an answer may have
   */
  ofCompanies(
    companyIds: readonly string[],
    allowed: AllowSignals,
    caller: Caller,
    admission: GrowingAdmission,
  ): Promise<SignalGroups> {
    const filter = signalFilter(allowed);
    const failure = () => tooManySignals('companies', companyIds.length, allowed);
    return readBounded(admission, failure, (extent) =>
      this.signals.ofCompanies(caller.tenantId, companyIds, filter, extent),
    );
  }

  /**
   * Reads the caller's signals about persons, ordered by date.
   * @param networkUrls canonical profile URLs
   * @param admission the admission of the request, which grows if there are more signals than a page has
   * @returns the signals by profile URL; a person without signals has no entry
   * @throws ValidationException if there are more signals than an answer may have
   */
  ofPersons(
    networkUrls: readonly string[],
    allowed: AllowSignals,
    caller: Caller,
    admission: GrowingAdmission,
  ): Promise<SignalGroups> {
    const filter = signalFilter(allowed);
    const failure = () => tooManySignals('persons', networkUrls.length, allowed);
    return readBounded(admission, failure, (extent) =>
      this.signals.ofPersons(caller.tenantId, networkUrls, filter, extent),
    );
  }
}

type SignalGroups = ReadonlyMap<string, readonly SignalRecord[]>;
type GrowingAdmission = Pick<Admission, 'grow'>;

/** Reads the signals if they fit into a page. If there are more, first reserves more memory, and then reads all of them. */
async function readBounded(
  admission: GrowingAdmission,
  failure: () => ValidationException,
  read: (extent: SignalExtent) => Promise<SignalGroups | null>,
): Promise<SignalGroups> {
  const few = await read('page');
  if (few !== null) return few;
  await admission.grow(manySignalsBytes);
  const many = await read('all');
  if (many === null) throw failure();
  return many;
}

/**
 * The error for a request whose records have too many signals.
 * @param found the number of records that were found; for a single record, only a shorter range of days helps
 * @param allowed the option of the request that asks for signals
 */
function tooManySignals(list: 'companies' | 'persons', found: number, allowed: AllowSignals): ValidationException {
  const range = 'ask for a shorter range of days with `start_time` and `end_time`';
  const advice = found === 1 ? range : `list fewer ${list}, or ${range}`;
  const text = `the answer would have more than ${maxSignals} signals, or too long ones: ${advice}`;
  return invalidValue(['body', 'allow_signals'], text, allowed);
}

/** Makes the first piece, and returns a stream of all pieces. If the first piece fails, the promise is rejected. */
async function streamOf(pieces: AsyncGenerator<Buffer, void>): Promise<StreamedAnswer> {
  const first = await pieces.next();
  return new StreamedAnswer(resume(first, pieces));
}

/** Yields a first piece that was already taken from the generator, and then the rest of the pieces. */
async function* resume(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done !== true) yield first.value;
  yield* rest;
}
