import type { Database } from '../../../../db/index.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import {
  type InstructionsRequest,
  isClabe,
  type IssuedInstructions,
  ProviderFailure,
} from '../../../index.ts';
import {
  isNotThere,
  RailError,
  requireAmount,
  requireDecimals,
  requireTaken,
} from '../../http-rail/index.ts';
import type { BitsoClient } from '../client/client.ts';
import {
  amountOf,
  fieldsOf,
  optionalText,
  textOf,
  timeOf,
  Unreadable,
  type Fields,
} from '../client/fields.ts';
import { findPayment, keepPayment, type PaymentRow } from './repository.ts';

/** SPEI has two decimals. */
const DECIMALS = 2;
/** Bitso requires a payer's name but accepts any payer, so a link without a name gets this one. */
const ANYBODY = 'Cliente';
const MAX_NAME_LENGTH = 100;
/** Notices and the statement are faster, so polling a payment by its id is a fallback. */
const FIRST_WAIT_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** Keyed by a CLABE's first three digits. */
const BANKS: Readonly<Record<string, string>> = { '646': 'STP', '710': 'NVIO' };

/**
 * Opens a one-time SPEI payment, with a CLABE that accepts exactly the amount, once, until it expires. The same key
 * returns the same payment, even after a lost response. Throws a ProviderFailure.
 */
export async function issuePayment(
  { db, client }: { db: Pick<Database, 'read' | 'transaction'>; client: BitsoClient },
  request: InstructionsRequest,
  signal: AbortSignal,
): Promise<IssuedInstructions> {
  const { method, amount, payerName } = request;
  if (signal.aborted) throw new ProviderFailure('timeout', 'There was no time left to call Bitso.');
  requireTaken('Bitso', request, { kind: 'clabe', asset: 'MXN', places: 'CLABEs' });
  requireDecimals(amount, DECIMALS, 'SPEI carries');
  const id = paymentIdOf(request.idempotencyKey);
  const kept = await findPayment(db.read, { id });
  if (kept) return toInstructions(kept, request);
  const body = { payment_id: id, amount: amount.toFixed(DECIMALS), payer_name: nameOf(payerName) };
  const payment = await open(client, body, signal);
  const row: PaymentRow = {
    id,
    method,
    clabe: clabeOf(payment),
    beneficiary: optionalText(payment, 'beneficiary') ?? null,
    amount: amountOf(payment, 'amount').toFixed(DECIMALS),
    expiresAt: endOf(payment, new Date()),
    payerName: body.payer_name === ANYBODY ? null : body.payer_name,
  };
  const stored = await db.transaction((trx) => keepPayment(trx, { ...row, firstWaitMs: FIRST_WAIT_MS }));
  return toInstructions(stored, request);
}

export function paymentIdOf(idempotencyKey: string): string {
  return `pay_${deterministicHex('bitso', 'payment', idempotencyKey).slice(0, 32)}`;
}

/** Throws a ProviderFailure; a RailError with `not_there` if Bitso does not have it. */
export async function getPayment(
  client: BitsoClient,
  id: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields> {
  const path = `/spei/v1/payments/${encodeURIComponent(id)}`;
  return client.get(path, 'payment', signal, { isBackground, having: { payment_id: id } });
}

/** The deposit that paid a payment; undefined while it is unknown. */
export function fidIn({ details }: Fields): string | undefined {
  return optionalText(Object(details) as Fields, 'fid');
}

/** Bitso's response to an existing payment_id is not documented, so the payment is looked up after any failure. */
async function open(
  client: BitsoClient,
  body: { payment_id: string; amount: string; payer_name: string },
  signal: AbortSignal,
): Promise<Fields> {
  try {
    const path = '/spei/v1/payments';
    return fieldsOf(await client.call({ method: 'POST', path, body }, signal), 'payment');
  } catch (error) {
    if (signal.aborted || (error instanceof RailError && error.reading.as === 'too_many')) throw error;
    return await getPayment(client, body.payment_id, signal).catch((lookUp: unknown) => {
      throw isNotThere(lookUp) ? error : lookUp;
    });
  }
}

function toInstructions(payment: PaymentRow, request: InstructionsRequest): IssuedInstructions {
  requireAmount(request, payment.amount);
  const { clabe, beneficiary } = payment;
  const name = BANKS[clabe.slice(0, 3)] ?? 'Bitso';
  return {
    instructions: { clabe, bank: { name, ...(beneficiary === null ? {} : { account_name: beneficiary }) } },
    destination: clabe,
    reference: null,
    expiresAt: payment.expiresAt,
  };
}

function clabeOf(payment: Fields): string {
  const clabe = textOf(payment, 'clabe');
  // Money sent to an invalid CLABE could not be traced.
  if (!isClabe(clabe)) throw new Unreadable('clabe');
  return clabe;
}

/**
 * The earliest time at which a payment can expire. `expiration_date` is a day without a zone, and it is not documented
 * whether it is inclusive. So the payment is taken to expire at the day's beginning in UTC, which is before Mexico's;
 * one that expires on the day of its creation stays open until that day ends.
 */
function endOf(payment: Fields, now: Date): Date {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(textOf(payment, 'expiration_date')) ?? [];
  const begins = new Date(`${day}T00:00:00Z`);
  if (day === undefined || Number.isNaN(begins.getTime())) throw new Unreadable('expiration_date');
  const createdAt = payment['created_at'] === undefined ? now : timeOf(payment, 'created_at');
  const status = optionalText(payment, 'status')?.toUpperCase();
  // It can no longer be paid, whatever its date.
  if (status === 'EXPIRED' || status === 'COMPLETED') return createdAt;
  return begins > createdAt ? begins : new Date(begins.getTime() + DAY_MS);
}

function nameOf(payerName: string | null): string {
  const name = (payerName ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  return name === '' ? ANYBODY : name.trim();
}
