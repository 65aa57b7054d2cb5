import { verifyLedger } from '../ledger/verify.ts';
import { type Register } from './command.ts';

export const registerLedgerCommands: Register = (program, run) => {
  const ledger = program.command('ledger').description('the double-entry ledger');

  ledger
    .command('verify')
    .description('prove every balance from its postings; exits 1 and names what is wrong')
    .action(() =>
      run(async ({ db }) => {
        const verification = await db.snapshot(verifyLedger);
        if (!verification.ok) process.exitCode = 1;
        return verification;
      }),
    );
};
