import { Inject, Injectable } from '@nestjs/common';
import type { BillingContext, ChargedAnswer, PricedAnswer } from '../billing/charging/charged-answer.js';
import { Charge, CreditService } from '../billing/charging/credit.service.js';
import type { Charges } from '../billing/credits/credit-amounts.js';
import { configToken, type Config } from '../platform/config/config.js';
import { type Admission, AnswerGate } from '../platform/http/admission-gate.js';
import { Metrics } from '../platform/observability/metrics.js';
import { type AnswerContent, AnswerSize } from './answer-size.js';
import type { EnrichmentAnswer, EnrichmentResult } from './enrichment-answer.js';

/** The enrichment of one request. Companies and persons each fill in what is their own. */
export interface Enrichment<Result extends EnrichmentResult> extends AnswerContent {
  /** Prepares the look-up. Called once the request is admitted, because this takes memory and time. */
  prepare(): Lookup<Result> | Promise<Lookup<Result>>;
}

/** The look-up of one request. */
export interface Lookup<Result extends EnrichmentResult> {
  /** Its highest possible cost. */
  readonly maximumCost: Charges;

  /**
   * Reads the records and makes the answer with its cost. It can be called repeatedly.
   * @param admission grows where more is read than was estimated
   */
  answer(admission: Admission): Promise<PricedAnswer<EnrichmentAnswer<Result>>>;
}

/** Runs enrichments, of companies and of persons, and charges them. */
@Injectable()
export class EnrichmentService {
  constructor(
    private readonly credits: CreditService,
    private readonly gate: AnswerGate,
    private readonly metrics: Metrics,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Answers and charges an enrichment. If it fails, nothing is charged.
   * @throws DomainError INSUFFICIENT_CREDITS, MAXIMUM_CREDITS_EXCEEDED, SERVICE_BUSY, REQUEST_ABANDONED
   * @throws ValidationException when the answer would be too large
   */
  async run<Result extends EnrichmentResult>(
    enrichment: Enrichment<Result>,
    billing: BillingContext,
  ): Promise<ChargedAnswer<EnrichmentAnswer<Result>>> {
    const size = new AnswerSize(enrichment, this.config.maxBatch);
    const admission = await this.gate.admit(billing.caller.tenantId, size.estimate);
    const charge = new Charge(billing);
    try {
      const lookup = await enrichment.prepare();
      await this.credits.reserve(charge, lookup.maximumCost);
      let charged: ChargedAnswer<EnrichmentAnswer<Result>> | null;
      do {
        const priced = await lookup.answer(admission);
        await admission.grow(size.of(priced.answer.seal()));
        // Null when a person was erased since the look-up began: then it is repeated, and its answer is not sent.
        charged = await this.credits.settle(charge, priced);
      } while (charged === null);
      this.metrics.identifiersLookedUp(billing.endpoint, charged.answer);
      return charged;
    } catch (error) {
      await this.credits.release(charge);
      throw error;
    } finally {
      admission.releaseWhenAnswered(billing);
    }
  }
}
