import { fstatSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { parseApiKey, type ApiKeyParts } from '../credentials/secret.ts';
import { createLogger } from '../lib/logger.ts';
import type { Greeting } from '../process/startup-report.ts';
import { parseWithin } from './arguments.ts';
import type { Register } from './command.ts';

const NO_DATA = 'none';
/** Some programs are started with a pipe that nobody holds: that it closes says nothing. */
const STDIN_SETTLE_MS = 50;

interface Options {
  port: number;
  apiKey?: ApiKeyParts;
  data: string;
  json?: boolean;
}

/** Depends on nothing in the environment that configures a deployment, so that it can never touch one. */
export const registerSandboxCommand: Register = (program) => {
  program
    .command('sandbox')
    .description('serve the whole API for tests, on a Postgres of its own; everything is gone when it ends')
    .option('--port <number>', '0 chooses a free one', parseWithin(0, 65_535), 0)
    .addOption(
      new Option('--api-key <key>', 'the API key to accept; a new one by default')
        .env('PAYMENTS_API_KEY')
        .argParser(parseTestKey),
    )
    .option('--data <folder>', 'where to keep the data, for the next start', NO_DATA)
    .action((_options: object, command: Command) => serve(command.optsWithGlobals<Options>()));
};

async function serve({ port, apiKey, data, json = false }: Options): Promise<void> {
  const { ppid } = process;
  // Loaded only here, because no other command needs it.
  const { createSandboxAccount } = await import('../demo.ts');
  const { startService } = await import('../process/serve.ts');
  const service = await startService(await configure(port, data), [], (foundation, panelBaseUrl) =>
    createSandboxAccount(foundation, panelBaseUrl, apiKey),
  );
  // Only now: with standard input being read from a pipe while modules are loaded, Node 20.20 gave importers CommonJS
  // modules that had not run yet ("compression is not a function").
  const ended = whenToEnd(ppid);
  // From now on, that standard input closes means something.
  await delay(STDIN_SETTLE_MS);
  process.stdout.write(introduce(service.greeting, json));
  await ended;
  await service.stop();
}

async function configure(port: number, data: string): Promise<Config> {
  const { LOG_LEVEL = 'warn' } = process.env;
  const throwAway = data === NO_DATA;
  const { sandboxTemplate } = await import('../db/sandbox-template.ts');
  const template = await sandboxTemplate(createLogger('warn'));
  const dataDir = throwAway ? await mkdtemp(join(tmpdir(), 'payments-sandbox-')) : data;
  return {
    ...readConfig({
      LOG_LEVEL,
      DATA_DIR: dataDir,
      PORT: String(port),
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    }),
    sandbox: { template, throwAway },
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

/** On SIGTERM or SIGINT, or when the program that started it, and holds the other end of its standard input, ends. */
function whenToEnd(parent: number): Promise<void> {
  return new Promise((resolve) => {
    // A second signal means not to wait; Postgres still stops, and its data is removed.
    const end = (): void => {
      process.on('SIGTERM', () => process.exit(1)).on('SIGINT', () => process.exit(1));
      resolve();
    };
    process.once('SIGTERM', end).once('SIGINT', end);
    if (!isPipe(0)) return;
    // It may have ended during the start.
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

function parseTestKey(text: string): ApiKeyParts {
  const parts = parseApiKey(text);
  if (parts?.environment !== 'test') {
    throw new InvalidArgumentError(
      'It must be sk_test_, 16 letters and digits, an underscore, and 32 letters and digits.',
    );
  }
  return parts;
}
