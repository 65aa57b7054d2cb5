import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { declarations, type Declaration } from '../../src/db/queries.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
/** Statements made by their own tests, which may run in this process. */
const OF_TESTS = /^test\./;

const DECLARES = /\b(query|command)\.\w+[<(]/;

/** All statements of the service. */
export async function loadStatements(): Promise<Declaration[]> {
  const files = (readdirSync(SRC, { recursive: true }) as string[]).filter(
    (file) => file.endsWith('.ts') && DECLARES.test(readFileSync(`${SRC}/${file}`, 'utf8')),
  );
  await Promise.all(files.map((file) => import(`../../src/${file}`)));
  return declarations.filter(({ name }) => !OF_TESTS.test(name));
}
