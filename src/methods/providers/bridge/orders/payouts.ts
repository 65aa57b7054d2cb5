import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { ProviderFailure, type Waiting } from '../../../index.ts';
import { nothingThere, requireDecimals } from '../../http-rail/index.ts';
import { createTransfers, type TransferOrder, type Transfers } from '../../orders/index.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, fieldsOf, optionalText, partOf, textOf, timeOf, Unreadable } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { readWallet } from '../client/wallet.ts';
import { statusOf } from './outcomes.ts';
import { knownAs, payeeOf } from './payees.ts';
import { BRIDGE, orderIdOf } from './rail.ts';
import { amountIn, depositIdOf, findTransfer, getTransfer } from './transfers.ts';

/** Wires and ACH have two decimals. */
const DECIMALS = 2;
/** How long after a deposit Bridge accepts to return it to its sender. */
const RETURNABLE_FOR_MS = 60 * 24 * 3_600_000;
/** How far back a request is searched that a restored database does not know. */
const RESTORED_FOR_MS = 7 * 24 * 3_600_000;

/** The text that the payee sees with the payment. */
const WORDS = { pay_out: 'Payment', refund: 'Refund' } as const;

interface PayoutParts {
  db: Pick<Database, 'read' | 'transaction'>;
  client: BridgeClient;
  logger: Logger;
  config: Pick<BridgeConfig, 'customerId' | 'walletId'>;
}

/** Payments out of the wallet, one per key. */
export function createPayouts(parts: PayoutParts): Transfers {
  const { db, logger, client, config } = parts;
  return createTransfers<Fields>(
    { db, logger, rail: BRIDGE, ids: { idOf: orderIdOf } },
    {
      requestedOf: askedOf,
      prepare: (order, id, signal) => prepare(parts, order, id, signal),
      // Bridge repeats its response to a key, and its list cannot be filtered by our id.
      skipsFirstLook: true,
      async find(id, known, signal) {
        if (typeof known?.reference === 'string') return getTransfer(client, known.reference, signal);
        // Applies even without a record, because a restored database may be older than the request.
        const requestedAt = known?.requestedAt ?? new Date(Date.now() - RESTORED_FOR_MS);
        return findTransfer({ client, ...config }, { id, requestedAt }, signal);
      },
      request: async (id, body, signal) =>
        fieldsOf(await client.call({ method: 'POST', path: '/transfers', body, id }, signal), 'transfer'),
      requireSame(transfer, body) {
        const { client_reference_id: id } = JSON.parse(body) as Fields;
        if (optionalText(transfer, 'client_reference_id') !== id)
          throw new Unreadable('a transfer for another request');
      },
      referenceOf: (transfer) => textOf(transfer, 'id'),
      statusOf: (transfer) => statusOf(parts, transfer),
    },
  );
}

async function prepare(
  { db, client, config }: PayoutParts,
  order: TransferOrder,
  id: string,
  signal: AbortSignal,
): Promise<{ body: string } | { waits: Waiting }> {
  const { asset, amount } = order;
  const { customerId, walletId } = config;
  if (asset !== 'USD') throw new ProviderFailure('refused', `Bridge sends USD, and no ${asset}.`);
  requireDecimals(amount, DECIMALS, 'Wires carry');
  const destination = await destinationOf({ db, client, customerId }, order, signal);
  // Bridge's code for insufficient funds is not documented, and a refusal would use up the key, so the balance is
  // checked first.
  const held = (await readWallet(client, config, signal)).amount;
  if (held.lt(amount)) {
    const words = `The wallet at Bridge has ${held.toFixed(2)} USDC, and ${amount.toFixed(2)} are to be sent.`;
    return { waits: { reason: 'HOT_WALLET_EMPTY', words } };
  }
  const body = {
    client_reference_id: id,
    amount: amount.toFixed(DECIMALS),
    on_behalf_of: customerId,
    source: { payment_rail: 'bridge_wallet', currency: 'usdc', bridge_wallet_id: walletId },
    destination,
  };
  return { body: JSON.stringify(body) };
}

async function destinationOf(
  parts: Parameters<typeof knownAs>[0],
  order: TransferOrder,
  signal: AbortSignal,
): Promise<object> {
  const { purpose, to } = order;
  if (to === 'sender') return toSender(parts.client, order, signal);
  const external_account_id = await knownAs(parts, payeeOf(to), signal);
  return methodOf(order) === 'ACH'
    ? { payment_rail: 'ach', currency: 'usd', external_account_id, ach_reference: WORDS[purpose] }
    : { payment_rail: 'wire', currency: 'usd', external_account_id, wire_message: WORDS[purpose] };
}

/** A refund to an account goes by wire. */
function methodOf(order: TransferOrder): string {
  return order.purpose === 'pay_out' ? order.method : 'WIRE';
}

function askedOf(order: TransferOrder): string[] {
  const { amount, to } = order;
  return to === 'sender'
    ? [amount.toFixed(2), 'sender', depositOf(order)]
    : [amount.toFixed(2), methodOf(order), JSON.stringify(to, sorted)];
}

/** Only a refund returns a deposit to its sender. */
function depositOf(order: TransferOrder): string {
  if (order.purpose === 'pay_out') throw new Error('a payout without a destination');
  return order.depositReference;
}

/** Sorted, so that the order in which the fields were stored does not matter. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Bridge returns a deposit to its sender, identified by the bank's id of the deposit. */
async function toSender(client: BridgeClient, order: TransferOrder, signal: AbortSignal): Promise<object> {
  const deposit = await getTransfer(client, depositOf(order), signal).catch(nothingThere);
  if (!deposit) throw nameAccount('Bridge has no such deposit');
  const deposit_id = depositIdOf(deposit);
  if (deposit_id === undefined) throw nameAccount("Bridge does not tell the deposit's id");
  if (Date.now() - timeOf(deposit, 'created_at').getTime() > RETURNABLE_FOR_MS)
    throw nameAccount('The deposit is more than 60 days old');
  const rail = optionalText(partOf(deposit, 'source'), 'payment_rail');
  if (rail !== 'wire' && !amountIn(deposit)?.eq(order.amount))
    throw nameAccount('Only a wire is sent back in part');
  return { payment_rail: 'fiat_deposit_return', currency: 'usd', deposit_id };
}

function nameAccount(why: string): ProviderFailure {
  return new ProviderFailure('refused', `${why}: name a bank account to send it to.`, {
    reason: 'INVALID_DESTINATION',
  });
}
