import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { goTool } from '../tools/tools.ts';
import { settled } from './accepted.ts';
import { comparable, eventOf } from './comparable.ts';
import { gainedErrorCodes, gainedValues } from './gained-values.ts';
import type { Json } from './json.ts';
import type { Change } from './rules.ts';

const OASDIFF = 'github.com/oasdiff/oasdiff@v1.32.1';
const LEVELS = fileURLToPath(new URL('levels.txt', import.meta.url));

/** A finding of oasdiff. Its levels: 1 is information, 2 a warning, 3 an error. */
interface Finding {
  text: string;
  level: 1 | 2 | 3;
  operationId?: string;
  path?: string;
}

/** The changes from one contract to another in the words of oasdiff, then the values that open enums gained. */
export async function compare(base: Json, revision: Json): Promise<Change[]> {
  const findings = await findingsOf(comparable(base), comparable(revision));
  return [
    ...settled(base, findings.map(toChange)),
    ...gainedValues(base, revision),
    ...gainedErrorCodes(base, revision),
  ];
}

async function findingsOf(base: Json, revision: Json): Promise<Finding[]> {
  const oasdiff = await goTool(OASDIFF);
  const scratch = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    const files = [join(scratch, 'base.json'), join(scratch, 'revision.json')];
    await Promise.all(
      [base, revision].map((contract, at) => writeFile(files[at]!, JSON.stringify(contract))),
    );
    const options = ['--flatten-allof', '--flatten-params', '--format', 'json', '--severity-levels', LEVELS];
    const { stdout } = await promisify(execFile)(oasdiff, ['changelog', ...files, ...options], {
      maxBuffer: 256 * 1024 * 1024,
    });
    return JSON.parse(stdout || '[]') as Finding[];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function toChange({ text, level, operationId, path = '' }: Finding): Change {
  const event = eventOf(path);
  return {
    is: level > 1 ? 'breaking' : 'addition',
    where: event ?? operationId ?? path,
    text: event ? ofEvent(reworded(text)) : reworded(text),
  };
}

/** Without what readers need not know, so that the same change of many operations reads the same. */
function reworded(text: string): string {
  return text
    .replace(/ (for|with) the (response )?(status `2\d\d`|`2\d\d` (response )?status)/, '')
    .replace('`data/items/', '`');
}

/** Events are responses in a comparable contract. */
function ofEvent(text: string): string {
  return text.replace(/^(endpoint|api path|api)\b/, 'event').replace(/\bresponse('s)?\b/, 'event$1');
}
