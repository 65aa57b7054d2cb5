import { CommanderError, Option } from 'commander';
import type { Foundation } from '../composition/index.ts';
import { MAX_CELL } from '../lib/cell.ts';
import { registerAccountCommands } from './accounts/accounts.ts';
import { registerCustomerCommands } from './accounts/customers.ts';
import { registerKeyCommands } from './accounts/keys.ts';
import { registerLinkCommands } from './accounts/links.ts';
import { registerNotificationCommands } from './accounts/notifications.ts';
import { registerUserCommands } from './accounts/users.ts';
import { registerWebhookCommands } from './accounts/webhooks.ts';
import { registerBackupCommands } from './backup/backup.ts';
import { registerCellCommands } from './cells/cells.ts';
import type { RunInCell } from './cells/in-cell.ts';
import { registerCurrencyCommands } from './catalogue/currencies.ts';
import { registerMethodCommands } from './catalogue/methods.ts';
import { registerCompletionCommands } from './clients/completion.ts';
import { registerListenCommand } from './clients/listen.ts';
import { registerMcpCommand } from './clients/mcp.ts';
import { registerSandboxCommand } from './clients/sandbox.ts';
import { registerMigrationCommands } from './database/migrations.ts';
import { registerSecretsCommands } from './database/secrets.ts';
import type { Register, RegisterEither, Run } from './deployment/register.ts';
import {
  describe,
  EXIT_CODES,
  GENERAL,
  InvalidUsage,
  type Manner,
  outcomeOf,
  parseWithin,
  PaymentsCommand,
  type RunAlone,
} from './frame/index.ts';
import { registerDepositCommands } from './money/deposits.ts';
import { registerAdjustmentCommands } from './money/adjustments.ts';
import { registerFxCommands } from './money/fx.ts';
import { registerLedgerCommands } from './money/ledger.ts';
import { registerStatementCommands } from './money/statements.ts';
import { registerLimitCommands } from './money/limits.ts';
import { registerLiquidityCommands } from './money/liquidity.ts';
import { registerMoneyCommands } from './money/money.ts';
import { registerScreeningCommands } from './money/screening.ts';
import { registerTransferCommands } from './money/transfers.ts';
import { registerProviderCommands } from './rails/providers.ts';
import { loadRailCommands } from '../rails/index.ts';
import { registerApprovalCommands } from './operators/approvals.ts';
import { registerOperatorCommands } from './operators/operators.ts';
import { registerRailCommands } from './rails/rails.ts';

/** The environment of a command. */
export interface Surroundings {
  out: (text: string) => void;
  err: (text: string) => void;
  /** The maximum width of tables. */
  columns: number;
  version: string;
  /** OPERATOR_KEY; never an argument, because any user of the machine can read those in the process list. */
  operatorKey: string | undefined;
  /** Opens the deployment in a data directory, or else the one set in the environment. */
  open: (dataDir: string | undefined) => Promise<Foundation>;
  /** Makes this process's environment that of a cell, before anything else reads it. */
  enterCell: (cell: number) => Promise<void>;
  runInCell: RunInCell;
}

const deploymentCommands = (
  ofRails: readonly RegisterEither[],
): readonly (readonly [heading: string, commands: readonly RegisterEither[]])[] => [
  [
    'Accounts:',
    [
      registerAccountCommands,
      registerUserCommands,
      registerKeyCommands,
      registerLinkCommands,
      registerCustomerCommands,
      registerWebhookCommands,
      registerNotificationCommands,
    ],
  ],
  [
    'Money:',
    [
      registerDepositCommands,
      registerMoneyCommands,
      registerLimitCommands,
      registerTransferCommands,
      registerLedgerCommands,
      registerStatementCommands,
      registerFxCommands,
      registerLiquidityCommands,
      registerAdjustmentCommands,
      registerScreeningCommands,
    ],
  ],
  [
    'Payment methods and providers:',
    [
      registerMethodCommands,
      registerCurrencyCommands,
      registerProviderCommands,
      registerRailCommands,
      ...ofRails,
    ],
  ],
  ['Operators:', [registerOperatorCommands, registerApprovalCommands]],
];
/** They use no deployment, or call one through its API. */
const CLIENT_COMMANDS: readonly Register[] = [
  registerListenCommand,
  registerMcpCommand,
  registerSandboxCommand,
];

