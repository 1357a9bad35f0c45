// A server that shows the highest possible throughput: node:http, JSON, and one prepared statement for each request. It validates nothing,
// has no tenants and writes no log.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (date: string) => date);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, types });

const companyColumns =
  'c.name, c.industry, c.size, c.employee_count, c.founded_year, c.location_country, c.location_locality, c.specialities';
const personColumns = `p.full_name, p.job_title, coalesce(c.website, p.company_website), p.country, p.location_locality`;

interface CompanyBody {
  readonly companies: readonly Identifier[];
  readonly fields: readonly string[];
}

interface PersonBody {
  readonly persons: readonly Identifier[];
  readonly fields: readonly string[];
}

type Identifier = Readonly<Record<string, string>>;

type Body = CompanyBody & PersonBody & { readonly start_time: string; readonly end_time: string };

const routes: Readonly<Record<string, (body: Body) => Promise<object>>> = {
  '/v1/company/enrich': ({ companies, fields }) =>
    enrich(companies, 'website', fields, {
      name: 'companies',
      text: `select d.domain, ${companyColumns} from company_domain d join company c on c.id = d.company_id
              where d.domain = any($1::text[])`,
    }),
  '/v1/person/enrich': ({ persons, fields }) =>
    enrich(persons, 'network_url', fields, {
      name: 'persons',
      text: `select p.network_url, ${personColumns} from person p left join company c on c.id = p.company_id
              where p.network_url = any($1::text[])`,
    }),
  '/v1/signals/get-signals': signals,
};

const server = createServer((request, response) => {
  void answer(request, response);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const route = routes[request.url ?? ''];
    const answer = JSON.stringify(await route?.((await json(request)) as Body));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
    response.end(answer);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}

async function enrich(
  identifiers: readonly Identifier[],
  member: string,
  fields: readonly string[],
  statement: { readonly name: string; readonly text: string },
): Promise<object> {
  const values = [identifiers.map((identifier) => identifier[member])];
  const { rows } = await pool.query<unknown[]>({ ...statement, values, rowMode: 'array' });
  const found = new Map(rows.map((row) => [row[0], row]));
  return {
    results: identifiers.map((identifier) => {
      const row = found.get(identifier[member]);
      const data: Record<string, unknown> = {};
      for (const [index, field] of fields.entries()) data[field] = row?.[index + 1] ?? null;
      return { identifier, data, matched: row !== undefined };
    }),
  };
}

async function signals({ start_time, end_time }: Body): Promise<object> {
  const { rows } = await pool.query<{ account_website: string }>({
    name: 'signals',
    text: `select account_website, date, signal_type, message_text, intent_holder_network_url, source_type
             from signal where tenant_id = $1 and date between $2 and $3 order by account_website, date, id`,
    values: [process.env.TENANT, start_time, end_time],
  });
  const sites: Record<string, object[]> = {};
  for (const { account_website: site, ...record } of rows) (sites[site] ??= []).push(record);
  return { signals: sites };
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, msg: 'listening' })}\n`,
  );
});
process.once('SIGTERM', () => process.exit(0));
