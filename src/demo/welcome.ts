/** What `npm start` prints for people: where the service is, a key, and a request that answers. */
export function welcome(baseUrl: string, apiKey: string): string {
  const body = JSON.stringify({
    companies: [{ website: 'https://www.siemens.com/de' }],
    fields: ['name', 'industry', 'employee_count', 'founded_year', 'location_country'],
  });
  return [
    '',
    `  Base URL   ${baseUrl}`,
    `  Reference  ${baseUrl}/docs`,
    `  API key    ${apiKey}`,
    '',
    '  Try it:',
    '',
    `  curl -s ${baseUrl}/v1/company/enrich -H 'X-Api-Key: ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
    '',
  ].join('\n');
}
