import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Money } from '../../../../lib/money.ts';
import {
  type Destination,
  type Outcome,
  type PayOutRequest,
  ProviderFailure,
  type RefundRequest,
  type RuleOutRequest,
} from '../../../index.ts';
import { carryOut, doneAs, type FoundOrder, ruleOut, underWayAs } from '../../orders/index.ts';
import type { BridgeClient } from '../client/client.ts';
import { isNotThere } from '../client/errors.ts';
import { type Fields, fieldsOf, optionalText, partOf, textOf, timeOf, Unreadable } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { readWallet } from '../client/wallet.ts';
import { standingOf } from './outcomes.ts';
import { knownAs, payeeOf } from './payees.ts';
import { amountIn, depositIdOf } from './deposit-fields.ts';
import { BRIDGE, orderIdOf, type Purpose } from './rail.ts';
import { stageOf, stateOf } from './states.ts';
import { findTransfer, getTransfer } from './transfers.ts';

/** Wires and ACH have two decimals. */
const DECIMALS = 2;
/** For how long after a deposit Bridge sends it back to whoever sent it. */
const RETURNABLE_FOR_MS = 60 * 24 * 3_600_000;
/** How far back a request is looked for that a restored database does not know. */
const RESTORED_FOR_MS = 7 * 24 * 3_600_000;

/** What the payee reads with the payment. */
const WORDS = { pay_out: 'Payment', refund: 'Refund' } as const;

export interface PayoutParts {
  db: Pick<Database, 'read' | 'transaction'>;
  client: BridgeClient;
  logger: Logger;
  config: Pick<BridgeConfig, 'customerId' | 'walletId'>;
}

/** What is to be paid, and everything that was asked for. */
interface Payment {
  purpose: Purpose;
  idempotencyKey: string;
  asset: string;
  amount: Money;
  asked: readonly string[];
}

export interface Payouts {
  payOut(request: PayOutRequest, signal: AbortSignal): Promise<Outcome>;
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome>;
  ruleOut(request: RuleOutRequest, signal: AbortSignal): Promise<void>;
}

