import { Command, CommanderError } from 'commander';
import type { Foundation } from '../foundation.ts';
import { DomainError, StartupError } from '../lib/errors/errors.ts';
import { registerAccountCommands } from './accounts.ts';
import { registerBackupCommands } from './backup/backup.ts';
import { registerCurrencyCommands } from './money/currencies.ts';
import { registerDepositCommands } from './money/deposits.ts';
import { registerFxCommands } from './money/fx.ts';
import { registerKeyCommands } from './keys.ts';
import { registerLedgerCommands } from './money/ledger.ts';
import { registerListenCommand } from './clients/listen.ts';
import { registerMcpCommand } from './clients/mcp.ts';
import { registerProviderCommands } from './money/providers.ts';
import { registerChainCommands } from './money/chains.ts';
import { registerBitsoCommands } from './money/bitso.ts';
import { registerMethodCommands } from './money/methods.ts';
import { registerSandboxCommand } from './sandbox.ts';
import { registerSimulatorCommands } from './simulator.ts';
import { registerUserCommands } from './users.ts';
import { registerWebhookCommands } from './webhooks.ts';
import { registerMoneyCommands } from './money/money.ts';
import { registerTransferCommands } from './money/transfers.ts';
import { CommandFailure, type Action, type Register, type RegisterAlone } from './command.ts';

/** Where a command's output goes. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
}

const COMMANDS: readonly (Register | RegisterAlone)[] = [
  registerAccountCommands,
  registerUserCommands,
  registerKeyCommands,
  registerDepositCommands,
  registerTransferCommands,
  registerMoneyCommands,
  registerLedgerCommands,
  registerFxCommands,
  registerMethodCommands,
  registerProviderCommands,
  registerChainCommands,
  registerBitsoCommands,
  registerCurrencyCommands,
  registerSimulatorCommands,
  registerWebhookCommands,
  registerListenCommand,
  registerMcpCommand,
  registerBackupCommands,
  registerSandboxCommand,
];

/**
 * Runs one `payments` command. It opens the service's foundation only for an action that needs it, and closes it
 * again. Returns the exit code: 0, or 1 when the command failed or its result is not `ok`.
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  open: () => Promise<Foundation>,
): Promise<number> {
  // The option may appear anywhere among the arguments.
  const asJson = args.includes('--json');
  let exitCode = 0;
  const print = (result: object): void => {
    terminal.out(asJson ? `${JSON.stringify(result)}\n` : `${describe(result)}\n`);
    if ('ok' in result && result.ok === false) exitCode = 1;
  };
  const run = async (action: Action): Promise<void> => {
    const foundation = await open();
    try {
      print(await action(foundation));
    } finally {
      await foundation.close();
    }
  };

  const program = new Command('payments')
    .description('Operate a deployment of the Payments Account API.')
    .option('--json', 'print the result as JSON')
    .configureOutput({ writeOut: (text) => terminal.out(text), outputError: () => undefined })
    .exitOverride();
  COMMANDS.forEach((register) => register(program, run, print));
  takeEverywhere(program, '--json', 'print the result as JSON');
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.code.startsWith('commander.help')) return 0;
    report(error, terminal, asJson);
    return 1;
  }
}

/** Accepts an option after the command as well as before it. */
function takeEverywhere(command: Command, flags: string, description: string): void {
  for (const child of command.commands) {
    child.option(flags, description);
    takeEverywhere(child, flags, description);
  }
}

/** `name  value` lines; a list is a table beneath its name, or, if its items have lists too, these lines for each. */
function describe(result: object): string {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => {
      if (isTable(value)) return `${name}\n${isNested(value) ? indent(value) : formatTable(value)}`;
      return `${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    })
    .join('\n');
}

function isTable(value: unknown): value is object[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null)
  );
}

function isNested(rows: readonly object[]): boolean {
  return rows.some((row) => Object.values(row).some(isTable));
}

function indent(items: readonly object[]): string {
  return items.map((item) => describe(item).replace(/^/gm, '  ')).join('\n\n');
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

/** Prints one readable line; only unexpected errors show their stack. */
function report(error: unknown, terminal: Terminal, asJson: boolean): void {
  const message = error instanceof Error ? error.message.replace(/^error: /, '') : String(error);
  const foreseen = [CommandFailure, DomainError, StartupError, CommanderError].some(
    (kind) => error instanceof kind,
  );
  terminal.err(`${foreseen || !(error instanceof Error) ? message : (error.stack ?? message)}\n`);
  const code = error instanceof DomainError ? error.code : undefined;
  if (asJson) terminal.out(`${JSON.stringify({ error: { code, message } })}\n`);
}
