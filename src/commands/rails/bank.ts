import type { RegisterEither } from '../frame/command.ts';

const actions = () => import('./bank-actions.ts');

interface CheckOptions {
  mapping?: string;
}

export const registerBankCommands: RegisterEither = (program, _run, runAlone) => {
  const bank = program.command('bank').description('accounts at banks, by statement and payment files');

  bank
    .command('check')
    .argument('<file>', 'a statement: camt.052, .053 or .054, MT940, MT942, BAI2, CSV')
    .description('read a statement file and verify its sums; books nothing')
    .option('--mapping <file>', 'how to read the columns of a CSV file, as JSON')
    .example('payments bank check statement.xml', 'payments bank check movements.csv --mapping bank.json')
    .action((file: string, { mapping }: CheckOptions) =>
      runAlone(async () => (await actions()).checkFile(file, mapping)),
    );
};