/** Payments out of the wallet, one for each key. */
export function createPayouts(parts: PayoutParts): Payouts {
  const { db, logger, client, config } = parts;
  const { customerId, walletId } = config;
  const access = { db, logger, rail: BRIDGE };
  const fromWallet = {
    on_behalf_of: customerId,
    source: { payment_rail: 'bridge_wallet', currency: 'usdc', bridge_wallet_id: walletId },
  };

  const look = (
    id: string,
    known: { reference: string | null; requestedAt: Date },
    signal: AbortSignal,
  ): Promise<Fields | undefined> =>
    known.reference === null
      ? findTransfer({ client, customerId }, { id, requestedAt: known.requestedAt }, signal)
      : getTransfer(client, known.reference, signal);

  const request = async (id: string, body: string, signal: AbortSignal): Promise<Fields> => {
    const call = { method: 'POST', path: '/transfers', body, id } as const;
    const transfer = fieldsOf(await client.call(call, signal), 'transfer');
    if (optionalText(transfer, 'client_reference_id') !== id)
      throw new Unreadable('a transfer for another request');
    return transfer;
  };

  const send = (
    { purpose, idempotencyKey, asset, amount, asked }: Payment,
    destinationOf: (signal: AbortSignal) => Promise<object>,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    if (asset !== 'USD') throw new ProviderFailure('refused', `Bridge sends USD, and no ${asset}.`);
    const id = orderIdOf(purpose, idempotencyKey);
    const order = {
      ...{ id, purpose, idempotencyKey, asked: [amount.toFixed(2), ...asked] },
      async prepare() {
        if ((amount.decimalPlaces() ?? 0) > DECIMALS)
          throw new ProviderFailure('refused', `Wires carry at most ${DECIMALS} decimals.`);
        const destination = await destinationOf(signal);
        // Bridge's code for too little is not documented, and a refusal would use up the key: so it is not asked then.
        const held = (await readWallet(client, config, signal)).amount;
        if (held.lt(amount)) {
          const words = `The wallet at Bridge has ${held.toFixed(2)} USDC, and ${amount.toFixed(2)} are to be sent.`;
          return { waits: { reason: 'HOT_WALLET_EMPTY', words } } as const;
        }
        const body = {
          client_reference_id: id,
          amount: amount.toFixed(DECIMALS),
          ...fromWallet,
          destination,
        };
        return { body: JSON.stringify(body) };
      },
      find: async (known: FoundOrder) => known && look(id, known, signal),
      request: (body: string, within: AbortSignal) => request(id, body, within),
      referenceOf: (transfer: Fields) => textOf(transfer, 'id'),
      standingOf: (transfer: Fields) => standingOf(parts, transfer),
    };
    return carryOut(access, order, signal);
  };

  const toAccount =
    (purpose: Purpose, method: string, destination: Destination) =>
    async (signal: AbortSignal): Promise<object> => {
      const external_account_id = await knownAs({ db, client, customerId }, payeeOf(destination), signal);
      return method === 'ACH'
        ? { payment_rail: 'ach', currency: 'usd', external_account_id, ach_reference: WORDS[purpose] }
        : { payment_rail: 'wire', currency: 'usd', external_account_id, wire_message: WORDS[purpose] };
    };

  return {
    async payOut({ idempotencyKey, method, asset, amount, destination }, signal) {
      const asked = askedOf(method, destination);
      const payment = { purpose: 'pay_out', idempotencyKey, asset, amount, asked } as const;
      return send(payment, toAccount('pay_out', method, destination), signal);
    },

    async refund({ idempotencyKey, depositReference, asset, amount, to }, signal) {
      const asked = to === 'sender' ? ['sender', depositReference] : askedOf('WIRE', to);
      const payment = { purpose: 'refund', idempotencyKey, asset, amount, asked } as const;
      if (to !== 'sender') return send(payment, toAccount('refund', 'WIRE', to), signal);
      return send(payment, (within) => toSender(client, depositReference, amount, within), signal);
    },

    async ruleOut({ operation: purpose, idempotencyKey }, signal) {
      // Nothing is exchanged here, so no conversion can be under way.
      if (purpose === 'convert') return;
      const id = orderIdOf(purpose, idempotencyKey);
      // Also if nothing is noted: the database may be older than the request, after it was restored.
      const unnoted = { reference: null, requestedAt: new Date(Date.now() - RESTORED_FOR_MS) };
      await ruleOut(access, idempotencyKey, [
        {
          ...{ id, purpose },
          async look(known) {
            const transfer = await look(id, known ?? unnoted, signal);
            if (!transfer) return 'absent';
            const reference = textOf(transfer, 'id');
            const stage = stageOf(transfer);
            if (stage === 'back') return 'ended';
            const state = stateOf(transfer).slice(0, 60);
            return { why: stage === 'done' ? doneAs(reference) : underWayAs(reference, BRIDGE, state) };
          },
        },
      ]);
    },
  };
}

function askedOf(method: string, destination: Destination): string[] {
  return [method, JSON.stringify(destination, sorted)];
}

/** In one order, whatever order the fields were stored in. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Bridge sends a deposit back to whoever sent it, by the bank's id of the deposit. */
async function toSender(
  client: BridgeClient,
  depositReference: string,
  amount: Money,
  signal: AbortSignal,
): Promise<object> {
  const deposit = await getTransfer(client, depositReference, signal).catch((error: unknown) => {
    if (isNotThere(error)) throw nameAccount('Bridge has no such deposit');
    throw error;
  });
  const deposit_id = depositIdOf(deposit);
  if (deposit_id === undefined) throw nameAccount("Bridge does not tell the deposit's id");
  if (Date.now() - timeOf(deposit, 'created_at').getTime() > RETURNABLE_FOR_MS)
    throw nameAccount('The deposit is more than 60 days old');
  const rail = optionalText(partOf(deposit, 'source'), 'payment_rail');
  if (rail !== 'wire' && !amountIn(deposit)?.eq(amount))
    throw nameAccount('Only a wire is sent back in part');
  return { payment_rail: 'fiat_deposit_return', currency: 'usd', deposit_id };
}

function nameAccount(why: string): ProviderFailure {
  return new ProviderFailure('refused', `${why}: name a bank account to send it to.`, {
    reason: 'INVALID_DESTINATION',
  });
}
