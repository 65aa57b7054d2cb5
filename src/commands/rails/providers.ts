import type { Register } from '../deployment/register.ts';
import { MAX_LISTED, parseId, REASON_OPTION } from '../frame/index.ts';
import type { ConflictOptions, NoticeOptions } from './providers-actions.ts';

const actions = () => import('./providers-actions.ts');
const parseNoticeId = parseId('payments providers notices --failed');
const parseConflictId = parseId('payments providers conflicts');

export const registerProviderCommands: Register = (program, run) => {
  const providers = program.command('providers').description('the payment providers of this deployment');

  providers
    .command('list')
    .description('list the providers, each with its methods')
    .example('payments providers list')
    .action(() => run(async (foundation) => (await actions()).list(foundation)));

  providers
    .command('status')
    .description('unfinished work at each provider, including those no longer configured')
    .example('payments providers status')
    .action(() => run(async (foundation) => (await actions()).readStatus(foundation), { whole: true }));

  const notices = providers
    .command('notices')
    .description(`the newest ${MAX_LISTED} notices from providers`)
    .option('--provider <name>', 'only from this provider')
    .option('--failed', 'only those that need your decision')
    .option('--retry <id>', 'process a failed notice again', parseNoticeId)
    .recorded({ reads: ({ retry }) => retry === undefined })
    .example('payments providers notices --failed', 'payments providers notices --retry $NOTICE')
    .action((options: NoticeOptions) =>
      run(async (foundation) => (await actions()).handleNotices(foundation, options), {
        empty: 'No notices match.',
      }),
    );

  notices
    .command('settle')
    .argument('<id>', 'the failed notice', parseNoticeId)
    .description('close a failed notice that needs no further action, with the reason')
    .requiredOption(...REASON_OPTION)
    .recorded()
    .example('payments providers notices settle $NOTICE --reason "Duplicate"')
    .action((id: string, { reason }: { reason: string }) =>
      run(async (foundation, key) => (await actions()).settleFailed(foundation, key, id, reason)),
    );

  const conflicts = providers
    .command('conflicts')
    .description(
      `what providers told of a reference that they had told something else of before, the newest ${MAX_LISTED}`,
    )
    .option('--provider <name>', 'only from this provider')
    .option('--all', 'those that were settled, too')
    .example('payments providers conflicts')
    .action((options: ConflictOptions) =>
      run(async (foundation) => (await actions()).listConflicts(foundation, options), {
        empty: 'There are no conflicts.',
      }),
    );

  conflicts
    .command('settle')
    .argument('<id>', 'the conflict', parseConflictId)
    .description('close a conflict that needs no further action, with the reason')
    .requiredOption(...REASON_OPTION)
    .recorded()
    .example('payments providers conflicts settle $CONFLICT --reason "The bank erred"')
    .action((id: string, { reason }: { reason: string }) =>
      run(async (foundation, key) => (await actions()).settleConflict(foundation, key, id, reason)),
    );
};
