import type { Logger } from '../../../../lib/logger.ts';
import { money } from '../../../../lib/money.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';
import type { ReturnedTransfer } from '../../../index.ts';
import { reasonIn, type Sentences } from '../../http-rail/index.ts';
import type { OrderRow, Seen, OrderStatus } from '../../orders/index.ts';
import { type Fields, textOf } from '../client/fields.ts';
import { amountIn } from './repository.ts';
import { returnWords, stageOf, stateOf } from './states.ts';

/** Wires and ACH come back within days; the latest possible time is not documented. */
const WATCHED_FOR_MS = 30 * 24 * 3_600_000;

/** Reasons that banks give for a return; the wording is not documented. */
const SENTENCES: Sentences = [
  [/account (is )?closed|closed account/i, 'ACCOUNT_CLOSED'],
  [/no account|unable to locate|invalid account|account number/i, 'INVALID_DESTINATION'],
  [/frozen|blocked|refused|rejected|not accept|name mismatch|does not match/i, 'DESTINATION_REJECTED'],
];

/** The state of an order's money, by its transfer. */
export function statusOf({ logger }: { logger: Logger }, transfer: Fields): OrderStatus {
  const id = textOf(transfer, 'id');
  switch (stageOf(transfer)) {
    case 'done':
      return { is: 'done', watchForMs: WATCHED_FOR_MS };
    case 'back':
      return { is: 'refused', ...failureOf(transfer, 'PROVIDER_REFUSED'), watchForMs: 0 };
    case 'stuck': {
      const words = `Bridge says ${stateOf(transfer)}: ask Bridge about ${id}.`;
      logger.error('transfer stuck at Bridge', { transfer: id, state: stateOf(transfer) });
      return { is: 'pending', waits: { reason: 'OPERATOR', words } };
    }
    case 'unknown':
      logger.error('undocumented transfer state at Bridge', {
        transfer: id,
        state: stateOf(transfer).slice(0, 60),
      });
      return { is: 'pending', state: stateOf(transfer).slice(0, 60) };
    case 'under_way':
    case 'moving':
      return { is: 'pending', state: stateOf(transfer) };
  }
}

/** The present state of a completed order, by its transfer. */
export function seenIn(order: Pick<OrderRow, 'body'>, transfer: Fields): Seen {
  const returned = returnOf(order, transfer);
  if (returned) return { is: 'returned', returned };
  switch (stageOf(transfer)) {
    case 'done':
      return { is: 'as_told' };
    case 'stuck':
    case 'unknown':
      return { is: 'otherwise', state: { state: stateOf(transfer).slice(0, 60) } };
    default:
      return { is: 'under_way' };
  }
}

/** The return of a completed transfer whose money is back in the wallet; undefined while it is not. */
export function returnOf(order: Pick<OrderRow, 'body'>, transfer: Fields): ReturnedTransfer | undefined {
  const amount = amountIn(order);
  if (stageOf(transfer) !== 'back' || amount === null) return undefined;
  const providerReference = textOf(transfer, 'id');
  return {
    providerReference,
    returnReference: returnReferenceOf(providerReference),
    asset: 'USD',
    amount: money(amount),
    ...failureOf(transfer, 'RETURNED'),
  };
}

/** Bridge has no id for a return, because it is the end of the transfer itself. */
function returnReferenceOf(transferId: string): string {
  return `${transferId}:return`;
}

function failureOf(transfer: Fields, otherwise: FailureReason): { reason: FailureReason; message: string } {
  const words = returnWords(transfer);
  return {
    reason: reasonIn(SENTENCES, words) ?? otherwise,
    message: words ?? `Bridge says that the transfer is ${stateOf(transfer)}.`,
  };
}
