import { InvalidArgumentError, Option } from 'commander';
import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION } from '../frame/index.ts';
import type { MonthOptions } from './statements-actions.ts';

const actions = () => import('./statements-actions.ts');

export const registerStatementCommands: Register = (program, run) => {
  const statements = program.command('statements').description("accounts' monthly statements");

  statements
    .command('month')
    .description('write a month of all assets of an account to one file')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--month <month>', 'like 2026-11, in the time zone of the account', parseMonth)
    .addOption(
      new Option('--format <format>', 'a workbook, or an archive with every statement')
        .choices(['xlsx', 'zip'])
        .default('xlsx'),
    )
    .addOption(new Option('--language <language>', 'of its texts').choices(['en', 'es']).default('en'))
    .requiredOption('--output <file>', 'the file to write; it must not exist')
    .example('payments statements month --account $ACCOUNT --month 2026-11 \\\n      --output november.xlsx')
    .action((options: MonthOptions) =>
      run(async (foundation) => (await actions()).writeMonthFile(foundation, options)),
    );
};

function parseMonth(text: string): string {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('Write it like 2026-11.');
  return text;
}
