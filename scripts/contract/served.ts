// Lints each document that the service serves for tools with the rules that strangers have: Spectral's for OpenAPI and Redocly's
// recommended ones. Examples must match their schemas here too, where the derivation can have changed either.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContract } from '../../src/contract/index.ts';
import { createDocuments } from '../../src/reference/documents.ts';
import { nodeTool } from '../tools/tools.ts';

const REDOCLY = fileURLToPath(new URL('../../node_modules/.bin/redocly', import.meta.url));
const OPENAPI = /^\/openapi(?!\.postman).*\.json$/;
const RULES = {
  'spectral.yaml': { extends: [['spectral:oas', 'recommended']] },
  'redocly.yaml': {
    extends: ['recommended'],
    telemetry: 'off',
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
    },
  },
};

const folder = await mkdtemp(join(tmpdir(), 'served-'));
try {
  const documents = createDocuments({
    document: await readContract(),
    guides: [],
    baseUrl: () => 'https://api.example.com',
    allowsPlainHttp: false,
  });
  const texts = new Map<string, string>();
  for (const path of documents.paths.filter((one) => OPENAPI.test(one))) {
    texts.set((await documents.find(path)).text, path.slice(1).replaceAll('/', '_'));
  }
  const files = [...texts.values()];
  const written = [...texts].map(([text, file]) => writeFile(join(folder, file), text));
  const rules = Object.entries(RULES).map(([file, content]) =>
    writeFile(join(folder, file), JSON.stringify(content)),
  );
  await Promise.all([...written, ...rules]);
  const spectral = await nodeTool('spectral');
  lint(spectral, [
    'lint',
    ...files,
    '--ruleset',
    'spectral.yaml',
    '--fail-severity',
    'error',
    '--display-only-failures',
  ]);
  lint(REDOCLY, ['lint', ...files, '--config', 'redocly.yaml', '--format', 'summary']);
  console.log(`${files.length} served documents are linted.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function lint(program: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return;
  console.error(`${basename(program)}:\n${stdout}${stderr}`);
  process.exitCode = 1;
}
