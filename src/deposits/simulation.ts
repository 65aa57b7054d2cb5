import type { Trx } from '../db/connect.ts';
import { DomainError, invalidParam } from '../lib/errors.ts';
import { money } from '../lib/money.ts';
import { findLink, listLinkMethods } from '../payment-links/repository.ts';
import type { DepositRow } from './repository.ts';
import type { DepositService } from './service.ts';

export interface SimulatedPayment {
  accountId: string;
  code: string;
  method: string;
  /** Names the payment: the same one twice is a repeated notice. */
  providerReference: string;
}

/**
 * Plays the payer and the rail: pays a link exactly what is due, by one of its methods (D21). Throws
 * `payment_link_not_found`, or `invalid_request` for a method that the link does not have.
 */
export async function simulateDeposit(
  trx: Trx,
  deposits: DepositService,
  payment: SimulatedPayment,
): Promise<DepositRow> {
  const link = await findLink(trx, payment.accountId, payment.code);
  if (!link) throw new DomainError('payment_link_not_found');
  const methods = await listLinkMethods(trx, payment.accountId, payment.code);
  const method = methods.find((candidate) => candidate.method === payment.method);
  if (!method) {
    throw invalidParam(
      'method',
      `This link can be paid by ${link.accepted_methods.join(', ')}, not by ${payment.method}.`,
    );
  }
  const deposit = await deposits.receive(trx, {
    provider: 'simulator',
    providerReference: payment.providerReference,
    method: method.method,
    destination: method.destination,
    reference: method.reference,
    asset: method.asset,
    network: method.network,
    amount: money(method.amount_due),
    payer: { name: 'Simulated Payer' },
  });
  if (!deposit) throw new Error('the link lost its destination');
  return deposit;
}
