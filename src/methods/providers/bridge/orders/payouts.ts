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
import type { BridgeClient } from '../client/client.ts';
import { isNotThere } from '../client/errors.ts';
import { optionalText, partOf, textOf, timeOf } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { readWallet } from '../client/wallet.ts';
import { outcomeOf } from './outcomes.ts';
import { knownAs, payeeOf } from './payees.ts';
import { amountIn, depositIdOf } from './deposit-fields.ts';
import { type Access, getTransfer, type Order, placeOnce, ruleOutOrder } from './place-once.ts';
import { stageOf, stateOf } from './states.ts';

/** Wires and ACH have two decimals. */
const DECIMALS = 2;
/** For how long after a deposit Bridge sends it back to whoever sent it. */
const RETURNABLE_FOR_MS = 60 * 24 * 3_600_000;

/** What the payee reads with the payment. */
const WORDS = { pay_out: 'Payment', refund: 'Refund' } as const;

export interface PayoutParts extends Access {
  client: BridgeClient;
  logger: Logger;
  config: Pick<BridgeConfig, 'customerId' | 'walletId'>;
}

export interface Payouts {
  payOut(request: PayOutRequest, signal: AbortSignal): Promise<Outcome>;
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome>;
  ruleOut(request: RuleOutRequest, signal: AbortSignal): Promise<void>;
}

/** Payments out of the wallet, one for each key. */
export function createPayouts(parts: PayoutParts): Payouts {
  const { client, config } = parts;
  const { customerId, walletId } = config;
  const fromWallet = {
    on_behalf_of: customerId,
    source: { payment_rail: 'bridge_wallet', currency: 'usdc', bridge_wallet_id: walletId },
  };

  const send = async (
    order: Omit<Order, 'prepare'>,
    asset: string,
    prepare: (signal: AbortSignal) => Promise<object>,
    signal: AbortSignal,
  ) => {
    if (asset !== 'USD') throw new ProviderFailure('refused', `Bridge sends USD, and no ${asset}.`);
    const { amount } = order;
    const placing: Order = {
      ...order,
      async prepare() {
        if ((amount.decimalPlaces() ?? 0) > DECIMALS)
          throw new ProviderFailure('refused', `Wires carry at most ${DECIMALS} decimals.`);
        const destination = await prepare(signal);
        // Bridge's code for too little is not documented, and a refusal would use up the key: so it is not asked then.
        const held = (await readWallet(client, config, signal)).amount;
        if (held.lt(amount)) {
          const words = `The wallet at Bridge has ${held.toFixed(2)} USDC, and ${amount.toFixed(2)} are to be sent.`;
          return { waits: { reason: 'HOT_WALLET_EMPTY', words } };
        }
        return { body: { amount: amount.toFixed(DECIMALS), ...fromWallet, destination } };
      },
    };
    return outcomeOf(parts, await placeOnce(parts, placing, signal));
  };

  const toAccount =
    (purpose: Order['purpose'], method: string, destination: Destination) =>
    async (signal: AbortSignal): Promise<object> => {
      const external_account_id = await knownAs(parts, payeeOf(destination), signal);
      return method === 'ACH'
        ? { payment_rail: 'ach', currency: 'usd', external_account_id, ach_reference: WORDS[purpose] }
        : { payment_rail: 'wire', currency: 'usd', external_account_id, wire_message: WORDS[purpose] };
    };

  return {
    payOut({ idempotencyKey, method, asset, amount, destination }, signal) {
      const order = {
        purpose: 'pay_out',
        idempotencyKey,
        amount,
        asked: askedOf(method, destination),
      } as const;
      return send(order, asset, toAccount('pay_out', method, destination), signal);
    },

    refund({ idempotencyKey, depositReference, asset, amount, to }, signal) {
      const asked = to === 'sender' ? ['sender', depositReference] : askedOf('WIRE', to);
      const order = { purpose: 'refund', idempotencyKey, amount, asked } as const;
      if (to !== 'sender') return send(order, asset, toAccount('refund', 'WIRE', to), signal);
      return send(order, asset, (within) => toSender(client, depositReference, amount, within), signal);
    },

    async ruleOut({ operation, idempotencyKey }, signal) {
      // Nothing is exchanged here, so no conversion can be under way.
      if (operation === 'convert') return;
      await ruleOutOrder(
        parts,
        { purpose: operation, idempotencyKey },
        (order, transfer) => {
          const id = textOf(transfer, 'id');
          if (order.doneAt || stageOf(transfer) === 'done')
            return `It was done: resolve it with --settled ${id}.`;
          return stageOf(transfer) === 'back'
            ? undefined
            : `It is ${stateOf(transfer).slice(0, 60)} at Bridge as ${id}: resolve it with --retry to go on asking.`;
        },
        signal,
      );
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
