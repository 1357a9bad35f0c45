import { type ResponseInfo, Unauthorised, ValidationFailed } from 'data-access-client';
import { type AnyResult, type Choice, enrich, firstChoice, type Identifier, type Kind } from '../enrichment/choice.js';
import { canIdentify, identifierMembers, identifyingText } from '../enrichment/identifiers.js';
import { preview, type Previewed } from '../enrichment/preview.js';
import { keptInTab } from '../kept-in-tab.js';
import { fingerprintOf } from '../lists/fingerprint.js';
import { randomId } from '../random-id.js';
import { client, signOut } from '../session.js';
import { type Faults, noFaults, sortFaults } from './faults.js';

/**
 * The outcome of the last request. `refused` means that the request is not valid: the form found this before it sent the request, or the
 * service did. The form then shows what is wrong at each control.
 */
export type Asked =
  | { readonly state: 'nothing' | 'waiting' }
  | { readonly state: 'answered'; readonly result: AnyResult; readonly response: ResponseInfo }
  | ({ readonly state: 'previewed' } & Previewed)
  | { readonly state: 'refused'; readonly faults: Faults }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void };

/** The form as the user left it, and the outcome of the last request. */
export interface TryIt {
  readonly kind: Kind;
  readonly choices: Readonly<Record<Kind, Choice>>;
  readonly written: Readonly<Record<Kind, Identifier>>;
  readonly asked: Asked;
}

const untouched: TryIt = {
  kind: 'companies',
  choices: {
    companies: { ...firstChoice('companies'), evidence: true },
    persons: { ...firstChoice('persons'), evidence: true },
  },
  written: { companies: {}, persons: {} },
  asked: { state: 'nothing' },
};

/**
 * What the screen shows. A user who comes back from another screen or page finds the form and the answer, and need not pay a second time.
 */
export const tryIt = keptInTab<TryIt>({
  name: 'data-access-console-try-it',
  untouched,
  lasting: (state) => {
    const isLasting = state.asked.state === 'answered' || state.asked.state === 'previewed';
    return isLasting ? state : { ...state, asked: untouched.asked };
  },
  onEnd: forget,
});

export function change(changed: Partial<TryIt>): void {
  tryIt.value = { ...tryIt.value, ...changed };
}

export function faultsOf(asked: Asked): Faults {
  return asked.state === 'refused' ? asked.faults : noFaults;
}

/** The choice and the identifier that the form has now. A field without text is no part of the identifier. */
export function filledIn({ kind, choices, written }: TryIt): {
  readonly choice: Choice;
  readonly identifier: Identifier;
} {
  const given = Object.entries(written[kind]).filter(([, value]) => value.trim() !== '');
  return { choice: choices[kind], identifier: Object.fromEntries(given) };
}

let running = new AbortController();

/** Aborts the request under way and drops the last answer. */
export function forget(): void {
  running.abort();
  running = new AbortController();
  change({ asked: { state: 'nothing' } });
}

/**
 * Sends the request that the form describes.
 * @param attempt stays the same if the user tries again. The same form then has the same idempotency key, and is charged only once
 */
export function sendRequest(attempt = randomId()): void {
  send(
    async (choice, identifier, ended) => {
      const idempotencyKey = `try-${fingerprintOf(attempt, JSON.stringify([choice, identifier]))}`;
      const { results, response } = await enrich(client(), choice, [identifier], { idempotencyKey, signal: ended });
      const [result] = results;
      if (result === undefined || response === null) return refusedFor(result?.faults ?? [], choice);
      return { state: 'answered', result, response };
    },
    () => sendRequest(attempt),
  );
}

/** Asks what the request that the form describes would match and cost. */
export function sendPreview(): void {
  send(
    async (choice, identifier, ended) => ({
      state: 'previewed',
      ...(await preview(client(), choice, [identifier], { signal: ended })),
    }),
    sendPreview,
  );
}

/** Sends what the form describes, and aborts the last request. A request goes on while the user looks at other screens. */
function send(
  answer: (choice: Choice, identifier: Identifier, ended: AbortSignal) => Promise<Asked>,
  retry: () => void,
): void {
  forget();
  const { signal: ended } = running;
  const { choice, identifier } = filledIn(tryIt.value);
  if (!canIdentify(choice.kind, Object.keys(identifier))) {
    change({ asked: { state: 'refused', faults: missingIdentifier(choice) } });
    return;
  }
  change({ asked: { state: 'waiting' } });
  answer(choice, identifier, ended).then(
    (asked) => ended.aborted || change({ asked }),
    (error: unknown) => {
      if (ended.aborted) return;
      if (error instanceof Unauthorised) {
        forget();
        signOut('The key was revoked or has expired. Sign in with another key.');
      } else if (error instanceof ValidationFailed && error.faults.length > 0)
        change({ asked: refusedFor(error.faults, choice) });
      else change({ asked: { state: 'failed', error, retry } });
    },
  );
}

/** Says at the first field of the identifier what an identifier needs. */
function missingIdentifier({ kind }: Choice): Faults {
  const [first] = identifierMembers[kind];
  return { byMember: new Map(first === undefined ? [] : [[first.name, identifyingText[kind]]]), others: [] };
}

function refusedFor(faults: ValidationFailed['faults'], { kind }: Choice): Asked {
  const controls = new Set([
    ...identifierMembers[kind].map(({ name }) => name),
    ...['fields', 'enrich_company', 'start_time', 'end_time', 'type', 'min_confidence', 'max_credits'],
  ]);
  return { state: 'refused', faults: sortFaults(faults, controls) };
}
