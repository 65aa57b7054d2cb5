import { Command, CommanderError } from 'commander';
import { openFoundation } from './foundation.ts';
import { registerAccountCommands } from './commands/accounts.ts';
import { registerCurrencyCommands } from './commands/currencies.ts';
import { registerDepositCommands } from './commands/deposits.ts';
import { registerKeyCommands } from './commands/keys.ts';
import { registerLedgerCommands } from './commands/ledger.ts';
import { registerListenCommand } from './commands/listen.ts';
import { registerMethodCommands } from './commands/methods.ts';
import { registerSimulatorCommands } from './commands/simulator.ts';
import { registerWebhookCommands } from './commands/webhooks.ts';
import { registerMoneyCommands } from './commands/money.ts';
import { registerPayoutCommands } from './commands/payouts.ts';
import { CommandFailure, type Action } from './commands/command.ts';
import { readConfig } from './config.ts';
import { DomainError, Refused, StartupError } from './lib/errors.ts';
import { createLogger } from './lib/logger.ts';

/** Wherever it stands among the arguments. */
const AS_JSON = process.argv.includes('--json');

/** The `payments` command: what the operator of a deployment does, beside a running server or alone. */
async function main(): Promise<void> {
  const program = new Command('payments')
    .description('Operate a deployment of the Payments Account API.')
    .option('--json', 'print the result as JSON')
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  const register = [
    registerAccountCommands,
    registerKeyCommands,
    registerDepositCommands,
    registerPayoutCommands,
    registerMoneyCommands,
    registerLedgerCommands,
    registerMethodCommands,
    registerCurrencyCommands,
    registerSimulatorCommands,
    registerWebhookCommands,
    registerListenCommand,
  ];
  register.forEach((add) => add(program, (action) => run(action)));
  takeEverywhere(program, '--json', 'print the result as JSON');

  try {
    await program.parseAsync();
  } catch (error) {
    report(error, AS_JSON);
  }
}

/** Opens the service's foundation for one action, prints what it answers, and closes all again. */
async function run(action: Action): Promise<void> {
  const config = readConfig(process.env);
  const foundation = await openFoundation(
    config,
    createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel),
  );
  try {
    print(await action(foundation), AS_JSON);
  } finally {
    await foundation.close();
  }
}

/** The option may stand behind the command as well as before it. */
function takeEverywhere(command: Command, flags: string, description: string): void {
  for (const child of command.commands) {
    child.option(flags, description);
    takeEverywhere(child, flags, description);
  }
}

function print(result: object, asJson: boolean): void {
  process.stdout.write(asJson ? `${JSON.stringify(result)}\n` : `${describe(result)}\n`);
}

/** `name  value` lines; a list is a table beneath its name. */
function describe(result: object): string {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => {
      if (isTable(value)) return `${name}\n${formatTable(value)}`;
      return `${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    })
    .join('\n');
}

function isTable(value: unknown): value is object[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null)
  );
}

function formatTable(rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [
    columns,
    ...rows.map((row) =>
      columns.map((column) => {
        const value: unknown = row[column as keyof typeof row];
        return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
      }),
    ),
  ];
  const widths = columns.map((_, place) => Math.max(...lines.map((line) => line[place]?.length ?? 0)));
  return lines
    .map((line) => `  ${line.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** One readable line, and exit code 1. Only what nobody foresaw shows its stack. */
function report(error: unknown, asJson: boolean): void {
  if (error instanceof CommanderError && error.code.startsWith('commander.help')) return;
  const message = error instanceof Error ? error.message.replace(/^error: /, '') : String(error);
  const foreseen = [CommandFailure, DomainError, Refused, StartupError, CommanderError].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(`${foreseen || !(error instanceof Error) ? message : (error.stack ?? message)}\n`);
  const code = error instanceof DomainError ? error.code : undefined;
  if (asJson) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
  process.exitCode = 1;
}

await main();
