// Schemathesis calls every operation with generated requests, valid and invalid, alone and along the contract's links.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTRACT_FILE } from '../../src/contract/document.ts';
import { pythonWith } from '../tools/tools.ts';
import { runTool, type Outcome } from './outcome.ts';
import type { ServiceUnderTest } from './service.ts';

const SETTINGS = fileURLToPath(new URL('schemathesis/', import.meta.url));

export async function fuzz(service: ServiceUnderTest, seconds: number, seed: number): Promise<Outcome> {
  const [first, second] = service.keys.map((key) => [{ name: 'Authorization', value: `Bearer ${key}` }]);
  const keys = {
    auth: [
      { name: 'first', fixedHeaders: first },
      { name: 'second', fixedHeaders: second },
    ],
  };
  await writeFile(join(service.folder, 'keys.json'), JSON.stringify(keys));
  return runTool(
    await pythonWith('schemathesis'),
    [
      ...['-m', 'schemathesis.cli', '--config-file', join(SETTINGS, 'schemathesis.toml')],
      ...['run', CONTRACT_FILE, '--url', service.url, '--no-color'],
      ...['--max-time', String(seconds), '--seed', String(seed)],
    ],
    {
      cwd: service.folder,
      env: { SCHEMATHESIS_HOOKS: join(SETTINGS, 'hooks.py') },
      summarize: (output) => {
        const cases = /^ +(\d+ generated.*)$/m.exec(output)?.[1] ?? 'none generated';
        const links = /API Links:\s+(.*)/.exec(output)?.[1] ?? 'none';
        return `Cases: ${cases}; links: ${links}; seed ${seed}`;
      },
    },
  );
}
