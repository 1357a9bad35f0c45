import type { CommandGroup } from './installation.js';

/** The groups by the word that they begin with, in the order of the help. */
const groups: ReadonlyMap<string, () => Promise<CommandGroup>> = new Map([
  ['tenant', async () => (await import('./tenant.command.js')).tenantGroup],
  ['key', async () => (await import('./key.command.js')).keyGroup],
  ['credits', async () => (await import('./credits.command.js')).creditsGroup],
  ['query', async () => (await import('./query.command.js')).queryGroup],
  ['team', async () => (await import('./team.command.js')).teamGroup],
  ['prospecting', async () => (await import('./prospecting.command.js')).prospectingGroup],
  ['import', async () => (await import('./import.command.js')).importGroup],
  ['company', async () => (await import('./record.command.js')).companyGroup],
  ['person', async () => (await import('./record.command.js')).personGroup],
  ['signals', async () => (await import('./record.command.js')).signalsGroup],
  ['erase', async () => (await import('./erase.command.js')).eraseGroup],
  ['status', async () => (await import('./status.command.js')).statusGroup],
]);

/**
 * Loads the group that a command line begins with and no other, because to load them takes longer than most commands do.
 * Whatever begins with anything else, such as a request for help or a mistyped word, is answered from all of them.
 */
export async function groupsFor(firstWord: string | undefined): Promise<readonly CommandGroup[]> {
  if (firstWord === '--version' || firstWord === '-V') return [];
  const load = groups.get(firstWord ?? '');
  return Promise.all((load === undefined ? [...groups.values()] : [load]).map((each) => each()));
}
