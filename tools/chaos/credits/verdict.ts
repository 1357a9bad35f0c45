import type { Attempt, Clients } from '../clients.js';
import type { Account, Ledger, Trace } from './ledger.js';
import type { Amounts, CreditTenant, EnrichRequest, Feature } from './requests.js';

/** The parts of an answer that are compared with the ledger. */
export interface CreditReading {
  /** The headers with the charged credits. */
  readonly charged: Readonly<Record<Feature, string | undefined>>;
  readonly isReplay: boolean;
  /** The id of the attempt whose stored answer this is. */
  readonly original: string | undefined;
  /** The number of matched results of an answer with status 200; null for another status. */
  readonly matched: number | null;
  /** The text of an answer with an unexpected status; null for another answer. */
  readonly unexpected: string | null;
  /** The hash of the body, to compare the answers to requests with one key. */
  readonly digest: string;
}

export type CreditClients = Clients<EnrichRequest, CreditReading>;

/** An attempt with its entries in the ledger. */
type TracedAttempt = Attempt<CreditReading> & { readonly trace: Trace | undefined };

/** A request with its attempts. */
interface Sent {
  readonly request: EnrichRequest;
  readonly attempts: TracedAttempt[];
}

interface AccountSums {
  /** The credits that requests cost whose answers arrived at the client. */
  readonly acknowledged: number;
  /** The credits that were charged for requests whose answers did not arrive. */
  readonly unacknowledged: number;
  readonly expired: number;
}

export interface Verdict {
  readonly discrepancies: readonly string[];
  readonly accounts: readonly (Account & AccountSums)[];
}

type Tenants = Readonly<Record<string, CreditTenant>>;

/** The statuses with which a proxy answers when no process has answered it. */
const proxyFailures = [502, 504];
const features: readonly Feature[] = ['data_access', 'contact_data'];

/**
 * Compares the requests and answers of the clients with the ledger. Each difference is a line of text.
 * @param isProxied whether a proxy is in front of the processes, which may send one attempt to two processes
 */
export function compare(
  { requests, attempts }: Pick<CreditClients, 'requests' | 'attempts'>,
  { accounts, traces }: Ledger,
  tenants: Tenants,
  isProxied = false,
): Verdict {
  const sent = requests.map((request): Sent => ({ request, attempts: [] }));
  const byId = new Map(sent.map((each) => [each.request.id, each]));
  for (const attempt of attempts)
    byId.get(attempt.requestId)?.attempts.push({ ...attempt, trace: traces.get(attempt.id) });
  const known = new Set(attempts.map(({ id }) => id));
  const summed = accounts.map((account) => ({ ...account, ...sumsOf(account, sent) }));
  return {
    discrepancies: [
      ...[...traces.keys()]
        .filter((id) => !known.has(id))
        .map((id) => `Attempt ${id} has ledger entries, although no client has sent it`),
      ...sent.flatMap(({ attempts: own, request }) =>
        own.flatMap((attempt) => discrepanciesOf(attempt, request, tenants, isProxied)),
      ),
      ...sent.filter(({ request }) => request.key !== null).flatMap(discrepanciesOfKey),
      ...summed.flatMap((account) => discrepanciesOfAccount(account, tenants)),
    ],
    accounts: summed,
  };
}

function discrepanciesOf(
  attempt: TracedAttempt,
  request: EnrichRequest,
  tenants: Tenants,
  isProxied: boolean,
): string[] {
  const { trace, status, reading } = attempt;
  const discrepancies = trace === undefined ? [] : discrepanciesOfTrace(trace, request, isProxied);
  if (status === 200 && reading !== null)
    discrepancies.push(...discrepanciesOfSuccess(reading, trace, request, isProxied));
  else if (status === 402) {
    if (trace !== undefined) discrepancies.push('was refused with 402, but has ledger entries');
    if (tenants[request.tenant]?.scarce === undefined)
      discrepancies.push('was refused with 402, although the tenant has enough credits');
  } else if (status === 409) {
    if (isCharged(trace) && !isProxied)
      discrepancies.push('was refused with 409 because of another attempt, but was charged');
  } else if (status !== null && status !== 500 && !(isProxied && proxyFailures.includes(status)))
    discrepancies.push(`was answered with the unexpected status ${status}: ${reading?.unexpected ?? ''}`);
  return discrepancies.map((discrepancy) => `Attempt ${attempt.id} of ${request.tenant} ${discrepancy}`);
}

function discrepanciesOfTrace(
  { tenant, holds, ...trace }: Trace,
  request: EnrichRequest,
  isProxied: boolean,
): string[] {
  const discrepancies: string[] = [];
  const { cost } = request;
  // If the first process is killed, a proxy sends the request to a second process. The hold of the killed process then
  // expires.
  const times = isProxied ? holds.size : 1;
  const reserved: Amounts = Object.fromEntries(
    Object.entries(request.reserved).map(([feature, amount]) => [feature, amount * times]),
  );
  if (tenant !== request.tenant) discrepancies.push(`has ledger entries of another tenant, ${tenant}`);
  if (holds.size !== 1 && !(isProxied && holds.size === 2))
    discrepancies.push(`has ${holds.size} holds instead of one`);
  if (!isSame(trace.reserved, reserved))
    discrepancies.push(`reserved ${textOf(trace.reserved)} instead of ${textOf(reserved)}`);
  if (!isEmpty(trace.posted) && !isSame(trace.posted, cost))
    discrepancies.push(`was charged ${textOf(trace.posted)} instead of ${textOf(cost)}`);
  return discrepancies;
}

