import { askedMembers, type Choice, type Identifier } from '../enrichment/choice.js';

const paths = { companies: '/v1/company/enrich', persons: '/v1/person/enrich' } as const;

/** The request as a `curl` command for a shell. The command takes the API key from the variable `KEY`. */
export function curlOf(baseUrl: string, choice: Choice, identifier: Identifier): string {
  const body = JSON.stringify({ [choice.kind]: [identifier], ...askedMembers(choice) }, null, 2);
  return [
    `curl -s ${baseUrl}${paths[choice.kind]}`,
    `  -H "X-Api-Key: $KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join(' \\\n');
}

/** The request as a Python program that needs no packages. The program takes the API key from the environment variable `KEY`. */
export function pythonOf(baseUrl: string, choice: Choice, identifier: Identifier): string {
  const body = JSON.stringify({ [choice.kind]: [identifier], ...askedMembers(choice) }, null, 4);
  return `import json, os, urllib.request

body = json.loads(r"""
${body}
""")
request = urllib.request.Request(
    ${JSON.stringify(baseUrl + paths[choice.kind])},
    data=json.dumps(body).encode(),
    headers={"X-Api-Key": os.environ["KEY"], "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    print(json.dumps(json.load(answer)["results"][0], indent=2))
`;
}

/**
 * The request as a TypeScript program that uses the client. The program takes the API key from the environment variable `KEY`.
 * @param catalogue the names of all fields of companies and persons; every other name is taken for a query field
 */
export function typescriptOf(
  baseUrl: string,
  choice: Choice,
  identifier: Identifier,
  catalogue: ReadonlySet<string>,
): string {
  const { fields, enrich_company: employer, ...members } = askedMembers(choice);
  const named = (names: unknown, known: string, own: string): object => {
    if (!Array.isArray(names)) return names === undefined ? {} : { [known]: names };
    const queries = (names as string[]).filter((name) => !catalogue.has(name));
    const rest = (names as string[]).filter((name) => catalogue.has(name));
    return { [known]: rest, ...(queries.length === 0 ? {} : { [own]: queries }) };
  };
  const options = {
    ...named(fields, 'fields', 'queryFields'),
    ...named(employer, 'enrich_company', 'companyQueryFields'),
    ...members,
  };
  const method = choice.kind === 'companies' ? 'enrichCompanies' : 'enrichPersons';
  return `// npm install ${baseUrl}/client.tgz
import { DataAccessClient } from 'data-access-client';

const client = new DataAccessClient({
  baseUrl: ${literal(baseUrl)},
  apiKey: process.env.KEY ?? '',
});
const [result] = await client.${method}(
  ${literal([identifier], 2)},
  ${literal(options, 2)},
);
console.log(result);
`;
}

/**
 * A value as JavaScript: `{ fields: ['name'] }`. A long value is written on several lines.
 * @param indent the spaces before the first line of the value
 */
function literal(value: unknown, indent = 0): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const [open, space, close] = isList ? ['[', '', ']'] : ['{', ' ', '}'];
  const parts = Object.entries(value).map(
    ([name, member]) => (isList ? '' : `${name}: `) + literal(member, indent + 2),
  );
  const line = parts.join(', ');
  if (parts.length === 0) return open + close;
  if (line.length + indent < 58 && !line.includes('\n')) return open + space + line + space + close;
  const margin = ' '.repeat(indent);
  return `${open}\n${parts.map((part) => `${margin}  ${part},\n`).join('')}${margin}${close}`;
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${escaped.replaceAll("'", String.raw`\'`)}'`;
}
