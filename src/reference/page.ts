import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ensureDir } from '../lib/ensure-dir.ts';
import { CONTRACT_FILE, type ContractDocument } from '../contract/document.ts';

const BUILD_TIMEOUT_MS = 60_000;

export interface Reference {
  /** Changes with what the page shows. */
  tag: () => string;
  /** The page's file; the first call builds it where there is none. */
  find: () => Promise<string>;
}

/**
 * The reference page that Redocly builds from the contract, with the guides as its introduction: one self-contained
 * file. It takes seconds and megabytes, so it is built at the first request, and kept in the data folder until what it
 * shows changes.
 */
export function createReference(options: {
  document: ContractDocument;
  guides: string[];
  dataDir: string;
  baseUrl: () => string;
}): Reference {
  const { document, guides, dataDir, baseUrl } = options;
  const { info } = document;
  const read = () => {
    const description = [info.description, ...guides].join('\n');
    const servers = [{ url: baseUrl() }];
    const shown = JSON.stringify({ ...document, servers, info: { ...info, description } });
    return { shown, tag: createHash('sha256').update(shown).digest('hex').slice(0, 16) };
  };
  let page: ReturnType<typeof read> | undefined;
  let built: Promise<string> | undefined;
  const tag = () => (page ??= read()).tag;
  return {
    tag,
    find() {
      const file = resolve(dataDir, `reference-${tag()}.html`);
      built ??= build((page ??= read()).shown, file).catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      return built;
    },
  };
}

async function build(shown: string, file: string): Promise<string> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) return file;
  const draft = `${file}.${process.pid}.html`;
  const source = `${file}.${process.pid}.json`;
  const redocly = join(
    dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin',
    'cli.js',
  );
  try {
    await ensureDir(dirname(file));
    await writeFile(source, shown);
    await promisify(execFile)(
      process.execPath,
      [redocly, 'build-docs', source, '--inlineBundle', '--openapi.disableTelemetry=true', '--output', draft],
      {
        timeout: BUILD_TIMEOUT_MS,
        cwd: dirname(CONTRACT_FILE),
        // Otherwise it would check for a newer version of itself.
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    await rename(draft, file);
  } finally {
    await Promise.all([draft, source].map((path) => rm(path, { force: true })));
  }
  return file;
}
