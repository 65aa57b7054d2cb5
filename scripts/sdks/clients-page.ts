import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

const PAGE = new URL('../../docs/clients.md', import.meta.url);

/**
 * Replaces what stands between two comments of docs/clients.md; `make` gets what is there now. In CI it rejects instead
 * when that changes the page: what is committed must be what the scripts find.
 */
export async function replaceInClientsPage(
  [begin, end]: readonly [begin: string, end: string],
  make: (current: string) => string,
): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [before = '', current = '', after = ''] = page.split(new RegExp(`${begin}|${end}`));
  const section = make(current);
  const made = [before, begin, `\n\n${section}\n\n`, end, after].join('');
  const written = await format(made, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
  if (written === page) return;
  if (process.env['CI'] !== undefined) {
    throw new Error(`docs/clients.md is out of date. It should say:\n${section}`);
  }
  await writeFile(PAGE, written);
}
