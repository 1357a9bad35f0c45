import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/platform/database/database.js';

const page = 'https://www.network.com/in/jane-doe';

/** The identifiers in stored answers about Jane Doe, in the forms that callers use. */
const aboutJane = [
  { resolved_network_url: page },
  { network_url: 'network.com/in/Jane-Doe' },
  { work_email: 'Jane.Doe+crm@acme.com' },
  { email: 'jane@gmail.com' },
];

/** The identifiers in stored answers about others, which resemble those of Jane Doe. */
const aboutOthers = [
  { network_url: `${page}-2` },
  { work_email: 'mary-jane.doe@acme.com' },
  { work_email: 'jane@gmail.com.example' },
  { company: 'network.com/company/jane-doe' },
];

/**
 * Stores data of a tenant in which Jane Doe occurs: four stored answers about her, and four about others. There is also a run with three
 * prospects: Jane Doe with her person id, Jane Doe without it, and another prospect with her as connecting employee.
 */
export async function storePersonTraces({ prisma, pool }: Database, tenantId: string): Promise<void> {
  await prisma.storedAnswer.createMany({
    data: [...aboutJane, ...aboutOthers].map((identifier) => ({
      tenantId,
      key: randomUUID(),
      request: Buffer.alloc(32),
      requestId: randomUUID(),
      claim: randomUUID(),
      leaseUntil: new Date(),
      erasures: 0,
      status: 200,
      body: Buffer.from(JSON.stringify({ results: [{ identifier, data: { name: 'Jäne "\\' } }] })),
      expiresAt: new Date(Date.now() + 60_000),
    })),
  });
  const { rows } = await pool.query<{ id: string }>('select coalesce(max(id), 0) + 1 as id from prospecting_job');
  const id = BigInt(rows[0]?.id ?? 0);
  const jane = await prisma.person.findUniqueOrThrow({ where: { networkUrl: page } });
  await prisma.prospectingJob.create({
    data: {
      id,
      tenantId,
      companyNetworkUrl: 'https://www.network.com/company/acme',
      prospects: {
        create: [
          { rank: 1, personId: jane.id, document: { network_url: page } },
          { rank: 2, document: { network_url: page } },
          { rank: 3, document: { network_url: `${page}-2`, connecting_employee_network_url: page } },
        ],
      },
    },
  });
}
