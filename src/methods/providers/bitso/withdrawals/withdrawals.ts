import { ZERO, type Money } from '../../../../lib/money.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import {
  type Destination,
  isClabe,
  type Outcome,
  ProviderFailure,
  type RefundDestination,
  type ReportedDeposit,
} from '../../../index.ts';
import type { BitsoClient } from '../client/client.ts';
import { mayLackFunds, NotFunded } from '../client/errors.ts';
import {
  amountOf,
  fieldsOf,
  listOf,
  optionalText,
  originIdIn,
  statusOf,
  textOf,
  Unreadable,
  type Fields,
} from '../client/fields.ts';
import { requireDecimals } from '../../http-rail/index.ts';
import { listByOriginIds } from '../client/lists.ts';
import { type Access, type Look, placeOnce, type OrderStatus, whetherEnded } from '../../orders/index.ts';
import { reasonOf } from './fail-reasons.ts';
import { originIdOf, type Purpose } from './origin-ids.ts';

/** SPEI has two decimals. */
const DECIMALS = 2;
/** The maximum length of names in a SPEI transfer; Bitso's limit is not documented. */
const MAX_NAME_LENGTH = 40;
/** The default beneficiary, because Bitso requires one. It checks only the CLABE's format. */
const NO_NAME = 'Beneficiario';
/** A tracking key as SPEI has it; anything else that Bitso may say is none. */
const TRACKING_KEY = /^[\w-]{1,30}$/;
/** CLABEs of Nvio, Bitso's own institution, use a protocol of their own. */
const NVIO = '710';

/** The text that the receiver sees, without accents, since not every bank shows them. */
const NOTES = { pay_out: 'Pago', refund: 'Devolucion', mint: 'MXNB', leg: 'MXNB' } as const satisfies Record<
  Purpose,
  string
>;

/** Pesos to send to a CLABE. */
export interface SpeiOrder {
  idempotencyKey: string;
  purpose: Purpose;
  asset: string;
  amount: Money;
  to: RefundDestination;
}

/** Withdrawals at Bitso, one per key. */
export interface BitsoWithdrawals {
  /**
   * Sends pesos once per key, and returns the state; the reference is Bitso's `wid`. Completed means completed at
   * Bitso. The money can still be returned days later, as a deposit that refers to the `wid`. While the account holds
   * too little, the order waits. Throws a ProviderFailure.
   */
  send(order: SpeiOrder, signal: AbortSignal): Promise<Outcome>;
  /** How the withdrawal of a key is looked up before it is ruled out. */
  lookFor(purpose: Purpose, idempotencyKey: string, signal: AbortSignal): Look;
}

interface Parts {
  access: Access;
  client: BitsoClient;
}

export function createBitsoWithdrawals(access: Access, client: BitsoClient): BitsoWithdrawals {
  const parts: Parts = { access, client };
  return {
    send: (order, signal) => send(parts, order, signal),
    lookFor: (purpose, idempotencyKey, signal) => lookFor(parts, purpose, idempotencyKey, signal),
  };
}

async function send({ access, client }: Parts, order: SpeiOrder, signal: AbortSignal): Promise<Outcome> {
  const { purpose, idempotencyKey } = order;
  const id = originIdOf(purpose, idempotencyKey);
  const placing = placeOnce<Fields>(
    access,
    {
      purpose,
      id,
      idempotencyKey,
      requested: askedOf(order),
      prepare: () => Promise.resolve({ body: JSON.stringify(toBody(order, id)) }),
      find: () => find(client, id, signal),
      request: (body, within) => request(client, order, body, within),
      referenceOf: (withdrawal) => textOf(withdrawal, 'wid'),
    },
    signal,
  );
  const placed = await placing.catch((error: unknown) => {
    if (error instanceof NotFunded) return error;
    throw error;
  });
  if (placed instanceof NotFunded) {
    const waits = { reason: 'HOT_WALLET_EMPTY', words: placed.message } as const;
    return { status: 'pending', providerReference: null, waits };
  }
  return 'made' in placed ? outcomeOf(placed.made) : placed;
}

function lookFor(
  { access, client }: Parts,
  purpose: Purpose,
  idempotencyKey: string,
  signal: AbortSignal,
): Look {
  const id = originIdOf(purpose, idempotencyKey);
  return {
    id,
    purpose,
    async look() {
      const withdrawal = await find(client, id, signal);
      if (!withdrawal) return 'absent';
      const wid = textOf(withdrawal, 'wid');
      const status = orderStatusOf(withdrawal);
      return status.is === 'done' && isForJuno(purpose)
        ? { why: sentToJuno(wid) }
        : whetherEnded(access.rail, wid, status);
    },
  };
}

async function find(client: BitsoClient, originId: string, signal: AbortSignal): Promise<Fields | undefined> {
  const found = await listByOriginIds(client, [originId], signal);
  const ours = found.find((withdrawal) => originIdIn(withdrawal) === originId);
  // Mistaking a list of other withdrawals for "none" would send the money twice.
  if (!ours && found.length > 0) throw new Unreadable('a list of withdrawals without the one asked for');
  return ours;
}

