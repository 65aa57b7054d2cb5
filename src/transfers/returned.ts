import type { Trx } from '../db/index.ts';
import { bookCost } from '../ledger/index.ts';
import { wordsOf } from '../lib/errors/words.ts';
import { money, type Money } from '../lib/money.ts';
import {
  isToldAgain,
  keepReportConflict,
  type ProviderCost,
  type ReturnedTransfer,
} from '../methods/index.ts';
import * as progress from './progress-repository.ts';
import { kindOf, type TransferKinds } from './kinds.ts';
import { isExchange, sentBy, type Transfer } from './transfer.ts';
import { nextTransferStatus } from './transitions.ts';

/** The suffix of the reference for the cost of a return. */
const FEE = ':fee';

/**
 * Records that a provider has returned a transfer's money to us (D27). The whole amount of a settled withdrawal or
 * refund, fee included, returns to where it came from. Money that was returned before it was exchanged is released like
 * a failed conversion's. Does nothing for a return that is already recorded; one reported again with another amount or
 * transfer waits for an operator. Throws an error with the reason if no transfer matches; the notice may only have come
 * too early, and can be recorded later.
 */
export async function returnTransfer(
  trx: Trx,
  kinds: TransferKinds,
  provider: string,
  returned: ReturnedTransfer,
): Promise<void> {
  const { providerReference, returnReference, reason, message } = returned;
  const transfer = await progress.lockSentTransfer(trx, { provider, reference: providerReference });
  if (!transfer) throw new Error(`no transfer has the reference ${providerReference}`);
  const known = await progress.findReturnedTransfer(trx, { provider, returnReference });
  if (known) {
    const key = { provider, kind: 'return', reference: returnReference } as const;
    await isToldAgain(trx, key, factOf(known), { ...returned, of: nameOf(transfer) });
    return;
  }
  const kind = kindOf(kinds, transfer);
  const exchanges = isExchange(transfer);
  if (!nextTransferStatus(transfer.status, exchanges ? 'come_back' : 'return')) {
    throw new Error(`${nameOf(transfer)} is ${transfer.status} and cannot be returned`);
  }
  const sent = factOf(transfer);
  if (sent.asset !== returned.asset || !sent.amount.eq(returned.amount)) {
    throw new Error(
      `${sent.amount.toFixed()} ${sent.asset} of ${sent.of} were sent, but ${returned.amount.toFixed()} ${returned.asset} returned`,
    );
  }
  // A returned payment had been made; a returned conversion had not.
  const failure = {
    reason: exchanges && reason === 'RETURNED' ? 'PROVIDER_REFUSED' : reason,
    words: wordsOf(message),
  } as const;
  trx.defer(progress.markReturned(trx, transfer, { ...failure, returnReference }));
  await (exchanges ? kind.fail(trx, transfer, failure.reason) : kind.takeBack?.(trx, transfer, reason));
  const { fee, asset } = returned;
  if (fee === undefined) return;
  const cost = { reference: `${returnReference}${FEE}`, asset, amount: fee };
  await bookFee(trx, provider, cost, transfer);
}

/** Books a provider's charge; a deduction from a return only up to the returned amount. */
export async function bookProviderCost(trx: Trx, provider: string, cost: ProviderCost): Promise<void> {
  const { reference } = cost;
  const returnReference = reference.endsWith(FEE) ? reference.slice(0, -FEE.length) : undefined;
  const returned =
    returnReference === undefined
      ? undefined
      : await progress.findReturnedTransfer(trx, { provider, returnReference });
  await (returned ? bookFee(trx, provider, cost, returned) : bookCost(trx, provider, cost));
}

/**
 * The fee was deducted from the returned amount, so a larger one is an error. Then nothing is booked, and an operator
 * must look.
 */
async function bookFee(trx: Trx, provider: string, cost: ProviderCost, returned: Transfer): Promise<void> {
  const { asset, amount, of } = factOf(returned);
  if (cost.asset === asset && cost.amount.lte(amount)) return bookCost(trx, provider, cost);
  await keepReportConflict(
    trx,
    { provider, kind: 'cost', reference: cost.reference },
    `${amount.toFixed()} ${asset} came back of ${of}`,
    `${cost.amount.toFixed()} ${cost.asset}`,
  );
}

/** The amount that a transfer sent, or sent to be exchanged. */
function factOf(transfer: Transfer): { asset: string; amount: Money; of: string } {
  const sent = isExchange(transfer)
    ? { asset: transfer.asset, amount: money(transfer.amount) }
    : sentBy(transfer);
  return { ...sent, of: nameOf(transfer) };
}

function nameOf({ kind, id }: Transfer): string {
  return `${kind} ${id}`;
}
