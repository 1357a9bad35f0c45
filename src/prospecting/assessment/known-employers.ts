import type { Candidate, EmployerTechnologies, UsedTechnology } from './candidate.js';
import { technologyKey } from './technology.js';

/** Beyond this many they are forgotten and read again, so that memory does not grow with the company. */
const mostEmployers = 50_000;

/** What former employers use of the technologies that a team asks for; colleagues share employers, so each is read once. */
export class KnownEmployers {
  private readonly wanted: ReadonlySet<string>;
  private known = new Map<string, readonly UsedTechnology[]>();

  /** @param wanted names of technologies; without any nothing is read */
  constructor(
    private readonly technologiesOf: (companyIds: readonly string[]) => Promise<EmployerTechnologies>,
    wanted: readonly string[],
  ) {
    this.wanted = new Set(wanted.map(technologyKey));
  }

  /** By company id, for all employers on record of some people and maybe more; only the technologies asked for. */
  async of(people: readonly Pick<Candidate, 'experience'>[]): Promise<EmployerTechnologies> {
    if (this.wanted.size === 0) return this.known;
    // A new map, because what was given out before may still be in use.
    if (this.known.size > mostEmployers) this.known = new Map();
    const unknown = new Set<string>();
    for (const { experience } of people) {
      for (const { companyId } of experience) {
        if (companyId !== null && !this.known.has(companyId)) unknown.add(companyId);
      }
    }
    const found = await this.technologiesOf([...unknown]);
    for (const id of unknown)
      this.known.set(
        id,
        (found.get(id) ?? []).filter((used) => this.isWanted(used)),
      );
    return this.known;
  }

  private isWanted({ name }: UsedTechnology): boolean {
    return this.wanted.has(technologyKey(name));
  }
}
