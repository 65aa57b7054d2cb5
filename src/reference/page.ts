import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ensureDir } from '../lib/ensure-dir.ts';
import { CONTRACT_FILE, type Contract } from '../contract/document.ts';

const BUILD_TIMEOUT_MS = 60_000;

/**
 * The reference page that Redocly builds from the contract: one self-contained file. It takes seconds and megabytes,
 * so it is built at the first request, and kept in the data folder until the contract changes. Returns the file's
 * path.
 */
export function createReference(contract: Contract, dataDir: string): () => Promise<string> {
  const digest = createHash('sha256').update(contract.yaml).digest('hex').slice(0, 16);
  const file = resolve(dataDir, `reference-${digest}.html`);
  let built: Promise<string> | undefined;
  return () => {
    built ??= build(file).catch((error: unknown) => {
      built = undefined;
      throw error;
    });
    return built;
  };
}

async function build(file: string): Promise<string> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) return file;
  const draft = `${file}.${process.pid}.html`;
  const redocly = join(
    dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin',
    'cli.js',
  );
  try {
    await ensureDir(dirname(file));
    await promisify(execFile)(
      process.execPath,
      [
        redocly,
        'build-docs',
        CONTRACT_FILE,
        '--inlineBundle',
        '--openapi.disableTelemetry=true',
        '--output',
        draft,
      ],
      {
        timeout: BUILD_TIMEOUT_MS,
        cwd: dirname(CONTRACT_FILE),
        // Otherwise it would check for a newer version of itself.
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return file;
}
