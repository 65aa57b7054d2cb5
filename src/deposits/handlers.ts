import type { Handlers } from '../contract/handler.ts';
import type { DepositService } from './service.ts';
import { simulateDeposit } from './simulation.ts';
import { viewDeposit } from './view.ts';

export function depositHandlers(options: { deposits: DepositService }): Pick<Handlers, 'simulateDeposit'> {
  return {
    simulateDeposit:
      ({ caller, path, body, effectKey }) =>
      async (trx) => {
        const deposit = await simulateDeposit(trx, options.deposits, {
          accountId: caller.accountId,
          code: path.code,
          method: body.method,
          providerReference: effectKey,
        });
        return { status: 201, body: viewDeposit(deposit) };
      },
  };
}
