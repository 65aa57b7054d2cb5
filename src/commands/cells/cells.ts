import { MAX_CELL } from '../../lib/cell.ts';
import { collect, parseTime, parseWithin, type PaymentsCommand, type RunAlone } from '../frame/index.ts';
import type { AddOptions } from './add.ts';
import { registerConfigCommand } from './config.ts';
import type { RunInCell } from './in-cell.ts';
import type { PeriodOptions } from './sums.ts';

interface CellsContext {
  out: (text: string) => void;
  runInCell: RunInCell;
}

/** Commands about all cells of CELLS_FILE. A command works on one of them with --cell. */
export function registerCellCommands(program: PaymentsCommand, run: RunAlone, context: CellsContext): void {
  const cells = program.command('cells').description('all cells of CELLS_FILE');
  registerConfigCommand(cells, context.out);
  registerStatus(cells, run);
  registerEach(cells, run, context);
  registerSolvency(cells, run, context);
  registerReconcile(cells, run, context);
  registerCompare(cells, run);
  registerAdd(cells, run);
}

function registerStatus(cells: PaymentsCommand, run: RunAlone): void {
  cells
    .command('status')
    .description(
      'show whether each cell answers, its versions and what is wrong; exits with 1 if anything is',
    )
    .example('payments cells status')
    .action(() => run(async () => (await import('./status.ts')).showStatus(), { whole: true }));
}

function registerEach(cells: PaymentsCommand, run: RunAlone, { out, runInCell }: CellsContext): void {
  cells
    .command('each')
    .argument('<command...>', 'a command as after `payments`, behind --')
    .description('run a command in each cell, one after another; exits with 1 if it failed in one')
    .example(
      'payments cells each -- migrate',
      'payments cells each -- rails pause --direction out --method SPEI',
    )
    .action((words: string[], _options: object, command: PaymentsCommand) =>
      run(async () => {
        const asJson = command.optsWithGlobals<{ json?: true }>().json === true || words.includes('--json');
        return (await import('./each.ts')).runInEach(words, { runInCell, asJson, print: out });
      }),
    );
}

function registerSolvency(cells: PaymentsCommand, run: RunAlone, { runInCell }: CellsContext): void {
  cells
    .command('solvency')
    .description(
      'add up `payments solvency` of all cells; exits with 1 if less is held than owed, or a cell cannot be read',
    )
    .example('payments cells solvency')
    .action(() => run(async () => (await import('./sums.ts')).sumSolvency(runInCell), { whole: true }));
}

function registerReconcile(cells: PaymentsCommand, run: RunAlone, { runInCell }: CellsContext): void {
  cells
    .command('reconcile')
    .description('add up `payments reconcile` of all cells; exits with 1 and lists what differs')
    .requiredOption('--from <time>', 'at or after, like 2026-11-01T00:00:00Z', parseTime)
    .requiredOption('--to <time>', 'before', parseTime)
    .example('payments cells reconcile --from 2026-11-01 --to 2026-11-02')
    .action((options: PeriodOptions) =>
      run(async () => (await import('./sums.ts')).sumReconciliations(runInCell, options), { whole: true }),
    );
}

function registerCompare(cells: PaymentsCommand, run: RunAlone): void {
  cells
    .command('compare')
    .description(
      'compare the catalogues of all cells with that of cell 0; exits with 1 and lists what differs',
    )
    .example('payments cells compare')
    .action(() => run(async () => (await import('./compare.ts')).compareCatalogues()));
}

function registerAdd(cells: PaymentsCommand, run: RunAlone): void {
  cells
    .command('add')
    .argument('<number>', 'the number of the new cell', parseWithin(1, MAX_CELL))
    .description('prepare the empty database of a new cell like another, and enter the cell in CELLS_FILE')
    .requiredOption(
      '--like <number>',
      'the cell whose catalogue is copied: methods, currencies, rates and FX limits',
      parseWithin(0, MAX_CELL),
    )
    .requiredOption('--url <url>', 'its BASE_URL, at a host of its own')
    .requiredOption(
      '--servers <host:port>',
      'where its processes will serve calls; may be given several times',
      collect,
      [],
    )
    .requiredOption('--environment-file <file>', "the file with the new cell's environment variables")
    .example(
      'payments cells add 1 --like 0 --url https://c1.pay.example.com \\\n      --servers 10.0.1.10:3000 --servers 10.0.1.11:3000 \\\n      --environment-file /etc/payments/cell-1.env',
    )
    .action((number: number, options: AddOptions) =>
      run(async () => (await import('./add.ts')).addCell(number, options)),
    );
}
