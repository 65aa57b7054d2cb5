import { runCommand } from './commands/program.ts';
import { readConfig, withoutKeys } from './config.ts';
import { openFoundation, type Foundation } from './foundation.ts';
import { createLogger } from './lib/logger.ts';

/** The `payments` command, for the operator of a deployment; it works with or without a running server. */
process.exitCode = await runCommand(
  process.argv.slice(2),
  { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
  openQuietly,
);

/** Startup and shutdown messages would only be noise on the command line. */
function openQuietly(): Promise<Foundation> {
  // Commands send nothing themselves: the keys stay with the process that does.
  const config = withoutKeys(readConfig(process.env));
  return openFoundation(config, createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel));
}
