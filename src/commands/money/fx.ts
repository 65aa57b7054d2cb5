import { reportFx } from '../../audit/fx/report.ts';
import { readClock } from '../../clock/repository.ts';
import { CommandFailure, parseTime, type Register } from '../command.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

export const registerFxCommands: Register = (program, run) => {
  program
    .command('fx')
    .description('what the prices that the service locks itself put at risk and have brought')
    .command('report')
    .description('what is paid and not yet converted, and the gain or loss of each day (UTC)')
    .option('--from <time>', `at or after; by default ${DEFAULT_DAYS} days before --to`, parseTime)
    .option('--to <time>', 'before; by default now', parseTime)
    .action((options: { from?: Date; to?: Date }) =>
      run(async ({ db }) => {
        const to = options.to ?? (await readClock(db.read));
        const from = options.from ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
        if (from >= to) throw new CommandFailure('--from must be before --to.');
        return db.snapshot((on) => reportFx(on, { from, to }));
      }),
    );
};
