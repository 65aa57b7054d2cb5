// Generates src/contract/schema.ts from the contract; with --check, fails when it is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { errorCodesOf } from '../src/contract/derived/error-codes.ts';
import { eachOperation, readContract, type ContractDocument } from '../src/contract/document.ts';

const CONTRACT = new URL('../openapi/service.yaml', import.meta.url);
const TYPES = new URL('../src/contract/schema.ts', import.meta.url);
const HEADER = '// Generated from openapi/service.yaml by `npm run generate`. Do not edit.\n\n';

const made =
  HEADER +
  astToString(await openapiTS(CONTRACT, { alphabetize: false, immutable: true })) +
  errorCodes(await readContract());
if (process.argv.includes('--check')) {
  const found = await readFile(TYPES, 'utf8').catch(() => '');
  if (found !== made) {
    console.error('src/contract/schema.ts does not match openapi/service.yaml. Run: npm run generate');
    process.exitCode = 1;
  }
} else {
  await writeFile(TYPES, made);
}

/** The codes of each operation's errors by status, which are in an extension and so in no schema. */
function errorCodes(document: ContractDocument): string {
  const operations = [...eachOperation(document)].map(([, , operation]) => {
    const responses = errorCodesOf(document, operation).map(
      ([status, codes]) => `        ${status}: ${codes.map((code) => `"${code}"`).join(' | ')};\n`,
    );
    return `    ${operation.operationId}: {\n${responses.join('')}    };\n`;
  });
  return `export interface errorCodes {\n${operations.join('')}}\n`;
}
