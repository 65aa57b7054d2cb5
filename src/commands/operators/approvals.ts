import { LIMIT_OPTION, parseId } from '../arguments.ts';
import type { Register } from '../command.ts';

const actions = () => import('./approvals-actions.ts');
const parseRequestId = parseId('payments approvals list');

/** What one operator asked for and another must approve (D45). */
export const registerApprovalCommands: Register = (program, run) => {
  const approvals = program
    .command('approvals')
    .description('what one operator asked for and another must approve within 7 days');

  approvals
    .command('list')
    .description('what waits for a second operator, or with --all also what was decided, newest first')
    .option('--all', 'also what was decided or has expired')
    .option(...LIMIT_OPTION)
    .example('payments approvals list', 'payments approvals list --all')
    .action((options: { all?: true; limit: number }) =>
      run(async (foundation) => (await actions()).list(foundation, options), {
        empty: 'Nothing waits for a second operator.',
        whole: true,
      }),
    );

  approvals
    .command('approve')
    .argument('<id>', 'the request', parseRequestId)
    .description('approve what another operator asked for; it is done at once')
    .example('payments approvals approve $REQUEST')
    .action((id: string) => run(async (foundation, key) => (await actions()).approve(foundation, key, id)));

  approvals
    .command('decline')
    .argument('<id>', 'the request', parseRequestId)
    .description('decline a request, or take back your own')
    .example('payments approvals decline $REQUEST')
    .action((id: string) => run(async (foundation, key) => (await actions()).decline(foundation, key, id)));
};