function discrepanciesOfSuccess(
  reading: CreditReading,
  trace: Trace | undefined,
  request: EnrichRequest,
  isProxied: boolean,
): string[] {
  const { charged, isReplay, matched } = reading;
  const { cost, reserved, key } = request;
  const discrepancies: string[] = [];
  if (matched !== cost.data_access)
    discrepancies.push(`was answered with ${matched ?? 'no'} matched results instead of ${cost.data_access ?? 0}`);
  const expected = (feature: Feature): string | undefined =>
    reserved[feature] === undefined ? undefined : String(isReplay ? 0 : cost[feature]);
  if (features.some((feature) => charged[feature] !== expected(feature)))
    discrepancies.push(
      `was answered with wrong headers about its charge, ${JSON.stringify(charged)}${isReplay ? ', for a stored answer' : ''}`,
    );
  if (isReplay && key === null) discrepancies.push('got a stored answer, but has no idempotency key');
  if (isReplay && trace !== undefined && !isProxied) discrepancies.push('got a stored answer, but has ledger entries');
  if (!isReplay && trace === undefined) discrepancies.push('was answered with 200, but has no ledger entries');
  if (!isReplay && trace !== undefined && !isSame(trace.posted, cost))
    discrepancies.push(`was answered with 200, but charged ${textOf(trace.posted)} instead of ${textOf(cost)}`);
  return discrepancies;
}

/** Checks the attempts with one key: the request must be done once and charged once. */
function discrepanciesOfKey({ request, attempts }: Sent): string[] {
  const discrepancies: string[] = [];
  const answers = attempts.flatMap(({ status, reading }) => (status === 200 && reading !== null ? [reading] : []));
  const charges = attempts.filter(({ trace }) => isCharged(trace)).length;
  const expected = answers.length > 0 && !isFree(request) ? 1 : 0;
  if (charges !== expected) discrepancies.push(`was charged ${charges} times instead of ${expected}`);
  // An answer that cost nothing is not stored, so its request may be done again.
  const executions = answers.filter(({ isReplay }) => !isReplay).length;
  if (executions > 1 && !isFree(request)) discrepancies.push(`was done ${executions} times instead of once`);
  if (new Set(answers.map(({ digest }) => digest)).size > 1) discrepancies.push('got different answers');
  for (const { isReplay, original = 'no attempt' } of answers) {
    if (!isReplay) continue;
    const source = attempts.find(({ id }) => id === original);
    const posted = source?.trace?.posted ?? {};
    if (source === undefined)
      discrepancies.push(`got the stored answer of ${original}, which is an attempt of another request`);
    else if (!isSame(posted, request.cost))
      discrepancies.push(`got the stored answer of ${original}, which was charged ${textOf(posted)}`);
  }
  if (!attempts.some(({ status }) => status === 200 || status === 402))
    discrepancies.push('never got an answer with 200 or 402');
  return discrepancies.map(
    (discrepancy) => `The request with ${request.key ?? ''} of ${request.tenant} ${discrepancy}`,
  );
}

function discrepanciesOfAccount(account: Account & AccountSums, tenants: Tenants): string[] {
  const { tenant, feature, granted, posted, pending, acknowledged, unacknowledged } = account;
  const discrepancies: string[] = [];
  const explained = acknowledged + unacknowledged;
  if (pending !== 0) discrepancies.push(`still has ${pending} credits reserved`);
  if (posted < acknowledged)
    discrepancies.push(`was charged ${posted} credits, fewer than the ${acknowledged} of answered requests`);
  if (posted !== explained) discrepancies.push(`was charged ${posted} credits, but its requests explain ${explained}`);
  if (tenants[tenant]?.scarce === feature && posted !== granted)
    discrepancies.push(`has ${granted - posted} of ${granted} credits left, although all had to be used up`);
  return discrepancies.map((discrepancy) => `The account ${feature} of ${tenant} ${discrepancy}`);
}

function sumsOf({ tenant, feature }: Account, sent: readonly Sent[]): AccountSums {
  let [acknowledged, unacknowledged, expired] = [0, 0, 0];
  for (const { request, attempts } of sent) {
    if (request.tenant !== tenant || request.reserved[feature] === undefined) continue;
    const isAcknowledged = attempts.some(({ status }) => status === 200);
    if (isAcknowledged) acknowledged += request.cost[feature] ?? 0;
    for (const { trace } of attempts) {
      if (!isAcknowledged) unacknowledged += trace?.posted[feature] ?? 0;
      expired += trace?.expired[feature] ?? 0;
    }
  }
  return { acknowledged, unacknowledged, expired };
}

function isCharged(trace: Trace | undefined): boolean {
  return trace !== undefined && !isEmpty(trace.posted);
}

/** Whether a request costs nothing. */
export function isFree({ cost }: EnrichRequest): boolean {
  return features.every((feature) => (cost[feature] ?? 0) === 0);
}

/** Whether the amounts are equal. A feature that is absent counts as 0, because the ledger has no entry for a charge of 0. */
function isSame(one: Amounts, other: Amounts): boolean {
  return features.every((feature) => (one[feature] ?? 0) === (other[feature] ?? 0));
}

function isEmpty(amounts: Amounts): boolean {
  return Object.keys(amounts).length === 0;
}

function textOf(amounts: Amounts): string {
  const parts = Object.entries(amounts).map(([feature, amount]) => `${amount} ${feature}`);
  return parts.length > 0 ? parts.join(' and ') : 'nothing';
}
