import type { Register } from '../deployment/register.ts';
import { LIMIT_OPTION } from '../frame/index.ts';

const actions = () => import('./operators-actions.ts');

/** The people who run these commands (D45). */
export const registerOperatorCommands: Register = (program, run) => {
  const operators = program
    .command('operators')
    .description('the people who run these commands, each identified by a key in OPERATOR_KEY');

  operators
    .command('add')
    .description('add an operator and print their key once; from the third on, another operator must approve')
    .requiredOption('--name <name>', 'a name like ana or ana.lopez')
    .example('payments operators add --name ana', 'OPERATOR_KEY=op_… payments operators add --name bruno')
    .action(({ name }: { name: string }) =>
      run(async (foundation, key) => (await actions()).add(foundation, key, name)),
    );

  operators
    .command('list')
    .description('list all operators, including revoked ones')
    .example('payments operators list')
    .action(() =>
      run(async (foundation) => (await actions()).list(foundation), { empty: 'There are no operators yet.' }),
    );

  operators
    .command('rotate')
    .description('replace your own key; the old one stops working at once')
    .example('payments operators rotate')
    .action(() => run(async (foundation, key) => (await actions()).rotate(foundation, key)));

  operators
    .command('revoke')
    .argument('<name>', 'the operator whose key stops working at once; not your own')
    .description('revoke an operator, and decline their open requests')
    .example('payments operators revoke bruno')
    .action((name: string) =>
      run(async (foundation, key) => (await actions()).revoke(foundation, key, name)),
    );

  operators
    .command('log')
    .description('list the actions of operators, newest first')
    .option(...LIMIT_OPTION)
    .example('payments operators log')
    .action(({ limit }: { limit: number }) =>
      run(async (foundation) => (await actions()).showLog(foundation, limit)),
    );
};
