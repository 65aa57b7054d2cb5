import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION, LIMIT_OPTION, parseTime } from '../frame/index.ts';
import type { AuditOptions } from './audit-log-actions.ts';

const actions = () => import('./audit-log-actions.ts');

export const registerAuditLogCommands: Register = (program, run) => {
  program
    .command('audit-log')
    .description("what an account's people and the operator did, newest first")
    .requiredOption(...ACCOUNT_OPTION)
    .option('--person <words>', 'only by people with these words in their name or e-mail address')
    .option('--action <action>', 'only this action, like withdrawal.approved')
    .option('--record <id>', 'only on this record, by its id, code or name')
    .option('--from <time>', 'only since this time, as in 2026-12-01T00:00:00Z', parseTime)
    .option('--until <time>', 'only before this time', parseTime)
    .option(...LIMIT_OPTION)
    .example(
      'payments audit-log --account $ACCOUNT --person ada',
      'payments audit-log --account $ACCOUNT --action withdrawal.approved \\\n      --from 2026-12-01T00:00:00Z',
    )
    .action((options: AuditOptions) =>
      run(async (foundation) => (await actions()).list(foundation, options), {
        empty: 'The audit log has no such entry.',
      }),
    );
};
