import type { Queryable } from '../../../../db/index.ts';
import { memoize } from '../../../../lib/memoize.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';
import { type Confirmation, type FinalDeposit, isClabe, type Report } from '../../../index.ts';
import { payerOf } from '../../http-rail/index.ts';
import type { BitsoClient } from '../client/client.ts';
import { mayBeOfOneId } from '../client/errors.ts';
import { inCalls, listByIds } from '../client/lists.ts';
import {
  amountOf,
  fieldsOf,
  listOf,
  optionalText,
  partOf,
  statusOf,
  textOf,
  timeOf,
  Unreadable,
  type Fields,
} from '../client/fields.ts';
import { reasonOf } from '../withdrawals/fail-reasons.ts';
import { mayBeEarlier } from './payers.ts';
import { listPaymentsAt } from './repository.ts';

/** The method of deposits to CLABEs that this service did not request. */
const METHOD = 'SPEI';

/** The final statuses of a funding. */
const FINAL = new Set(['complete', 'failed']);
/** Deposits that return a completed withdrawal, and so have no payer. */
const COMPENSATIONS = new Set(['FAIL_WITHDRAWAL_COMPENSATION', 'REFUND_CREDITED_WITHDRAWAL']);
/** Transfers by the account's owner, which the service ignores. */
const OWN = new Set(['own_account', 'own']);

/** Money that was credited to the account at Bitso, by any method. */
export interface Fundings {
  /** Reads a funding. Throws a ProviderFailure. */
  report(fid: string, signal: AbortSignal, options?: { isBackground?: boolean }): Promise<Report>;
  /**
   * Reads several fundings with as few calls as possible, in parallel; the returned function gives the report of one of
   * them. Lists may lag and may omit or refuse an id, so a funding that a list omits is read on its own, and so is one
   * that a list shows as pending although it is known to be final.
   */
  reportMany(
    fids: readonly string[],
    signal: AbortSignal,
  ): (fid: string, known: { isFinal: boolean }) => Promise<Report>;
  confirm(fid: string, signal: AbortSignal): Promise<Confirmation>;
  /** The given fundings that Bitso has, in any order. */
  list(fids: readonly string[], signal: AbortSignal): Promise<Fields[]>;
  toReport(funding: Fields): Promise<Report>;
  /** Whether it is a completed deposit of pesos that are not the owner's own. */
  isIncome(funding: Fields): boolean;
}

interface Parts {
  read: Queryable;
  client: BitsoClient;
}

export function createFundings(parts: Parts): Fundings {
  const { read, client } = parts;
  return {
    report: async (fid, signal, { isBackground } = {}) =>
      toReport(read, await getFunding(client, fid, signal, isBackground)),
    reportMany: (fids, signal) => reportMany(parts, fids, signal),
    confirm: (fid, signal) => confirm(parts, fid, signal),
    list: (fids, signal) => listByIds(client, { list: 'fundings', by: 'fids', ids: fids }, signal),
    toReport: (funding) => toReport(read, funding),
    isIncome: (funding) => isPesos(funding) && statusOf(funding) === 'complete' && !isOwn(detailsOf(funding)),
  };
}

function reportMany(
  { read, client }: Parts,
  fids: readonly string[],
  signal: AbortSignal,
): (fid: string, known: { isFinal: boolean }) => Promise<Report> {
  const lists = new Map(
    inCalls([...new Set(fids)])
      .filter((some) => some.length > 1)
      .flatMap((some) => {
        const list = listUnlessRefused(client, some, signal);
        return some.map((fid) => [fid, list] as const);
      }),
  );
  const alone = memoize((fid: string) => getFunding(client, fid, signal), { maxKnown: fids.length });
  return async (fid, { isFinal }) => {
    const found = (await lists.get(fid))?.find((one) => optionalText(one, 'fid') === fid);
    const isBehind = found && isFinal && !FINAL.has(optionalText(found, 'status')?.toLowerCase() ?? '');
    return toReport(read, found && !isBehind ? found : await alone(fid));
  };
}

async function confirm({ read, client }: Parts, fid: string, signal: AbortSignal): Promise<Confirmation> {
  // Bitso has reported this funding before. If it can no longer be found, this fails until an operator
  // investigates.
  const funding = await getFunding(client, fid, signal);
  switch (statusOf(funding)) {
    case 'complete':
      return {
        ...(await arrivedAt(read, funding, textOf(detailsOf(funding), 'receive_clabe'))).arrived,
        status: 'confirmed',
      };
    case 'failed':
      return { status: 'dropped' };
    default:
      return { status: 'seen' };
  }
}

