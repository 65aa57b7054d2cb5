#!/usr/bin/env node
import { runCommand } from './commands/index.ts';
import type { Foundation } from './composition/index.ts';
import { PROGRAM } from './lib/telemetry/program.ts';

// The reader closed the pipe, as `head` does, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** The `payments` command, for the operator of a deployment; it works with or without a running server. */
process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: process.stdout.columns ?? columnsOf(process.env['COLUMNS']) ?? 80,
  version: PROGRAM.version,
  operatorKey: process.env['OPERATOR_KEY'],
  open: openDeployment,
  async enterCell(cell) {
    const { enterCell } = await import('./commands/index.ts');
    enterCell(process.env, cell);
  },
  async runInCell(cell, args) {
    const { runInProcess } = await import('./commands/index.ts');
    return runInProcess(process.argv[1] ?? '', cell, args);
  },
});

/** The width that the environment gives a pipe, which has none of its own. */
function columnsOf(text: string | undefined): number | undefined {
  const columns = Number(text);
  return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

/** Loaded only by commands that need it, so that help and completion take a tenth of a second. */
async function openDeployment(dataDir: string | undefined): Promise<Foundation> {
  const { openExisting } = await import('./commands/index.ts');
  return openExisting(process.env, dataDir);
}
