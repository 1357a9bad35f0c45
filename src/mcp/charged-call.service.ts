import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { BillingContext, ChargedAnswer } from '../billing/charging/charged-answer.js';
import { type Charges, creditFeatures } from '../billing/credits/credit-amounts.js';
import { unpack } from '../billing/idempotency/answer-packing.js';
import { IdempotencyService } from '../billing/idempotency/idempotency.service.js';
import { digestOf, idempotencyKeyOf } from '../billing/idempotency/stored-answer.js';
import { UsageService } from '../billing/usage/usage.service.js';
import { EnrichmentAnswer } from '../enrichment/enrichment-answer.js';
import type { ToolCall } from './tool.js';

/** The arguments that every tool has whose calls cost credits. */
export const chargedArguments = {
  maximum_credits: z.int().min(0).optional().meta({
    description: 'Refuses the call, before anything is charged, if it may cost more credits than this.',
  }),
  idempotency_key: z
    .string()
    .optional()
    .meta({
      description:
        'A new unique text for each call. A retry with the same key and arguments within 24 hours gets the same answer and is not ' +
        'charged again. Without a key, a call that you cancel before its charge costs nothing; one that you cancel later is charged, and ' +
        'its answer is lost.',
    }),
};

/** The members of the result that tell the cost. All tools that cost credits have them. */
export const chargedResult = {
  credits_charged: z.partialRecord(z.enum(creditFeatures), z.int().min(0)).meta({
    description:
      'The credits that this call cost, for each feature; 0 if the call got the stored answer of an earlier call.',
  }),
  credits_left: z.partialRecord(z.enum(creditFeatures), z.int().nullable()).meta({
    description: 'The credits that the tenant has left, for each feature; null if they are unlimited.',
  }),
  replayed: z
    .boolean()
    .meta({ description: 'Whether this is the stored answer of an earlier call that had the same idempotency key.' }),
};

export interface ChargedArguments {
  readonly maximum_credits?: number | undefined;
  readonly idempotency_key?: string | undefined;
}

/** The result of a call for which credits can be charged. */
export interface ChargedResult {
  /** The body with which the HTTP route would answer, as parsed JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The requested names that are neither fields nor query fields. */
  readonly unknownFields: readonly string[];
  /** The credits that are reserved now and will be charged when the run succeeds. Empty if this is the stored answer of an earlier call. */
  readonly reserved: Charges;
  readonly cost: z.input<z.ZodObject<typeof chargedResult>>;
}

/**
 * Runs the calls of tools that cost credits. The rules are those of the HTTP routes: each call has an entry in the ledger, and
 * calls with the same idempotency key are run and charged once.
 */
@Injectable()
export class ChargedCallService {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly usage: UsageService,
  ) {}

  /**
   * Runs a call and charges for it, or returns the stored answer of an earlier call with the same idempotency key and arguments.
   * @param args all arguments of the call
   * @param work the enrichment or the start of a run, which charges the credits
   * @throws DomainError and ValidationException that `work` throws, and those for an invalid or reused idempotency key
   */
  async run(
    tool: string,
    { maximum_credits: maximumCredits, idempotency_key: sentKey, ...args }: ChargedArguments,
    call: ToolCall,
    work: (billing: BillingContext) => Promise<ChargedAnswer<object>>,
  ): Promise<ChargedResult> {
    const { requestId, caller, client, whenAnswered, isAbandoned } = call;
    const { tenantId } = caller;
    const endpoint = `POST /mcp ${tool}`;
    const billing = { id: requestId, caller, client, endpoint, claim: null, whenAnswered, isAbandoned, maximumCredits };
    if (sentKey === undefined) return fresh(await work(billing));
    const key = idempotencyKeyOf({ headersDistinct: { 'idempotency-key': [sentKey] } });
    if (key === null)
      throw new Error('The argument idempotency_key of the tool call was lost when it was passed on as a header');
    const bodyBytes = Buffer.from(canonical(args));
    const digest = digestOf({ method: 'POST', path: `/mcp ${tool}`, bodyBytes });
    const outcome = await this.idempotency.once({ tenantId, key, digest, requestId }, (claim) =>
      work({ ...billing, claim, isAbandoned: () => false }),
    );
    if (outcome.state === 'answered') return fresh(outcome.result);
    const { text, features } = outcome.answer;
    const { credits } = await this.usage.credits(caller);
    const left = credits.filter(({ feature }) => features.includes(feature));
    return {
      body: JSON.parse((await unpack(text)) ?? '{}') as ChargedResult['body'],
      unknownFields: [],
      reserved: new Map(),
      cost: {
        credits_charged: Object.fromEntries(features.map((feature) => [feature, 0])),
        credits_left: Object.fromEntries(left.map(({ feature, available }) => [feature, available])),
        replayed: true,
      },
    };
  }
}

async function fresh({ answer, charges, balances, reserved }: ChargedAnswer<object>): Promise<ChargedResult> {
  const isEnrichment = answer instanceof EnrichmentAnswer;
  const text = isEnrichment ? await answer.text() : JSON.stringify(answer);
  const left = [...balances].map(([feature, { remaining }]) => [feature, remaining === 'unlimited' ? null : remaining]);
  const charged = [...balances.keys()].map((feature) => [feature, charges.get(feature) ?? 0]);
  return {
    body: JSON.parse(text) as ChargedResult['body'],
    unknownFields: isEnrichment ? answer.unknownFields : [],
    reserved,
    cost: {
      credits_charged: Object.fromEntries(charged) as ChargedResult['cost']['credits_charged'],
      credits_left: Object.fromEntries(left) as ChargedResult['cost']['credits_left'],
      replayed: false,
    },
  };
}

/**
 * The arguments as JSON, with the members sorted by name. An agent that repeats a call may write its arguments in another order;
 * the text is equal all the same.
 */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
