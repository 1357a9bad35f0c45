import type { Prisma } from '../../../src/generated/prisma/client.js';
import type { Database } from '../../../src/platform/database/database.js';

/** A person to store. Members that are left out are null or empty. */
export interface PersonDraft extends Omit<Prisma.PersonUncheckedCreateInput, 'networkUrl' | 'skills'> {
  /** The profile page; by default one that no other person has. */
  readonly networkUrl?: string;
  readonly skills?: readonly string[];
}

let made = 0;

/** Inserts persons with their skills, in this order. Unlike an import it does not mark the counts of query fields as due. */
export async function storePersons({ prisma }: Database, drafts: readonly PersonDraft[]): Promise<bigint[]> {
  const persons = drafts.map(({ skills: _, ...draft }) => {
    made += 1;
    return { networkUrl: `https://www.network.com/in/person-${made}`, ...draft };
  });
  const stored = await prisma.person.createManyAndReturn({ data: persons, select: { id: true } });
  const skills = stored.flatMap(({ id }, index) =>
    (drafts[index]?.skills ?? []).map((name) => ({ personId: id, name })),
  );
  await prisma.personSkill.createMany({ data: skills });
  return stored.map(({ id }) => id);
}

/** Gives a person an address that another person has, as imports of earlier versions did. @param slug the last part of the page */
export async function shareAddress({ pool }: Database, address: string, slug: string): Promise<void> {
  await pool.query(
    `insert into person_email (address, person_id, type)
     select $1, id, 'work' from person where network_url = 'https://www.network.com/in/' || $2`,
    [address, slug],
  );
}

/** Stores companies under their websites. */
export async function storeCompanies({ prisma }: Database, websites: readonly string[]): Promise<bigint[]> {
  const data = websites.map((website) => ({ website, name: website }));
  const stored = await prisma.company.createManyAndReturn({ data, select: { id: true } });
  await prisma.companyDomain.createMany({
    data: stored.map(({ id }, index) => ({ domain: websites[index] ?? '', companyId: id, isPrimary: true })),
  });
  return stored.map(({ id }) => id);
}
