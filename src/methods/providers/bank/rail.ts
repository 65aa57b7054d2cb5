import { str } from 'envalid';
import { defineRail } from '../../index.ts';

/** Accounts at any bank, by its files (D42). */
export const bankRail = defineRail({
  name: 'bank',
  variables: { BANK_ACCOUNTS_FILE: str({ default: undefined }) },
  live: {
    purpose: 'accounts at your own bank',
    needs: 'BANK_ACCOUNTS_FILE',
    page: 'docs/rails/bank.md',
  },
  configure: ({ BANK_ACCOUNTS_FILE: accountsFile }) =>
    accountsFile === undefined ? undefined : { accountsFile },
  async ownPlaces({ accountsFile }) {
    const [{ readAccountsFile }, { numberOf }] = await Promise.all([
      import('./accounts/accounts-file.ts'),
      import('./accounts/account.ts'),
    ]);
    return readAccountsFile(accountsFile).map((account) => ({
      kind: 'bank account',
      value: numberOf(account),
      what: `bank account ${account.id}`,
    }));
  },
  async open({ config: { cell, logLevel }, db, logger, keyring, secrets }, { accountsFile }) {
    const { createBank } = await import('./bank.ts');
    return createBank({ db, logger, keyring, accountsFile, apart: { ...secrets, cell, logLevel } });
  },
  async records() {
    const [{ DECISION_KINDS }, { waitingKinds }, { purgeHandedIn }, { describeTold }] = await Promise.all([
      import('./books/decisions.ts'),
      import('./books/waiting-decisions.ts'),
      import('./intake/handed-in-repository.ts'),
      import('./books/reported.ts'),
    ]);
    return {
      approvals: (opened) => ({ ...DECISION_KINDS, ...waitingKinds(() => opened()?.importer) }),
      purges: [purgeHandedIn],
      describeDeposit: describeTold,
    };
  },
  commands: async () => (await import('./commands.ts')).registerBankCommands,
});
