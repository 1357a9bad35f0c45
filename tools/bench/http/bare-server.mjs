// The limit: node:http, one prepared statement a request, JSON. It checks nothing, knows nobody and writes nothing down.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';

const { DATABASE_URL, TENANT } = process.env;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (date) => date);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, types });

const companyColumns =
  'c.name, c.industry, c.size, c.employee_count, c.founded_year, c.location_country, c.location_locality, c.specialities';
const personColumns = `p.full_name, p.job_title, coalesce(c.website, p.company_website), p.country, p.location_locality`;

const routes = {
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

const server = createServer(async (request, response) => {
  try {
    const answer = JSON.stringify(await routes[request.url](await json(request)));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
    response.end(answer);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

async function enrich(identifiers, member, fields, statement) {
  const values = [identifiers.map((identifier) => identifier[member])];
  const { rows } = await pool.query({ ...statement, values, rowMode: 'array' });
  const found = new Map(rows.map((row) => [row[0], row]));
  return {
    results: identifiers.map((identifier) => {
      const row = found.get(identifier[member]);
      const data = {};
      for (let index = 0; index < fields.length; index += 1) data[fields[index]] = row?.[index + 1] ?? null;
      return { identifier, data, matched: row !== undefined };
    }),
  };
}

async function signals({ start_time, end_time }) {
  const { rows } = await pool.query({
    name: 'signals',
    text: `select account_website, date, signal_type, message_text, intent_holder_network_url, source_type
             from signal where tenant_id = $1 and date between $2 and $3 order by account_website, date, id`,
    values: [TENANT, start_time, end_time],
  });
  const sites = {};
  for (const { account_website: site, ...record } of rows) (sites[site] ??= []).push(record);
  return { signals: sites };
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, msg: 'listening' })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
