import type { Choice } from '../enrichment/choice.js';
import { session } from '../session.js';
import type { Mapping } from './columns.js';

/** What the tab knows about a list that was begun: nothing of its content. */
export interface Interrupted {
  readonly tenant: string;
  readonly fileName: string;
  /** Of the content. */
  readonly fingerprint: string;
  readonly rows: number;
  readonly mapping: Mapping;
  readonly choice: Choice;
  /** Rows of requests that were answered. */
  readonly answered: number;
  /** Milliseconds since 1970 of the first request. */
  readonly startedAt: number;
}

const storageName = 'data-access-console-list';

/** For how long the service keeps answers, in milliseconds. */
const kept = 24 * 3_600_000;

export function keepInterrupted(list: Omit<Interrupted, 'tenant'>): void {
  const tenant = session.value?.me.tenant_id;
  if (tenant !== undefined) sessionStorage.setItem(storageName, JSON.stringify({ ...list, tenant }));
}

/** The list of this tab and tenant. */
export function interruptedList(): Interrupted | null {
  const text = sessionStorage.getItem(storageName);
  if (text === null) return null;
  const list = JSON.parse(text) as Interrupted;
  return list.tenant === session.value?.me.tenant_id ? list : null;
}

export function forgetInterrupted(): void {
  sessionStorage.removeItem(storageName);
}

/** Until when repeated requests are not charged again. */
export function freeUntil({ startedAt }: Pick<Interrupted, 'startedAt'>): Date {
  return new Date(startedAt + kept);
}
