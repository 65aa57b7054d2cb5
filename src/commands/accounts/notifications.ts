import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION, CommandFailure, parseEmail } from '../frame/index.ts';
import type { StopOptions } from './notifications-actions.ts';

const actions = () => import('./notifications-actions.ts');

export const registerNotificationCommands: Register = (program, run) => {
  const notifications = program
    .command('notifications')
    .description('what the members and the chat of an account are told');

  notifications
    .command('list')
    .description('what each member has chosen to be told by e-mail, and the chat without its URL')
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments notifications list --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).list(foundation, account), {
        empty: 'No member has chosen notifications. They do in the panel, under My access.',
      }),
    );

  notifications
    .command('stop')
    .description('end the e-mails that a member has chosen, or remove the chat; it is in the audit log')
    .requiredOption(...ACCOUNT_OPTION)
    .option('--email <address>', 'the member', parseEmail)
    .option('--chat', 'the chat, with what waits to be posted')
    .example(
      'payments notifications stop --account $ACCOUNT --email ada@acme.example',
      'payments notifications stop --account $ACCOUNT --chat',
    )
    .action((options: StopOptions) => {
      if (options.email === undefined && !options.chat)
        throw new CommandFailure('Name a member with --email, or --chat.');
      return run(async (foundation) => (await actions()).stop(foundation, options));
    });
};
