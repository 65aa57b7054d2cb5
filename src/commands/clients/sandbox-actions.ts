import { fstatSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, readConfig } from '../../config/index.ts';
import type { ApiKeyParts } from '../../credentials/index.ts';
import { sandboxTemplate } from '../../db/index.ts';
import { createSandboxAccount } from '../../composition/index.ts';
import { StartupError } from '../../lib/errors/errors.ts';
import { createLogger } from '../../lib/logger.ts';
import { type Greeting, startService } from '../../process/index.ts';
import { CommandFailure } from '../frame/index.ts';

/** Some launchers pass a pipe without a holder, whose closing at startup means nothing. */
const STDIN_SETTLE_MS = 50;

export interface SandboxOptions {
  port: number;
  apiKey?: ApiKeyParts;
  data?: string;
  json?: boolean;
}

/** `parent` is the process that started it. */
export async function serve(
  { port, apiKey, data, json = false }: SandboxOptions,
  parent: number,
): Promise<void> {
  const service = await startService(await configure(port, data), [], (foundation, panelBaseUrl) =>
    createSandboxAccount(foundation, panelBaseUrl, apiKey),
  ).catch((error: unknown) => {
    throw isPortInUse(error) ? portInUse(port) : error;
  });
  // Not earlier, because with standard input being read from a pipe while modules are loaded, Node 20.20 gave importers
  // CommonJS modules that had not run yet ("compression is not a function").
  const ended = whenToEnd(parent);
  // From now on, a closed standard input means that the parent has ended.
  await delay(STDIN_SETTLE_MS);
  process.stdout.write(introduce(service.greeting, json));
  await ended;
  await service.stop();
}

function isPortInUse(error: unknown): boolean {
  return (
    error instanceof StartupError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE'
  );
}

/** The service itself would name environment variables, which a sandbox ignores. */
function portInUse(port: number): CommandFailure {
  return new CommandFailure(
    `Port ${port} is in use: choose another with --port, or leave it out for one that is free.`,
  );
}

async function configure(port: number, data: string | undefined): Promise<Config> {
  const { LOG_LEVEL = 'warn' } = process.env;
  const template = await sandboxTemplate(createLogger('warn'));
  const dataDir = data ?? (await mkdtemp(join(tmpdir(), 'payments-sandbox-')));
  return {
    ...readConfig({
      LOG_LEVEL,
      DATA_DIR: dataDir,
      PORT: String(port),
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    }),
    sandbox: { template, throwAway: data === undefined },
  };
}

/** Standard output is for scripts; the log goes to standard error. */
function introduce({ address = '', demo }: Greeting, asJson: boolean): string {
  const { accountId = '', apiKey = '', signInUrl } = demo ?? {};
  if (asJson) {
    return `${JSON.stringify({ url: address, api_key: apiKey, account_id: accountId, panel_url: signInUrl })}\n`;
  }
  return [
    `Account    ${accountId}`,
    `API key    ${apiKey}`,
    ...(signInUrl === undefined ? [] : [`Panel      ${signInUrl}`]),
    `Reference  ${address}/docs`,
    `ready ${address}\n`,
  ].join('\n');
}

/** On SIGTERM or SIGINT, or when the program that started it ends and so closes its standard input. */
function whenToEnd(parent: number): Promise<void> {
  return new Promise((resolve) => {
    // A second signal exits without waiting; Postgres still stops, and its data is removed.
    const end = (): void => {
      process.on('SIGTERM', () => process.exit(1)).on('SIGINT', () => process.exit(1));
      resolve();
    };
    process.once('SIGTERM', end).once('SIGINT', end);
    if (!isPipe(0)) return;
    // The parent may have ended during startup.
    let settled = process.ppid !== parent;
    // Unreferenced, because an open pipe must not keep a stopped sandbox running.
    process.stdin
      .on('close', () => settled && resolve())
      .resume()
      .unref();
    void delay(STDIN_SETTLE_MS).then(() => (settled = true));
  });
}

function isPipe(descriptor: number): boolean {
  const found = fstatSync(descriptor);
  return found.isFIFO() || found.isSocket();
}