/** Throws NotFunded if the account holds too little; Bitso has then not accepted the order. */
async function request(
  client: BitsoClient,
  order: SpeiOrder,
  body: string,
  signal: AbortSignal,
): Promise<Fields> {
  try {
    const call = { method: 'POST', path: '/v3/withdrawals', body: JSON.parse(body) as object } as const;
    const made = await client.call(call, signal);
    return fieldsOf(Array.isArray(made) ? made[0] : made, 'withdrawal');
  } catch (error) {
    if (!mayLackFunds(error)) throw error;
    const available = await readAvailable(client, order.asset, signal);
    if (available.gte(order.amount)) throw error;
    throw new NotFunded(
      `Bitso has ${available.toFixed()} ${order.asset}, and ${order.amount.toFixed()} are to be sent.`,
      error,
    );
  }
}

/**
 * The destination for returning a deposit, which is the payer's CLABE, if the bank reported it in full, with the
 * payer's name. Bitso has no call that returns a deposit.
 */
export function refundDestinationOf({ payer }: Pick<ReportedDeposit, 'payer'>): Destination | undefined {
  const { account: clabe = '', name } = payer;
  if (!isClabe(clabe)) return undefined;
  return name === undefined ? { clabe } : { clabe, beneficiary: name };
}

/** Pesos for Juno are the same order whichever of Juno's CLABEs they go to. */
function askedOf({ purpose, asset, amount, to }: SpeiOrder): string[] {
  const { clabe, beneficiary = '' } = Object(to) as { clabe?: string; beneficiary?: string };
  return [asset, amount.toFixed(), ...(isForJuno(purpose) ? [] : [clabe ?? '', beneficiary])];
}

function isForJuno(purpose: Purpose): boolean {
  return purpose === 'mint' || purpose === 'leg';
}

function sentToJuno(wid: string): string {
  return `The pesos were sent to Juno as ${wid}: look there, and resolve it with --settled ${wid} once MXNB was issued for them.`;
}

function toBody({ purpose, asset, amount, to, idempotencyKey }: SpeiOrder, originId: string): object {
  if (asset !== 'MXN') throw new ProviderFailure('refused', `Bitso sends no ${asset} by SPEI.`);
  if (to === 'sender' || !('clabe' in to) || !isClabe(to.clabe)) {
    throw new ProviderFailure('refused', 'Bitso sends pesos to CLABEs only.', {
      reason: 'INVALID_DESTINATION',
    });
  }
  requireDecimals(amount, DECIMALS, 'SPEI carries');
  const sent = { currency: 'mxn', amount: amount.toFixed(DECIMALS), clabe: to.clabe, origin_id: originId };
  const numeric_ref = numericReference(idempotencyKey);
  if (to.clabe.startsWith(NVIO)) {
    const protocol = { asset: 'mxn', method: 'bt', network: 'bt', protocol: 'nvio-clabe' };
    return { ...sent, ...protocol, notes: NOTES[purpose], numeric_ref };
  }
  const beneficiary = (to.beneficiary ?? '').trim().slice(0, MAX_NAME_LENGTH).trim() || NO_NAME;
  return { ...sent, protocol: 'clabe', beneficiary, notes_ref: NOTES[purpose], numeric_ref };
}

/** Seven digits that the receiver sees. The first is never zero, because some banks drop leading zeros. */
function numericReference(idempotencyKey: string): string {
  const seed = Number.parseInt(deterministicHex('bitso', 'reference', idempotencyKey).slice(0, 8), 16);
  return String(1_000_000 + (seed % 9_000_000));
}

async function readAvailable(client: BitsoClient, asset: string, signal: AbortSignal): Promise<Money> {
  const { balances } = await client.get('/v3/balance', 'balance', signal);
  const own = listOf(balances, 'balances').find(
    (balance) => textOf(balance, 'currency').toUpperCase() === asset,
  );
  return own ? amountOf(own, 'available') : ZERO;
}

/**
 * An undocumented status counts as pending, because a new one must not release money. A withdrawal is final once done;
 * money that comes back is a deposit.
 */
function orderStatusOf(withdrawal: Fields): OrderStatus {
  switch (statusOf(withdrawal)) {
    case 'complete':
      return { is: 'done', watchForMs: 0 };
    case 'failed': {
      const message = failReasonOf(withdrawal) ?? 'Bitso says that the withdrawal failed.';
      return { is: 'refused', reason: reasonOf(message), message, watchForMs: 0 };
    }
    default:
      return { is: 'pending' };
  }
}

/** The response is not stored, so a withdrawal is read from Bitso each time. */
function outcomeOf(withdrawal: Fields): Outcome {
  const providerReference = textOf(withdrawal, 'wid');
  const status = orderStatusOf(withdrawal);
  if (status.is === 'refused') throw new ProviderFailure('refused', status.message, status);
  // Completed withdrawals can have a reason too, and a deposit may then bring the money back.
  const remark = status.is === 'done' ? failReasonOf(withdrawal) : undefined;
  const trackingKey = trackingKeyOf(withdrawal);
  return {
    status: status.is,
    providerReference,
    ...(status.is === 'done' && trackingKey !== undefined && { trackingKey }),
    ...(remark !== undefined && { remark }),
  };
}

function failReasonOf({ details }: Fields): string | undefined {
  return optionalText(Object(details) as Fields, 'fail_reason');
}

/** SPEI's name of the transfer, which Bitso reports once the transfer is with the bank. */
function trackingKeyOf({ details }: Fields): string | undefined {
  const key = optionalText(Object(details) as Fields, 'clave_de_rastreo');
  return key !== undefined && TRACKING_KEY.test(key) ? key : undefined;
}
