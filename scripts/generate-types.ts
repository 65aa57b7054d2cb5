// Generates src/contract/schema.ts from the contract; with --check, fails when it is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const CONTRACT = new URL('../openapi/service.yaml', import.meta.url);
const TYPES = new URL('../src/contract/schema.ts', import.meta.url);
const HEADER = '// Generated from openapi/service.yaml by `npm run generate`. Do not edit.\n\n';

const made = HEADER + astToString(await openapiTS(CONTRACT, { alphabetize: false, immutable: true }));
if (process.argv.includes('--check')) {
  const found = await readFile(TYPES, 'utf8').catch(() => '');
  if (found !== made) {
    console.error('src/contract/schema.ts does not match openapi/service.yaml. Run: npm run generate');
    process.exitCode = 1;
  }
} else {
  await writeFile(TYPES, made);
}
