import type { Logger } from '../../../../lib/logger.ts';
import { money } from '../../../../lib/money.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';
import { type Outcome, ProviderFailure, type ReturnedTransfer } from '../../../index.ts';
import { type Fields, optionalText, partOf, textOf } from '../client/fields.ts';
import type { Access, Placed } from './place-once.ts';
import * as repository from './repository.ts';
import type { OrderRow } from './repository.ts';
import { returnWords, stageOf, stateOf } from './states.ts';

/** Money that arrived can come back; it is asked about for the first time after this. */
const FIRST_WATCH_MS = 3_600_000;

/** How banks say why they return a payment; their words are not documented. */
const SENTENCES: readonly [RegExp, FailureReason][] = [
  [/account (is )?closed|closed account/i, 'ACCOUNT_CLOSED'],
  [/no account|unable to locate|invalid account|account number/i, 'INVALID_DESTINATION'],
  [/frozen|blocked|refused|rejected|not accept|name mismatch|does not match/i, 'DESTINATION_REJECTED'],
];

/**
 * The outcome of an order by its transfer. What was done once stays done, and what was refused stays refused, whatever
 * Bridge says later: money that comes back afterwards is a return.
 */
export async function outcomeOf(
  { db, logger }: Pick<Access, 'db'> & { logger: Logger },
  placed: Placed,
): Promise<Outcome> {
  if ('waits' in placed) return { status: 'pending', providerReference: null, waits: placed.waits };
  const { order, transfer } = placed;
  const providerReference = textOf(transfer, 'id');
  if (order.doneAt) return { status: 'done', providerReference };
  switch (stageOf(transfer)) {
    case 'done': {
      const isDone = await db.transaction((trx) => repository.markDone(trx, order.id, FIRST_WATCH_MS));
      if (!isDone)
        throw new ProviderFailure('unavailable', 'It was ruled out, and Bridge says that it was done.');
      return { status: 'done', providerReference };
    }
    case 'back': {
      const { reason, message } = failureOf(transfer, 'PROVIDER_REFUSED');
      await db.transaction((trx) => repository.markEnded(trx, { id: order.id, reason, message }));
      // Another call may have seen it done: then this one is about a return.
      const now = await repository.findOrder(db.read, { id: order.id });
      if (now?.doneAt) return { status: 'done', providerReference };
      throw new ProviderFailure('refused', message, { reason });
    }
    case 'stuck': {
      const words = `Bridge says ${stateOf(transfer)}: ask Bridge about ${providerReference}.`;
      logger.error('a transfer is stuck at Bridge', {
        transfer: providerReference,
        state: stateOf(transfer),
      });
      return { status: 'pending', providerReference, waits: { reason: 'OPERATOR', words } };
    }
    case 'unknown':
      logger.error('Bridge says a state of a transfer that is not documented', {
        ...{ transfer: providerReference, state: stateOf(transfer).slice(0, 60) },
      });
      return { status: 'pending', providerReference };
    case 'under_way':
    case 'moving':
      return { status: 'pending', providerReference };
  }
}

/** Of money that was done and is back in the wallet; undefined while it is not. */
export function returnOf(order: Pick<OrderRow, 'amount'>, transfer: Fields): ReturnedTransfer | undefined {
  if (stageOf(transfer) !== 'back' || order.amount === null) return undefined;
  const providerReference = textOf(transfer, 'id');
  return {
    ...{ providerReference, returnReference: returnReferenceOf(providerReference), asset: 'USD' },
    amount: money(order.amount),
    ...failureOf(transfer, 'RETURNED'),
  };
}

/** Bridge has no id for a return: it is the end of the transfer itself. */
export function returnReferenceOf(transferId: string): string {
  return `${transferId}:return`;
}

function failureOf(transfer: Fields, otherwise: FailureReason): { reason: FailureReason; message: string } {
  const words = returnWords(transfer);
  const found = SENTENCES.find(([pattern]) => pattern.test(words ?? ''))?.[1];
  return {
    reason: found ?? otherwise,
    message: words ?? `Bridge says that the transfer is ${stateOf(transfer)}.`,
  };
}

/** What a payee's bank recognizes the payment by. */
export function proofOf(transfer: Fields): string | undefined {
  const destination = partOf(transfer, 'destination');
  return optionalText(destination, 'imad') ?? optionalText(destination, 'trace_number');
}
