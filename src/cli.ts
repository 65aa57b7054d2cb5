import { runCommand } from './commands/program.ts';
import { readConfig } from './config.ts';
import { openFoundation, type Foundation } from './foundation.ts';
import { createLogger } from './lib/logger.ts';

/** The `payments` command: what the operator of a deployment does, beside a running server or alone. */
process.exitCode = await runCommand(
  process.argv.slice(2),
  { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
  openQuietly,
);

/** What starts and stops is no news on a command line. */
function openQuietly(): Promise<Foundation> {
  const config = readConfig(process.env);
  return openFoundation(config, createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel));
}
