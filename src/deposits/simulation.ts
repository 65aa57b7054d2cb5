import { worksElsewhere } from '../account-moves/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { AccountMoves, DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { money, parseRequestAmount, roundDownTo, roundUpTo, type Money } from '../lib/money.ts';
import { clabeCheckDigit, isClabe, simulatedTrackingKey, type SimulatedProvider } from '../methods/index.ts';
import {
  findLink,
  type LinkMethod,
  listLinkMethods,
  missingOf,
  issuedInstructions,
} from '../payment-links/index.ts';
import type { DepositNotification } from './deposit-state.ts';
import { destinationOf } from './match.ts';
import type { Deposit } from './repository.ts';
import type { Scenario } from './scenarios.ts';
import type { DepositService } from './service.ts';

/** At BBVA, by its first three digits. */
const PAYER_CLABE_DIGITS = '01218000118359719';
const PAYER_CLABE = PAYER_CLABE_DIGITS + clabeCheckDigit(PAYER_CLABE_DIGITS);
const PAYER_ADDRESS = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

interface SimulatedPayment {
  accountId: string;
  code: string;
  method: string;
  scenario: Scenario;
  /** Overrides the scenario's amount. It is a decimal in the method's asset, unparsed. */
  amount: string | undefined;
}

/** A deposit that a simulated provider will report. */
interface PlannedDeposit {
  notification: DepositNotification;
  scenario: Scenario;
}

/**
 * Determines a simulated payment, before the transaction in which it arrives. Throws `payment_link_not_found`, or
 * `invalid_request` for a method that the link does not have, a scenario that the method does not support, and an
 * amount that the rail cannot carry.
 */
export async function planDeposit(
  on: Queryable,
  simulator: SimulatedProvider,
  payment: SimulatedPayment,
): Promise<PlannedDeposit> {
  const { method, due } = await requireMethod(on, payment);
  return {
    notification: toNotification(simulator.name, payment, method, due),
    scenario: payment.scenario,
  };
}

/**
 * Acts as the payer and the rail (D21). Money arrives for a link as planned, in the provider's books and in ours.
 * Throws `invalid_request` for a deposit that would vanish because it is neither final nor what is due, and
 * AccountMoves if the account has left this cell since the payment was planned.
 */
export async function simulateDeposit(
  trx: Trx,
  { deposits, simulator }: { deposits: DepositService; simulator: SimulatedProvider },
  { notification, scenario }: PlannedDeposit,
): Promise<Deposit> {
  await simulator.announceDeposit(trx, notification);
  const deposit = await deposits.receive(trx, notification);
  if (!deposit) {
    const candidates = await issuedInstructions.all(trx, destinationOf(notification));
    // The account has just left. Nothing is handed on; the caller's next attempt finds the account in its cell (D74).
    if (candidates.some(worksElsewhere)) throw new AccountMoves();
    throw invalidParam(
      'scenario',
      'With seen_then_confirmed, the payment must be exactly the amount due, on an active link.',
    );
  }
  if (scenario === 'duplicate') await deposits.receive(trx, notification);
  return deposit;
}

/** The method, with the amount that the link's page shows, which is the rest where a part has arrived. */
async function requireMethod(
  on: Queryable,
  payment: SimulatedPayment,
): Promise<{ method: LinkMethod; due: Money | undefined }> {
  const [link, methods] = await Promise.all([
    findLink(on, { accountId: payment.accountId, code: payment.code }),
    listLinkMethods(on, { accountId: payment.accountId, code: payment.code }),
  ]);
  if (!link) throw new DomainError('payment_link_not_found');
  const method = methods.find((candidate) => candidate.method === payment.method);
  if (!method) {
    throw invalidParam(
      'method',
      `This link can be paid by ${link.acceptedMethods.join(', ')}, not by ${payment.method}.`,
    );
  }
  const missing = missingOf(link, method);
  const due = missing?.gt(0) ? missing : method.amountDue === null ? undefined : money(method.amountDue);
  return { method, due };
}

function toNotification(
  provider: string,
  payment: SimulatedPayment,
  method: LinkMethod,
  due: Money | undefined,
): DepositNotification {
  const { destination } = method;
  if (destination === null || !due) {
    throw invalidParam('method', `${method.method} is still calculating, and cannot be paid yet.`);
  }
  const providerReference = newId();
  return {
    provider,
    providerReference,
    method: method.method,
    destination,
    reference: method.reference,
    asset: method.asset,
    network: payment.scenario === 'wrong_network' ? otherNetwork(method) : method.network,
    amount: amountOf(payment, method, due),
    final: payment.scenario !== 'seen_then_confirmed',
    payer: payerOf(method, destination, providerReference),
  };
}

/**
 * As a bank reports a SPEI transfer and a node a token's, so that what reads these fields can be tried; otherwise only a
 * name.
 */
function payerOf(
  { network }: LinkMethod,
  destination: string,
  providerReference: string,
): DepositNotification['payer'] {
  const name = 'Simulated Payer';
  if (network !== null) return { name, source_address: PAYER_ADDRESS };
  if (!isClabe(destination)) return { name };
  return { name, account: PAYER_CLABE, tracking_key: simulatedTrackingKey(providerReference) };
}

function otherNetwork({ method, network }: LinkMethod): string {
  if (network === null)
    throw invalidParam('scenario', `${method} is not an on-chain method, so that there is no wrong network.`);
  return network === 'Ethereum' ? 'Polygon' : 'Ethereum';
}

function amountOf({ scenario, amount }: SimulatedPayment, method: LinkMethod, due: Money): Money {
  if (amount !== undefined) return requireCarried(amount, method);
  switch (scenario) {
    case 'under':
      return roundDownTo(due.times('0.9'), method.decimals);
    case 'over':
      return roundUpTo(due.times('1.1'), method.decimals);
    default:
      return due;
  }
}

function requireCarried(text: string, { method, decimals }: LinkMethod): Money {
  const amount = parseRequestAmount(text);
  if (!amount || amount.isZero() || (amount.decimalPlaces() ?? 0) > decimals) {
    throw invalidParam(
      'amount',
      `amount must be greater than zero, with at most ${decimals} decimals for ${method}.`,
    );
  }
  return amount;
}
