import type { CreditFeature } from 'data-access-client';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Choice, Identifier } from '../enrichment/choice.js';
import type { Mapping, Names } from './columns.js';

/** The credits that requests were charged, by feature. */
export type Charged = Readonly<Partial<Record<CreditFeature, number>>>;

/** What the service said about an identifier. */
export interface Outcome {
  /** `invalid`: the service refused the identifier. */
  readonly state: 'matched' | 'missed' | 'invalid';
  /** Why there is no match, as shown to the user; null for a match. */
  readonly reason: string | null;
  /** The values of the columns; null without a match. */
  readonly values: readonly unknown[] | null;
}

/** The answer to a request of a list. */
export interface KeptAnswer {
  /** One for each identifier of the request, in their order. */
  readonly outcomes: readonly Outcome[];
  /** The id under which the request was charged; null if the service refused every identifier. */
  readonly requestId: string | null;
  readonly charged: Charged;
}

/** A request of a list. It is kept before it is sent, so that it can be repeated unchanged, which the service does not charge again. */
export interface KeptRequest {
  /** The id of the list. */
  readonly list: string;
  /** The idempotency key. */
  readonly key: string;
  readonly choice: Choice;
  /** The names of the columns that the answer has, such as `employee_count` or `company.name`. */
  readonly columns: readonly string[];
  readonly identifiers: readonly Identifier[];
  /** When it was sent first, in milliseconds since 1970. */
  readonly sentAt: number;
  /** Null until the service has answered. */
  readonly answer: KeptAnswer | null;
}

/** What requests were charged together. */
export function chargedBy(requests: readonly KeptRequest[]): Charged {
  const sum: Partial<Record<CreditFeature, number>> = {};
  for (const { answer } of requests)
    for (const [feature, charged] of Object.entries(answer?.charged ?? {}) as [CreditFeature, number][])
      sum[feature] = (sum[feature] ?? 0) + charged;
  return sum;
}

/** A list that this browser keeps. Its file and its requests are kept beside it, and are only read when the list is opened. */
export interface KeptList {
  readonly id: string;
  /** The tenant to whom the list is shown. */
  readonly tenant: string;
  /** The name that the user gave it. */
  readonly name: string;
  readonly fileName: string;
  /** The fingerprint of the file's content, by which the file is recognised when it is chosen again. */
  readonly fingerprint: string;
  readonly sheet: string | null;
  /** The index of the row with the names of the columns; null if no row has them. */
  readonly headerRow: number | null;
  /** The names of the columns. */
  readonly header: readonly string[];
  readonly mapping: Mapping;
  /** The companies that the user has chosen for rows that have only a name. */
  readonly names: Names;
  readonly choice: Choice;
  readonly rows: number;
  readonly answered: number;
  readonly matched: number;
  readonly charged: Charged;
  /** The ids of the requests, by which reports of usage name the list. */
  readonly requestIds: readonly string[];
  /** About how much room the list takes in the browser, in bytes. */
  readonly bytes: number;
  /** When it was changed last, in milliseconds since 1970. */
  readonly changedAt: number;
}

interface Schema extends DBSchema {
  lists: { key: string; value: KeptList; indexes: { tenant: string } };
  files: { key: string; value: File };
  requests: { key: [list: string, key: string]; value: KeptRequest };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** The browser's database. Rejects if the browser has none for this page, as in some private windows. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('data-access-console', 1, {
    upgrade(made) {
      made.createObjectStore('lists', { keyPath: 'id' }).createIndex('tenant', 'tenant');
      made.createObjectStore('files');
      made.createObjectStore('requests', { keyPath: ['list', 'key'] });
    },
  });
  return opened;
}

/** All requests of a list: an array sorts after every text. */
const ofList = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** The lists of a tenant, the one changed last first. */
export async function keptLists(tenant: string): Promise<KeptList[]> {
  const lists = await (await database()).getAllFromIndex('lists', 'tenant', tenant);
  return lists.sort((one, other) => other.changedAt - one.changedAt);
}

export async function fileOf(id: string): Promise<File> {
  const file = await (await database()).get('files', id);
  if (file === undefined) throw new Error('The browser has lost the file of this list. Choose the file again.');
  return file;
}

export async function requestsOf(id: string): Promise<KeptRequest[]> {
  return (await database()).getAll('requests', ofList(id));
}

/** Keeps a list with its file, in place of what was kept of it before. */
export async function keepList(list: KeptList, file: File): Promise<void> {
  const writing = (await database()).transaction(['lists', 'files'], 'readwrite');
  await Promise.all([
    writing.objectStore('lists').put(list),
    writing.objectStore('files').put(file, list.id),
    writing.done,
  ]);
}

/** Keeps what has changed of a list that is kept. A list that was removed stays removed. */
export async function updateList(list: KeptList): Promise<void> {
  const writing = (await database()).transaction('lists', 'readwrite');
  if ((await writing.store.getKey(list.id)) !== undefined) await writing.store.put(list);
  await writing.done;
}

/** Keeps a request of a list that is kept, in place of the one with the same key. The request is on the disk when the promise resolves. */
export async function keepRequest(request: KeptRequest): Promise<void> {
  const writing = (await database()).transaction(['lists', 'requests'], 'readwrite', { durability: 'strict' });
  if ((await writing.objectStore('lists').getKey(request.list)) !== undefined)
    await writing.objectStore('requests').put(request);
  await writing.done;
}

/** Forgets a request that the service has refused, and so has not charged. */
export async function dropRequest({ list, key }: KeptRequest): Promise<void> {
  await (await database()).delete('requests', [list, key]);
}

/** Removes a list with its file and all its answers. */
export async function removeList(id: string): Promise<void> {
  const writing = (await database()).transaction(['lists', 'files', 'requests'], 'readwrite');
  await Promise.all([
    writing.objectStore('lists').delete(id),
    writing.objectStore('files').delete(id),
    writing.objectStore('requests').delete(ofList(id)),
    writing.done,
  ]);
}
