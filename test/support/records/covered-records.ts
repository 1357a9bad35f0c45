import type { TestService } from '../service/test-service.js';
import type { CommandLine } from '../service/command-line.js';
import { ndjson } from './ndjson.js';

/**
 * Stores four companies and two persons. Two of the companies have a name, one has no source, and one was last confirmed 400 days ago. One
 * of the persons has an e-mail address.
 */
export async function storeCoveredRecords(
  admin: CommandLine,
  { database }: Pick<TestService, 'database'>,
): Promise<void> {
  const companies = [
    { website: 'acme.example', name: 'Acme', technologies: ['SQL'], account_keywords: ['pumps'] },
    { website: 'globex.example', name: 'Globex' },
    { website: 'initech.example' },
    { website: 'hooli.example', employee_count: 7 },
  ];
  const persons = [
    { full_name: 'Ada Byron', company_website: 'acme.example', emails: [{ address: 'ada@acme.example' }] },
    { full_name: 'Bob Noor', company_website: 'globex.example', skills: ['Go'], network_url: 'network.com/in/bob' },
  ];
  await admin.answerOf(['import', 'companies', '-', '--source', 'crm'], { stdin: ndjson(companies) });
  await admin.answerOf(['import', 'persons', '-', '--source', 'events'], { stdin: ndjson(persons) });
  await database.pool.query(
    `update company set sources = case website
       when 'initech.example' then jsonb_build_object('profile', jsonb_build_array('register', current_date - 400)) end
      where website in ('initech.example', 'hooli.example')`,
  );
}
