import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller.js';
import type { AllowSignals, SignalRecord } from './allow-signals.dto.js';
import { signalFilter } from './signal-filter.js';
import type { GetSignalsRequest } from './signal.dto.js';
import { SignalReader } from './signal.reader.js';
import { signalsJson } from './signals-json.js';

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
   * @returns by company id; a company without signals has no entry
   */
  ofCompanies(
    companyIds: readonly string[],
    allowed: AllowSignals,
    caller: Caller,
  ): Promise<ReadonlyMap<string, readonly SignalRecord[]>> {
    return this.signals.ofCompanies(caller.tenantId, companyIds, signalFilter(allowed));
  }

  /**
   * The caller's signals about persons, in order of date.
   * @param networkUrls canonical profile pages
   * @returns by profile page; a person without signals has no entry
   */
  ofPersons(
    networkUrls: readonly string[],
    allowed: AllowSignals,
    caller: Caller,
  ): Promise<ReadonlyMap<string, readonly SignalRecord[]>> {
    return this.signals.ofPersons(caller.tenantId, networkUrls, signalFilter(allowed));
  }
}

async function* resume(first: IteratorResult<string, void>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value;
  yield* rest;
}
