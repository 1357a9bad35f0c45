// Generates a client from the OpenAPI document with each generator and its default options, and checks the document with two linters:
//
//   node generate.mjs DOCUMENT FOLDER
//
// It prints the warnings of the linters as a JSON list of texts.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lint } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate as generateWithOrval7 } from 'orval-7';
import { generate as generateWithOrval8 } from 'orval-8';
import { generateApi } from 'swagger-typescript-api';

const [input, folder] = process.argv.slice(2);
const print = process.stdout.write.bind(process.stdout);
// The generators write their progress to standard output, which must have only the JSON list.
process.stdout.write = process.stderr.write.bind(process.stderr);

const types = astToString(await openapiTypescript(pathToFileURL(input)));
await writeFile(join(folder, 'openapi-typescript', 'client.ts'), types);
await createClient({ input, output: join(folder, 'hey-api', 'client'), logs: { file: false } });
await generateWithOrval7({ input, output: join(folder, 'orval-7', 'client.ts') });
await generateWithOrval8({ input, output: join(folder, 'orval-8', 'client.ts') });
await generateApi({ input, output: join(folder, 'swagger-typescript-api'), fileName: 'client.ts' });
print(`${JSON.stringify([...(await lintWithRedocly()), ...(await lintWithSpectral())])}\n`);

async function lintWithRedocly() {
  const problems = await lint({ ref: input, config: await createConfig({ extends: ['recommended'] }) });
  return problems.map(({ ruleId, message, location }) => `Redocly, ${ruleId}: ${message} ${location[0]?.pointer}`);
}

async function lintWithSpectral() {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] });
  const problems = await linter.run(JSON.parse(await readFile(input, 'utf8')));
  return problems.map(({ code, message, path }) => `Spectral, ${code}: ${message} ${path.join('/')}`);
}
