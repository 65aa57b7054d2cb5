import { Option } from 'commander';
import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION, parseAmount, parseId } from '../frame/index.ts';
import type { AddOptions } from './approval-rules-actions.ts';

const actions = () => import('./approval-rules-actions.ts');
const RULE_ARGUMENT = ['<id>', 'the rule', parseId('payments approval-rules list --account <id>')] as const;

/** The rules by which an account's money leaves only with others' approval (D80). */
export const registerApprovalRuleCommands: Register = (program, run) => {
  const rules = program
    .command('approval-rules')
    .description("what needs the approval of an account's people before it leaves");

  rules
    .command('list')
    .description("an account's rules, the strictest first, and what has left without their approvals")
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments approval-rules list --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).listAll(foundation, account), {
        empty: 'This account has no approval rules.',
      }),
    );

  rules
    .command('add')
    .description('add a rule, effective at once')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--currency <currency>', 'MXN, USD or COP; see `payments currencies rates`')
    .requiredOption('--above <amount>', 'in that currency, within 24 hours', parseAmount)
    .addOption(
      new Option('--kind <kind>', 'of what it covers; all by default').choices([
        'withdrawal',
        'refund',
        'conversion',
      ]),
    )
    .addOption(new Option('--approvals <count>', 'how many people').choices(['1', '2']).default('1'))
    .addOption(
      new Option('--owners <count>', 'how many of them must be owners').choices(['0', '1', '2']).default('0'),
    )
    .recorded()
    .example(
      'payments approval-rules add --account $ACCOUNT --currency MXN \\\n      --above 50000 --approvals 2 --owners 1',
    )
    .action((options: AddOptions) => run(async (foundation) => (await actions()).add(foundation, options)));

  rules
    .command('remove')
    .argument(...RULE_ARGUMENT)
    .description('remove a rule at once')
    .requiredOption(...ACCOUNT_OPTION)
    .recorded()
    .example('payments approval-rules remove $RULE --account $ACCOUNT')
    .action((id: string, { account }: { account: string }) =>
      run(async (foundation) => (await actions()).remove(foundation, account, id)),
    );
};
