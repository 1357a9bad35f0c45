import { Inject, Injectable } from '@nestjs/common';
import type { BillingContext, ChargedAnswer } from '../billing/charging/charged-answer.js';
import { Charge, CreditService } from '../billing/charging/credit.service.js';
import { isZero, zeroCharges } from '../billing/credits/credit-amounts.js';
import { configToken, type Config } from '../platform/config/config.js';
import { AnswerGate } from '../platform/http/admission-gate.js';
import { RateLimitGuard } from '../platform/http/rate-limit.guard.js';
import { Metrics } from '../platform/observability/metrics.js';
import { AnswerSize } from './answer-size.js';
import type { EnrichmentAnswer, EnrichmentResult } from './enrichment-answer.js';
import { assertRequiredRequested } from './match-conditions.js';
import { ReceivedRecords } from './received-records.js';
import { answerOf, type Enrichment, type StoredRecord } from './record-lookup.js';

/** Runs the enrichments of companies and of persons, and charges for them. */
@Injectable()
export class EnrichmentService {
  constructor(
    private readonly credits: CreditService,
    private readonly gate: AnswerGate,
    private readonly metrics: Metrics,
    private readonly limits: RateLimitGuard,
    private readonly received: ReceivedRecords,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Runs an enrichment and charges its actual cost. If it fails, nothing is charged.
   * @throws DomainError INSUFFICIENT_CREDITS, MAXIMUM_CREDITS_EXCEEDED, SERVICE_BUSY, REQUEST_ABANDONED
   * @throws DomainError PREVIEWS_OFF for a preview; RATE_LIMIT_EXCEEDED for a preview or another free request
   * @throws ValidationException if the answer would be too large, or if a required name is not requested
   */
  async run<Identifier extends object, Found extends StoredRecord>(
    enrichment: Enrichment<Identifier, Found>,
    billing: BillingContext,
  ): Promise<ChargedAnswer<EnrichmentAnswer<EnrichmentResult<Identifier>>>> {
    const { list, names, identifiers, members, options } = enrichment;
    const { caller } = billing;
    assertRequiredRequested(options, members);
    if (options.preview) await this.limits.admitPreview(billing);
    const size = new AnswerSize({ list, names, records: identifiers.length }, this.config.maxBatch);
    const admission = await this.gate.admit(caller.tenantId, size.estimate);
    const maximumCredits = billing.maximumCredits ?? options.max_credits ?? undefined;
    const charge = new Charge({ ...billing, maximumCredits }, enrichment.holds);
    try {
      const lookup = await enrichment.prepare();
      const { maximumCost } = lookup;
      if (!options.preview && isZero(maximumCost) && this.isList(identifiers))
        await this.limits.admitFreeLookup(billing);
      // A preview reserves no credits. With the amount 0, the balance of each feature is read nevertheless.
      await this.credits.reserve(charge, options.preview ? zeroCharges(maximumCost) : maximumCost);
      const context = { caller, admission, withRecordIds: this.received.areNoted(list, caller) };
      let charged: ChargedAnswer<EnrichmentAnswer<EnrichmentResult<Identifier>>> | null;
      do {
        const priced = await answerOf(enrichment, lookup, context);
        await admission.grow(size.of(priced.answer.seal()));
        // The result is null if a person was erased since the lookup began, or if another search has charged the same records. Then this
        // answer is dropped, and the lookup is repeated.
        charged = await this.credits.settle(charge, priced);
      } while (charged === null);
      this.metrics.identifiersLookedUp(billing.endpoint, charged.answer);
      // The records are noted before the answer is sent. The answer to a preview has no data, so nothing is noted.
      this.received.note(list, caller, charged.answer.recordIds);
      return charged;
    } catch (error) {
      await this.credits.release(charge);
      throw error;
    } finally {
      admission.releaseWhenAnswered(billing);
    }
  }

  /**
   * Whether a request without a price counts as a list of records. Such requests are limited like previews: they tell which records are
   * stored, too. A request with at most a tenth of the maximum number of identifiers is no list, because even at the full rate such
   * requests look up no more than previews may.
   */
  private isList(identifiers: readonly object[]): boolean {
    return identifiers.length > this.config.maxBatch / 10;
  }
}
