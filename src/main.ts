import cluster from 'node:cluster';
import v8 from 'node:v8';
import { type Config, readConfig } from './config/index.ts';
import type { Greeting, Report, Service } from './process/index.ts';
import { isConnectionLoss } from './lib/errors/database-away.ts';
import { StartupError } from './lib/errors/errors.ts';

// The heap grows by a fifth between collections, less than by V8's default, which keeps the process small.
v8.setFlagsFromString('--heap-growing-percent=20');
// V8 sometimes pretenures what a request allocates, and then collects it, with everything it refers to, only from the old
// generation, which makes all reads of that process slower.
v8.setFlagsFromString('--no-allocation-site-pretenuring');

async function main(): Promise<void> {
  const service = await start(readConfig(process.env));
  stopOnSignal(service);
  if (cluster.isWorker) report({ ready: service.greeting });
  else introduce(service.greeting);
}

/** Either everything in this process, or WORKERS processes and, in this one, only their shared parts. */
async function start(config: Config): Promise<Service> {
  if (config.workers > 1 && cluster.isPrimary) {
    const { startPrimary } = await import('./process/index.ts');
    return startPrimary(config);
  }
  const { startService } = await import('./process/index.ts');
  return startService(config);
}

/** Prints the addresses; standard output is for people and scripts, the log goes to standard error. */
function introduce({ address, panelUrl, demo }: Greeting): void {
  const lines = [];
  if (demo) {
    const another = `keys create --account ${demo.accountId} --name Demo --scopes all`;
    lines.push(
      `Demo account   ${demo.accountId}`,
      demo.apiKey === undefined
        ? `Another key    npm run payments -- ${another}`
        : `Demo API key   ${demo.apiKey}`,
    );
  }
  const panel = demo?.signInUrl ?? panelUrl;
  if (panel !== undefined) lines.push(`Panel          ${panel}`);
  if (address !== undefined) {
    lines.push(
      `API            ${address}/v1`,
      `Reference      ${address}/docs`,
      `Contract       ${address}/openapi.yaml`,
    );
  }
  lines.push(`ready ${address ?? 'worker'}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function stopOnSignal(service: Service): void {
  let stopping = false;
  const end = (): void => {
    // A second signal ends the process without waiting; but a worker process gets Ctrl+C twice, from the terminal and
    // its primary.
    if (stopping && cluster.isPrimary) process.exit(1);
    if (stopping) return;
    stopping = true;
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

function fail(error: unknown): void {
  const message =
    error instanceof StartupError
      ? error.message
      : isConnectionLoss(error)
        ? `The database went away while the service was starting (${error.message}). Start it again.`
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
  if (cluster.isWorker) {
    // The primary gets the same message from all of its workers, and prints it once.
    report({ failed: message }, () => process.exit(1));
    return;
  }
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function report(what: Report, sent?: () => void): void {
  process.send?.(what, undefined, undefined, sent);
}

main().catch(fail);
