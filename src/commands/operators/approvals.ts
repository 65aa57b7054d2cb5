import type { Register } from '../deployment/register.ts';
import { LIMIT_OPTION, parseId, parseWords } from '../frame/index.ts';

const actions = () => import('./approvals-actions.ts');
const parseRequestId = parseId('payments approvals list');

/** Requests of one operator that another must approve (D45). */
export const registerApprovalCommands: Register = (program, run) => {
  const approvals = program
    .command('approvals')
    .description('requests of one operator that another must approve within 7 days');

  approvals
    .command('list')
    .description('list requests awaiting a second operator, newest first')
    .option('--all', 'include decided and expired requests')
    .option(...LIMIT_OPTION)
    .example('payments approvals list', 'payments approvals list --all')
    .action((options: { all?: true; limit: number }) =>
      run(async (foundation) => (await actions()).list(foundation, options), {
        empty: 'No requests await a second operator.',
        whole: true,
      }),
    );

  approvals
    .command('approve')
    .argument('<id>', 'the request', parseRequestId)
    .description("approve another operator's request; it is carried out at once")
    .recorded()
    .example('payments approvals approve $REQUEST')
    .action((id: string) => run(async (foundation, key) => (await actions()).approve(foundation, key, id)));

  approvals
    .command('decline')
    .argument('<id>', 'the request', parseRequestId)
    .description('decline a request, or withdraw your own')
    .option('--reason <text>', 'why, for the operator who requested it and in the log', parseWords)
    .recorded()
    .example('payments approvals decline $REQUEST --reason "Wrong amount"')
    .action((id: string, { reason }: { reason?: string }) =>
      run(async (foundation, key) => (await actions()).decline(foundation, key, id, reason ?? null)),
    );
};
