import { Inject, Injectable } from '@nestjs/common';
import type { BillingContext, ChargedAnswer, PricedAnswer } from '../billing/charging/charged-answer.js';
import { Charge, CreditService } from '../billing/charging/credit.service.js';
import { isZero, type Charges } from '../billing/credits/credit-amounts.js';
import { configToken, type Config } from '../platform/config/config.js';
import { type Admission, AnswerGate } from '../platform/http/admission-gate.js';
import { RateLimitGuard } from '../platform/http/rate-limit.guard.js';
import { Metrics } from '../platform/observability/metrics.js';
import { type AnswerContent, AnswerSize } from './answer-size.js';
import type { EnrichmentAnswer, EnrichmentResult } from './enrichment-answer.js';

/** The steps of an enrichment that differ between companies and persons. */
export interface Enrichment<Result extends EnrichmentResult> extends AnswerContent {
  /** The maximum number of credits that the request may cost, as its body states it. */
  readonly maxCredits: number | null | undefined;
  /**
   * Whether the request is a preview, which asks what the request would match and cost. A preview itself is free, so its lookup
   * reserves and charges nothing.
   */
  readonly isPreview: boolean;

  /** Prepares the lookup. It is called after the request was admitted, because it takes memory and time. */
  prepare(): Lookup<Result> | Promise<Lookup<Result>>;
}

/** The lookup of the records of one request. */
export interface Lookup<Result extends EnrichmentResult> {
  /** The highest cost that the request can have. */
  readonly maximumCost: Charges;

  /**
   * Reads the records, and makes the answer with its cost. It can be called several times.
   * @param admission the memory that was reserved for the request. The lookup must enlarge the reservation if it reads more
   *   than was estimated
   */
  answer(admission: Admission): Promise<PricedAnswer<EnrichmentAnswer<Result>>>;
}

/** Runs the enrichments of companies and of persons, and charges for them. */
@Injectable()
export class EnrichmentService {
  constructor(
    private readonly credits: CreditService,
    private readonly gate: AnswerGate,
    private readonly metrics: Metrics,
    private readonly limits: RateLimitGuard,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Runs an enrichment and charges its actual cost. If it fails, nothing is charged.
   * @throws DomainError INSUFFICIENT_CREDITS, MAXIMUM_CREDITS_EXCEEDED, SERVICE_BUSY, REQUEST_ABANDONED
   * @throws DomainError PREVIEWS_OFF for a preview; RATE_LIMIT_EXCEEDED for a preview or another free request
   * @throws ValidationException if the answer would be too large
   */
  async run<Result extends EnrichmentResult>(
    enrichment: Enrichment<Result>,
    billing: BillingContext,
  ): Promise<ChargedAnswer<EnrichmentAnswer<Result>>> {
    if (enrichment.isPreview) await this.limits.admitPreview(billing);
    const size = new AnswerSize(enrichment, this.config.maxBatch);
    const admission = await this.gate.admit(billing.caller.tenantId, size.estimate);
    const charge = new Charge({
      ...billing,
      maximumCredits: billing.maximumCredits ?? enrichment.maxCredits ?? undefined,
    });
    try {
      const lookup = await enrichment.prepare();
      if (this.isFreeList(enrichment, lookup)) await this.limits.admitFreeLookup(billing);
      await this.credits.reserve(charge, lookup.maximumCost);
      let charged: ChargedAnswer<EnrichmentAnswer<Result>> | null;
      do {
        const priced = await lookup.answer(admission);
        await admission.grow(size.of(priced.answer.seal()));
        // The result is null if a person was erased since the lookup began. Then this answer is dropped, and the lookup is
        // repeated.
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

  /**
   * Whether a request looks up a list of records and can cost nothing, because it names no field, option or feature with a price. Such
   * requests are limited like previews: they tell which records are stored, too. A request with at most a tenth of the maximum number
   * of identifiers does not count as a list, because even at the full rate such requests look up no more than previews may. A preview
   * was counted before.
   */
  private isFreeList(
    { isPreview, records }: Enrichment<EnrichmentResult>,
    { maximumCost }: Lookup<EnrichmentResult>,
  ): boolean {
    return !isPreview && isZero(maximumCost) && records > this.config.maxBatch / 10;
  }
}
