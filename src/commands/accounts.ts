import { Option } from 'commander';
import type { AccountRow } from '../accounts/repository.ts';
import { changeAccount, createAccount } from '../accounts/service.ts';
import type { AccountKind, AccountStatus, Kyb, Kyc } from '../accounts/standing.ts';
import { registerBrandCommand, requireName } from './brand.ts';
import { CommandFailure, collect, parseBoolean, requireId, type Register } from './command.ts';

interface SetOptions {
  status?: AccountStatus;
  kyb?: Kyb;
  kyc?: Kyc;
  emailVerified?: boolean;
  phoneVerified?: boolean;
  ownerExists?: boolean;
  autoRefund?: boolean;
  disableMethod: string[];
  enableMethod: string[];
}

export const registerAccountCommands: Register = (program, run) => {
  const accounts = program.command('accounts').description('the companies that hold an account');

  accounts
    .command('create')
    .description('open an account')
    .requiredOption('--name <name>', "the company's public name")
    .option('--email <address>', 'where notices to the company go')
    .addOption(
      new Option('--kind <kind>', 'only companies have API keys')
        .choices(['company', 'individual'])
        .default('company'),
    )
    .option('--approved', 'with all verifications passed', false)
    .action((options: { name: string; email?: string; kind: AccountKind; approved: boolean }) =>
      run(async ({ db }) => {
        const { email = null, kind, approved } = options;
        const name = requireName(options.name);
        return view(await db.transaction((trx) => createAccount(trx, { name, email, kind, approved })));
      }),
    );

  accounts
    .command('set <id>')
    .description("change an account's state and verifications")
    .addOption(new Option('--status <status>').choices(['active', 'suspended', 'blocked']))
    .addOption(
      new Option('--kyb <state>', 'business verification').choices([
        'not_started',
        'incomplete',
        'pending_review',
        'approved',
        'rejected',
      ]),
    )
    .addOption(
      new Option('--kyc <state>', "account holder's verification").choices([
        'not_started',
        'incomplete',
        'approved',
      ]),
    )
    .option('--email-verified <boolean>', '', parseBoolean)
    .option('--phone-verified <boolean>', '', parseBoolean)
    .option('--owner-exists <boolean>', '', parseBoolean)
    .option('--auto-refund <boolean>', 'refund unmatched deposits automatically', parseBoolean)
    .option('--disable-method <method>', 'may be given several times', collect, [])
    .option('--enable-method <method>', 'may be given several times', collect, [])
    .action((id: string, options: SetOptions) =>
      run(async ({ db }) => {
        const changed = await db.transaction((trx) =>
          changeAccount(trx, requireId(id, 'account'), {
            ...(options.status && { status: options.status }),
            ...(options.kyb && { kyb: options.kyb }),
            ...(options.kyc && { kyc: options.kyc }),
            ...(options.emailVerified !== undefined && { email_verified: options.emailVerified }),
            ...(options.phoneVerified !== undefined && { phone_verified: options.phoneVerified }),
            ...(options.ownerExists !== undefined && { owner_exists: options.ownerExists }),
            ...(options.autoRefund !== undefined && { auto_refund: options.autoRefund }),
            disableMethods: options.disableMethod,
            enableMethods: options.enableMethod,
          }),
        );
        if (!changed) throw new CommandFailure(`There is no account ${id}.`);
        return view(changed);
      }),
    );

  registerBrandCommand(accounts, run);
};

function view(account: AccountRow): object {
  return { ...account, created_at: account.created_at.toISOString() };
}
