import { expect } from 'chai';
import { firstOperator, runPaymentsAs } from '../support/processes/command.ts';
import type { TestService } from '../support/service.ts';

/** Two operators, and what they do on the command line. */
export interface TwoOperators {
  ana: string;
  bruno: string;
  /** The JSON of a command that succeeds. */
  json: (key: string | undefined, ...args: string[]) => Promise<any>;
  /** One asks for it, and the other approves. */
  agree: (...args: string[]) => Promise<void>;
  /** The JSON of a command whose result is not ok. */
  red: (...args: string[]) => Promise<any>;
  /** The error of a command that is refused, or whose usage is wrong. */
  refused: (key: string | undefined, ...args: string[]) => Promise<{ code?: string; message: string }>;
}

export async function addTwoOperators(service: Pick<TestService, 'foundation'>): Promise<TwoOperators> {
  const run = async (
    key: string | undefined,
    expected: readonly number[],
    args: readonly string[],
  ): Promise<any> => {
    const { code, stdout, stderr } = await runPaymentsAs(key, service, ...args, '--json');
    expect(code, `${stdout}${stderr}`).to.be.oneOf(expected);
    return JSON.parse(stdout);
  };
  const json = (key: string | undefined, ...args: string[]) => run(key, [0], args);
  const ana = await firstOperator(service);
  const { key: bruno } = await json(ana, 'operators', 'add', '--name', 'bruno');
  return {
    ana,
    bruno,
    json,
    async agree(...args) {
      const { id } = await json(ana, ...args);
      await json(bruno, 'approvals', 'approve', id);
    },
    red: (...args) => run(undefined, [1], args),
    refused: async (key, ...args) => (await run(key, [1, 2], args)).error,
  };
}
