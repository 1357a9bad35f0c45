import { effect, signal, untracked } from '@preact/signals';
import { type ResponseInfo, Unauthorised, ValidationFailed } from 'data-access-client';
import { type AnyResult, type Choice, enrich, firstChoice, type Identifier, type Kind } from '../enrichment/choice.js';
import { identifierMembers } from '../enrichment/identifiers.js';
import { preview, type Previewed } from '../enrichment/preview.js';
import { client, session, signOut, signOutReason } from '../session.js';
import { type Faults, noFaults, sortFaults } from './faults.js';

/**
 * The outcome of the last request. `refused` means that the service found the request invalid; the form then shows what is wrong at
 * each control.
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
 * What the screen shows. It is kept outside of the screen. So a user who comes back from another screen finds the form and the answer, and
 * need not pay a second time.
 */
export const tryIt = signal(untouched);

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

/** Sends the request that the form describes. */
export function sendRequest(): void {
  send(async (choice, identifier, ended) => {
    const { results, response } = await enrich(client(), choice, [identifier], { signal: ended });
    const [result] = results;
    if (result === undefined || response === null) return refusedFor(result?.faults ?? [], choice);
    return { state: 'answered', result, response };
  }, sendRequest);
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

function refusedFor(faults: ValidationFailed['faults'], { kind }: Choice): Asked {
  const controls = new Set([
    ...identifierMembers[kind].map(({ name }) => name),
    ...['fields', 'enrich_company', 'start_time', 'end_time', 'type', 'min_confidence', 'max_credits'],
  ]);
  return { state: 'refused', faults: sortFaults(faults, controls) };
}

const storageName = 'data-access-console-try-it';

/** What the browser stores about this screen for a tab while the tab shows a page outside of the console. */
interface Stored {
  readonly tenant: string;
  /**
   * The URL of the script that has stored this. It is different for each version of the console,
   * and another version may not understand what is stored.
   */
  readonly program: string;
  readonly screen: TryIt;
}

const program = import.meta.url;

// When the user follows a link to a page outside of the console, the form and the answer are stored until the user comes back.
addEventListener('pagehide', () => {
  const tenant = session.value?.me.tenant_id;
  if (tenant === undefined || tryIt.value === untouched) return;
  const { asked } = tryIt.value;
  const isLasting = asked.state === 'answered' || asked.state === 'previewed';
  const screen: TryIt = { ...tryIt.value, asked: isLasting ? asked : untouched.asked };
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ tenant, program, screen } satisfies Stored));
  } catch {
    // The answer is larger than the storage that the browser gives a page, so nothing is kept.
    sessionStorage.removeItem(storageName);
  }
});

/**
 * Reads and removes what is stored for this tab. Returns the form in its first state if nothing is stored for this tenant, or if another
 * version of the console has stored it.
 */
function takeStored(tenant: string | undefined): TryIt {
  const stored = JSON.parse(sessionStorage.getItem(storageName) ?? 'null') as Stored | null;
  sessionStorage.removeItem(storageName);
  return stored !== null && stored.tenant === tenant && stored.program === program ? stored.screen : untouched;
}

// Forgets the form when the user signs out or signs in as another tenant, who must not see it. When a key has expired, the form stays
// for the sign-in with another key of the same tenant.
let tenant: string | undefined;
effect(() => {
  const now = session.value?.me.tenant_id;
  const isSignOut = now === undefined && tenant !== undefined && signOutReason.value === null;
  if (!isSignOut && (now === undefined || now === tenant)) return;
  untracked(() => {
    forget();
    // At a sign-out nothing fits, so this only removes what the tab has stored.
    tryIt.value = takeStored(now);
    tenant = now;
  });
});
