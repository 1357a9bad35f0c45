import type { JSX } from 'preact';
import { isolated } from '../format.js';
import type { PastImport } from '../generated/operator.js';

/** The name and colour of each outcome of an import. */
const outcomes = {
  complete: ['Complete', 'good'],
  interrupted: ['Interrupted', 'warn'],
  failed: ['Failed', 'bad'],
  refused: ['Refused', 'warn'],
  'not ended': ['Not finished', ''],
} as const;

export function OutcomeTag({ outcome }: Pick<PastImport, 'outcome'>): JSX.Element {
  return <span class={`tag ${outcomes[outcome][1]}`}>{outcomes[outcome][0]}</span>;
}

const titles = { import: 'Import', undo: 'Undo', merge: 'Merge', removal: 'Removal' } as const;

/** What an entry of the list of imports is: `Import 12`, `Undo 13 of entry 12`. */
export function titleOf({
  action,
  import_id: id,
  undoes,
}: Pick<PastImport, 'action' | 'import_id' | 'undoes'>): string {
  return `${titles[action]} ${id}${undoes === null ? '' : ` of entry ${undoes}`}`;
}

/** The name that stands in place of the user of imports that were started through the API for operators. */
export const apiUser = 'operator API';

/** What an entry is about, and who made it: `Companies of Acme · by root`. @param tenant the name of the tenant; null for none */
export function aboutOf({ kind, system_user: user }: Pick<PastImport, 'kind' | 'system_user'>, tenant: string | null) {
  const by = user === null ? 'the service' : user === apiUser ? 'the operator API' : user;
  const of = tenant === null ? '' : ` of ${isolated(tenant)}`;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${of} · by ${isolated(by)}`;
}
