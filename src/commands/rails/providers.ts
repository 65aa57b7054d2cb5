import { MAX_LISTED, parseId, REASON_OPTION } from '../arguments.ts';
import type { Register } from '../command.ts';
import type { NoticeOptions } from './providers-actions.ts';

const actions = () => import('./providers-actions.ts');
const parseNoticeId = parseId('payments providers notices --failed');

export const registerProviderCommands: Register = (program, run) => {
  const providers = program.command('providers').description('the payment providers of this deployment');

  providers
    .command('list')
    .description('each provider, with the methods that it carries')
    .example('payments providers list')
    .action(() => run(async (foundation) => (await actions()).list(foundation)));

  providers
    .command('status')
    .description('what waits at each provider, also at those that this deployment no longer has')
    .example('payments providers status')
    .action(() => run(async (foundation) => (await actions()).readStatus(foundation), { whole: true }));

  const notices = providers
    .command('notices')
    .description(`what providers told, the newest ${MAX_LISTED}`)
    .option('--provider <name>', 'only from this one')
    .option('--failed', 'only those that wait for your decision')
    .option('--retry <id>', 'process a failed notice once more', parseNoticeId)
    .example('payments providers notices --failed', 'payments providers notices --retry $NOTICE')
    .action((options: NoticeOptions) =>
      run(async (foundation) => (await actions()).handleNotices(foundation, options), {
        empty: 'There are no such notices.',
      }),
    );

  notices
    .command('settle')
    .argument('<id>', 'the failed notice', parseNoticeId)
    .description('say why a failed notice needs nothing more, so that nobody is asked about it again')
    .requiredOption(...REASON_OPTION)
    .example('payments providers notices settle $NOTICE --reason "Told twice"')
    .action((id: string, { reason }: { reason: string }) =>
      run(async (foundation, key) => (await actions()).settleFailed(foundation, key, id, reason)),
    );
};
