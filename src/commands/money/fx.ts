import { parseTime } from '../frame/arguments.ts';
import type { Register } from '../frame/command.ts';
import type { ReportOptions } from './fx-actions.ts';

const actions = () => import('./fx-actions.ts');
const DEFAULT_DAYS = 30;

export const registerFxCommands: Register = (program, run) => {
  program
    .command('fx')
    .description('FX exposure and results of the prices that the service locks itself')
    .command('report')
    .description('what is paid but not yet converted, and the gain or loss per day (UTC)')
    .option('--from <time>', `at or after; by default ${DEFAULT_DAYS} days before --to`, parseTime)
    .option('--to <time>', 'before; by default now', parseTime)
    .example('payments fx report', 'payments fx report --from 2026-11-01')
    .action((options: ReportOptions) =>
      run(async (foundation) => (await actions()).report(foundation, options, DEFAULT_DAYS)),
    );
};
