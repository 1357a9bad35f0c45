const FEATURES = ['data_access', 'contact_data'];

/**
 * Compares what clients have sent and heard with what the ledger says.
 * @returns {{ complaints: string[], accounts: object[] }} what does not agree, in lines to read, and of each account also what
 *   was acknowledged, which is what clients know to have been charged, and what was charged without an answer
 */
export function compare({ requests, attempts }, { accounts, traces, broken }, tenants) {
  const byId = new Map(requests.map((request) => [request.id, { request, attempts: [] }]));
  for (const attempt of attempts)
    byId.get(attempt.request).attempts.push({ ...attempt, trace: traces.get(attempt.id) });
  const known = new Set(attempts.map(({ id }) => id));
  const told = [...byId.values()];
  return {
    complaints: [
      ...broken,
      ...[...traces.keys()].filter((id) => !known.has(id)).map((id) => `${id} was never sent, and has left a trace`),
      ...told.flatMap((each) => each.attempts.flatMap((attempt) => complaintsOf(attempt, each.request, tenants))),
      ...told.filter(({ request }) => request.key !== null).flatMap(complaintsOfKey),
      ...accounts.flatMap((account) => complaintsOfAccount(account, sumsOf(account, told), tenants)),
    ],
    accounts: accounts.map((account) => ({ ...account, ...sumsOf(account, told) })),
  };
}

/** Of one attempt by itself. */
function complaintsOf(attempt, request, tenants) {
  const { trace } = attempt;
  const complaints = trace === undefined ? [] : complaintsOfTrace(trace, request);
  if (attempt.status === 200) complaints.push(...complaintsOfSuccess(attempt, request));
  else if (attempt.status === 402) {
    if (trace !== undefined) complaints.push('was refused, and has left a trace');
    if (tenants[request.tenant].scarce === undefined) complaints.push('was refused, though there was enough');
  } else if (attempt.status === 409) {
    if (isCharged(trace)) complaints.push('was told to wait for another, and is charged');
  } else if (attempt.status !== null && attempt.status !== 500)
    complaints.push(`was answered ${attempt.status}: ${attempt.words}`);
  return complaints.map((complaint) => `${attempt.id} of ${request.tenant} ${complaint}`);
}

function complaintsOfTrace({ tenant, holds, reserved, posted }, { tenant: sender, most, cost }) {
  const complaints = [];
  if (tenant !== sender) complaints.push(`has left its trace with ${tenant}`);
  if (holds.size !== 1) complaints.push(`has ${holds.size} holds`);
  if (!isSame(reserved, most)) complaints.push(`has reserved ${say(reserved)} instead of ${say(most)}`);
  if (!isEmpty(posted) && !isSame(posted, cost)) complaints.push(`is charged ${say(posted)} instead of ${say(cost)}`);
  return complaints;
}

function complaintsOfSuccess({ charged, isReplay, trace, matched }, { cost, most, key }) {
  const complaints = [];
  if (matched !== cost.data_access)
    complaints.push(`was answered with ${matched} results instead of ${cost.data_access}`);
  const expected = (feature) => (most[feature] === undefined ? undefined : String(isReplay ? 0 : cost[feature]));
  if (FEATURES.some((feature) => charged[feature] !== expected(feature)))
    complaints.push(`was told that it costs ${say(charged)}${isReplay ? ' though it is a repetition' : ''}`);
  if (isReplay && key === null) complaints.push('was answered with what was stored, but has no key');
  if (isReplay && trace !== undefined) complaints.push('was answered with what was stored, and has left a trace');
  if (!isReplay && trace === undefined) complaints.push('was answered, and has left no trace');
  if (!isReplay && trace !== undefined && !isSame(trace.posted, cost))
    complaints.push(`was answered, and is charged ${say(trace.posted)} instead of ${say(cost)}`);
  return complaints;
}

/** Of all attempts with one key together: they are one request, done once and paid for once. */
function complaintsOfKey({ request, attempts }) {
  const complaints = [];
  const succeeded = attempts.filter(({ status }) => status === 200);
  const charged = attempts.filter(({ trace }) => isCharged(trace));
  const first = succeeded.filter(({ isReplay }) => !isReplay);
  const expected = succeeded.length > 0 && !isFree(request) ? 1 : 0;
  if (charged.length !== expected) complaints.push(`is charged ${charged.length} times instead of ${expected}`);
  // An answer that costs nothing is not kept, but worked out again.
  if (first.length > 1 && !isFree(request)) complaints.push(`was done ${first.length} times`);
  if (new Set(succeeded.map(({ digest }) => digest)).size > 1) complaints.push('has several answers');
  for (const { isReplay, original } of succeeded) {
    const source = attempts.find(({ id }) => id === original);
    if (isReplay && source === undefined)
      complaints.push(`repeats the answer of ${original}, which is another request`);
    else if (isReplay && !isSame(source.trace?.posted ?? {}, request.cost))
      complaints.push(`repeats the answer of ${original}, which is charged ${say(source.trace?.posted ?? {})}`);
  }
  if (!attempts.some(({ status }) => status === 200 || status === 402)) complaints.push('never got an answer');
  return complaints.map((complaint) => `${request.key} of ${request.tenant} ${complaint}`);
}

function complaintsOfAccount({ tenant, feature, granted, posted, pending }, { acknowledged, unacknowledged }, tenants) {
  const complaints = [];
  const explained = acknowledged + unacknowledged;
  if (pending !== 0) complaints.push(`has ${pending} reserved`);
  if (posted < acknowledged) complaints.push(`is charged ${posted}, less than the ${acknowledged} acknowledged`);
  if (posted !== explained) complaints.push(`is charged ${posted}, of which requests explain ${explained}`);
  if (tenants[tenant].scarce === feature && posted !== granted)
    complaints.push(`was to be used up, and has ${granted - posted} of ${granted} left`);
  return complaints.map((complaint) => `${tenant} ${feature} ${complaint}`);
}

/** What clients know of, and what only the ledger knows of: the answer got lost on its way. */
function sumsOf({ tenant, feature }, told) {
  let [acknowledged, unacknowledged, expired] = [0, 0, 0];
  for (const { request, attempts } of told) {
    if (request.tenant !== tenant || request.most[feature] === undefined) continue;
    const isKnown = attempts.some(({ status }) => status === 200);
    if (isKnown) acknowledged += request.cost[feature];
    for (const { trace } of attempts) {
      if (!isKnown) unacknowledged += trace?.posted[feature] ?? 0;
      expired += trace?.expired[feature] ?? 0;
    }
  }
  return { acknowledged, unacknowledged, expired };
}

function isCharged(trace) {
  return trace !== undefined && !isEmpty(trace.posted);
}

export function isFree({ cost }) {
  return isEmpty(withoutZeros(cost));
}

/** Where nothing is charged nothing is written either. */
function withoutZeros(amounts) {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0));
}

function isSame(one, other) {
  return say(withoutZeros(one)) === say(withoutZeros(other));
}

function isEmpty(amounts) {
  return Object.keys(amounts).length === 0;
}

function say(amounts) {
  const parts = FEATURES.filter((feature) => amounts[feature] !== undefined).map(
    (feature) => `${amounts[feature]} ${feature}`,
  );
  return parts.length > 0 ? parts.join(' and ') : 'nothing';
}