async function getFunding(
  client: BitsoClient,
  fid: string,
  signal: AbortSignal,
  isBackground = false,
): Promise<Fields> {
  const path = `/v3/fundings/${encodeURIComponent(fid)}`;
  const payload = await client.call({ method: 'GET', path, isBackground }, signal);
  const found = Array.isArray(payload)
    ? listOf(payload, 'fundings').find((one) => optionalText(one, 'fid') === fid)
    : fieldsOf(payload, 'funding');
  if (!found || textOf(found, 'fid') !== fid) throw new Unreadable('another funding than the one asked for');
  return found;
}

/** The instructions and method of a deposit to a CLABE. */
async function arrivedAt(
  read: Queryable,
  funding: Fields,
  destination: string,
): Promise<{ method: string; arrived: FinalDeposit }> {
  const payments = await listPaymentsAt(read, { clabe: destination });
  const amount = amountOf(funding, 'amount');
  const payer = senderOf(detailsOf(funding));
  const at = timeOf(funding, 'created_at');
  const isDoubtful = mayBeEarlier(payments, { amount, payer: payer['name'], at });
  const arrived = { asset: 'MXN', network: null, amount, destination, payer };
  return {
    method: payments[0]?.method ?? METHOD,
    arrived: isDoubtful ? { ...arrived, mayBeAnothers: true } : arrived,
  };
}

async function toReport(read: Queryable, funding: Fields): Promise<Report> {
  if (!isPesos(funding)) return { type: 'nothing' };
  const status = statusOf(funding);
  const details = detailsOf(funding);
  if (isReturn(details)) {
    return status === 'complete' ? toReturn(funding, details) : { type: 'nothing' };
  }
  const destination = optionalText(details, 'receive_clabe');
  if (status === 'failed' || isOwn(details) || destination === undefined) {
    return { type: 'nothing' };
  }
  const { method, arrived } = await arrivedAt(read, funding, destination);
  const providerReference = textOf(funding, 'fid');
  return {
    type: 'deposit',
    deposit: { ...arrived, providerReference, method, reference: null, final: status === 'complete' },
  };
}

/** Empty after a refusal, since a single id may have caused it. */
async function listUnlessRefused(
  client: BitsoClient,
  fids: readonly string[],
  signal: AbortSignal,
): Promise<Fields[]> {
  const asked = { list: 'fundings', by: 'fids', ids: fids } as const;
  try {
    return await listByIds(client, asked, signal, { isBackground: false });
  } catch (error) {
    if (mayBeOfOneId(error)) return [];
    throw error;
  }
}

function toReturn(funding: Fields, details: Fields): Report {
  const said = optionalText(details, 'concepto');
  return {
    type: 'return',
    returned: {
      providerReference: textOf(details, 'origin_wid'),
      returnReference: textOf(funding, 'fid'),
      asset: 'MXN',
      amount: amountOf(funding, 'amount'),
      reason: said === undefined ? 'RETURNED' : returnReasonOf(said),
      message: said ?? 'Bitso says that the withdrawal came back.',
    },
  };
}

function returnReasonOf(said: string): FailureReason {
  const reason = reasonOf(said);
  return reason === 'PROVIDER_REFUSED' ? 'RETURNED' : reason;
}

/** The payer's CLABE if it is complete; the documentation shows it masked. */
function senderOf(details: Fields): Record<string, string> {
  const account = optionalText(details, 'sender_clabe') ?? '';
  return payerOf({
    name: optionalText(details, 'sender_name'),
    tracking_key: optionalText(details, 'clave_rastreo'),
    account: isClabe(account) ? account : undefined,
  });
}

function isPesos(funding: Fields): boolean {
  return textOf(funding, 'currency').toLowerCase() === 'mxn';
}

/** Not every deposit has a type, so a return is also recognised by the withdrawal that it names. */
function isReturn(details: Fields): boolean {
  const type = optionalText(details, 'deposit_type') ?? '';
  return COMPENSATIONS.has(type.toUpperCase()) || optionalText(details, 'origin_wid') !== undefined;
}

/** Money without a CLABE that returns nothing was moved in by the owner or redeemed at Juno, and so has no payer. */
function isOwn(details: Fields): boolean {
  if (OWN.has((optionalText(details, 'deposit_type') ?? '').toLowerCase())) return true;
  return !isReturn(details) && optionalText(details, 'receive_clabe') === undefined;
}

function detailsOf(funding: Fields): Fields {
  return partOf(funding, 'details');
}
