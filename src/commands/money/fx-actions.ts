import { reportFx } from '../../audit/index.ts';
import { readClock } from '../../clock/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { CommandFailure } from '../frame/command.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface ReportOptions {
  from?: Date;
  to?: Date;
}

export async function report(
  { db }: Foundation,
  options: ReportOptions,
  defaultDays: number,
): Promise<object> {
  const to = options.to ?? (await readClock(db.read));
  const from = options.from ?? new Date(to.getTime() - defaultDays * DAY_MS);
  if (from >= to) throw new CommandFailure('--from must be before --to.');
  return db.snapshot((on) => reportFx(on, { from, to }));
}
