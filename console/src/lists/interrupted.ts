import type { Choice } from '../enrichment/choice.js';
import { session } from '../session.js';
import type { Mapping } from './columns.js';

/** What the tab remembers about a list after its first request. It has no cell of the file, so that the browser stores no personal data. */
export interface Interrupted {
  readonly tenant: string;
  readonly fileName: string;
  /** The fingerprint of the file's content, by which the file is recognised when it is chosen again. */
  readonly fingerprint: string;
  readonly rows: number;
  readonly mapping: Mapping;
  readonly choice: Choice;
  /** The number of rows whose requests were answered. */
  readonly answered: number;
  /** The time of the first request, in milliseconds since 1970. */
  readonly startedAt: number;
}

const storageName = 'data-access-console-list';

/** How long the service stores the answer of a request with an idempotency key, in milliseconds. */
const answerLifetime = 24 * 3_600_000;

export function keepInterrupted(list: Omit<Interrupted, 'tenant'>): void {
  const tenant = session.value?.me.tenant_id;
  if (tenant !== undefined) sessionStorage.setItem(storageName, JSON.stringify({ ...list, tenant }));
}

/** The list that was begun in this tab by the tenant that is signed in; null if there is none. */
export function interruptedList(): Interrupted | null {
  const text = sessionStorage.getItem(storageName);
  if (text === null) return null;
  const list = JSON.parse(text) as Interrupted;
  return list.tenant === session.value?.me.tenant_id ? list : null;
}

export function forgetInterrupted(): void {
  sessionStorage.removeItem(storageName);
}

/** The time until which repeated requests of the list get the stored answers, which cost nothing. */
export function freeUntil({ startedAt }: Pick<Interrupted, 'startedAt'>): Date {
  return new Date(startedAt + answerLifetime);
}