/** All commands; `run` executes their actions on a deployment. */
export async function createProgram(
  run: Run,
  runAlone: RunAlone,
  { out, version, runInCell }: Pick<Surroundings, 'out' | 'version' | 'runInCell'>,
): Promise<PaymentsCommand> {
  const program = new PaymentsCommand('payments')
    .description('Operate a deployment of the Payments Account API.')
    .version(version, '-V, --version', 'show the version')
    .configureOutput({ writeOut: out, writeErr: out, outputError: () => undefined })
    .exitOverride()
    .example(
      'payments accounts create --name "Acme" --approved',
      'payments keys create --account $ACCOUNT --name "Shop" --scopes all',
      'payments keys create --help',
    );
  for (const [heading, registers] of deploymentCommands(await loadRailCommands())) {
    program.commandsGroup(heading);
    for (const register of registers) register(program, run, runAlone);
  }
  program.commandsGroup('The database:');
  registerBackupCommands(program, runAlone);
  registerMigrationCommands(program, runAlone);
  registerSecretsCommands(program, run, runAlone);
  takeEverywhere(program, () =>
    new Option(
      '--data-dir <folder>',
      "the deployment's data directory; default: DATABASE_URL, DATA_DIR or ./.data",
    ).helpGroup(GENERAL),
  );
  takeEverywhere(program, () =>
    new Option('--cell <number>', 'the cell of CELLS_FILE to work on')
      .argParser(parseWithin(0, MAX_CELL))
      .helpGroup(GENERAL),
  );
  program.commandsGroup('Cells:');
  registerCellCommands(program, runAlone, { out, runInCell });
  program.commandsGroup('For developers:');
  for (const register of CLIENT_COMMANDS) register(program, run);
  registerCompletionCommands(program, out);
  takeEverywhere(program, () => new Option('--json', 'print the result as JSON').helpGroup(GENERAL));
  return program;
}

/**
 * Runs one `payments` command. It opens the deployment only for an action that needs it, and closes it again. Returns
 * one of the EXIT_CODES: `refused` also for a result that is not `ok` or gives a reason why something is `refused`.
 */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, columns, operatorKey, open, enterCell } = surroundings;
  // The option may appear anywhere among the arguments.
  const asJson = args.includes('--json');
  let exitCode: number = EXIT_CODES.done.exit;
  let dataDir: string | undefined;
  let command: PaymentsCommand;
  const print = (result: object, manner: Manner = {}): void => {
    out(`${asJson ? JSON.stringify(result) : describe(result, manner, columns)}\n`);
    const isRefused = 'refused' in result && typeof result.refused === 'string';
    if (isRefused || ('ok' in result && result.ok === false)) exitCode = EXIT_CODES.refused.exit;
  };
  const record = async (foundation: Foundation, work: () => Promise<object>): Promise<object> => {
    const { recording } = await import('./deployment/recording.ts');
    return recording(foundation, { command, words: args, operatorKey }, work);
  };
  const run: Run = async (action, manner) => {
    const foundation = await open(dataDir);
    try {
      const work = () => foundation.db.changing('all', () => action(foundation, operatorKey));
      print(await (command.recording ? record(foundation, work) : work()), manner);
    } finally {
      await foundation.close();
    }
  };
  const runAlone: RunAlone = async (action, manner) => {
    const result = await action(dataDir);
    if (result) print(result, manner);
  };

  const program = await createProgram(run, runAlone, surroundings);
  program.hook('preAction', async (_, run) => {
    command = run as PaymentsCommand;
    const { cell, ...options } = command.optsWithGlobals<{ dataDir?: string; cell?: number }>();
    ({ dataDir } = options);
    if (cell === undefined) return;
    if (dataDir !== undefined)
      throw new InvalidUsage('--cell already names the deployment: omit --data-dir.');
    if (command.path.startsWith('payments cells '))
      throw new InvalidUsage('`payments cells` is about all cells: omit --cell.');
    await enterCell(cell);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Showing help or the version is not a failure.
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help'))
      return EXIT_CODES.done.exit;
    return report(error, surroundings, asJson);
  }
}

/** Accepts an option after the command as well as before it. */
function takeEverywhere(command: PaymentsCommand, create: () => Option): void {
  command.addOption(create());
  for (const child of command.commands) takeEverywhere(child as PaymentsCommand, create);
}

/** Prints one readable line; only unexpected errors show their stack. Returns the exit code. */
function report(error: unknown, { out, err }: Pick<Surroundings, 'out' | 'err'>, asJson: boolean): number {
  const { exit, code, isForeseen } = outcomeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  err(`${isForeseen || !(error instanceof Error) ? message : (error.stack ?? message)}\n`);
  if (asJson) out(`${JSON.stringify({ error: { code, message } })}\n`);
  return exit;
}
