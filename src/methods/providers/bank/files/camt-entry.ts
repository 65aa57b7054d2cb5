import type { Money } from '../../../../lib/money.ts';
import { parseCurrency, parsePointAmount } from './amounts.ts';
import { codeOf, type Details } from './camt-details.ts';
import { parseIsoDate } from './dates.ts';
import { bareEntry } from './entry.ts';
import { FileRefused, type FileEntry } from './statement-file.ts';
import { cleanTexts, quoted, referenceOrNull } from './texts.ts';
import { all, first, only, textAt, type Element } from './xml.ts';

/** An entry of the bank as one entry or, for a collective one with all payments, as several. */
export interface CamtEntry {
  currency: string;
  entries: FileEntry[];
}

const STATUSES = new Map<string, FileEntry['status']>([
  ['BOOK', 'booked'],
  ['PDNG', 'pending'],
  // Booked with a future value date, so it is not in the balance yet.
  ['FUTR', 'pending'],
  ['INFO', 'information'],
]);
/** Numbers that only count a statement's entries, as some banks give in NtryRef. */
const COUNTER = /^0*\d{1,5}$/;
const CHARGES = new Set(['CHRG', 'COMM', 'FEES']);

export function readCamtEntry(element: Element, details: readonly Details[]): CamtEntry {
  const amount = only(element, 'Amt');
  if (!amount) throw new FileRefused('An entry in the file has no amount.');
  const currency = parseCurrency(amount.attributes.Ccy ?? '');
  const side = sideOf(element);
  const whole = wholeEntry(element, side, parsePointAmount(amount.text.trim()));
  const [detail] = details;
  if (details.length === 1 && detail) return { currency, entries: [detailed(whole, detail, side, currency)] };
  const payments = split(whole, details, side, currency);
  if (payments) return { currency, entries: payments };
  return { currency, entries: [{ ...whole, batchOf: batchOf(element, details) }] };
}

type Side = 'CRDT' | 'DBIT';

function sideOf(element: Element): Side {
  const side = only(element, 'CdtDbtInd')?.text.trim();
  if (side !== 'CRDT' && side !== 'DBIT')
    throw new FileRefused('An entry in the file is neither CRDT nor DBIT.');
  return side;
}

function wholeEntry(element: Element, side: Side, amount: Money): FileEntry {
  const reference = referenceOrNull(textAt(element, 'NtryRef'));
  const code = codeOf(element);
  const isReversal = ['true', '1'].includes(textAt(element, 'RvslInd') ?? '');
  const bare = bareEntry(side === 'CRDT' ? amount : amount.negated());
  return {
    ...bare,
    status: statusOf(element),
    bookingDate: dayOf(only(element, 'BookgDt')),
    valueDate: dayOf(only(element, 'ValDt')),
    kind: kindOf(side, code, isReversal),
    code,
    references: {
      ...bare.references,
      servicer: referenceOrNull(textAt(element, 'AcctSvcrRef')),
      entry: reference !== null && COUNTER.test(reference) ? null : reference,
      ...batchReferences(element),
    },
    texts: cleanTexts([textAt(element, 'AddtlNtryInf')]),
  };
}

function batchReferences(element: Element): Pick<FileEntry['references'], 'message' | 'paymentInformation'> {
  return {
    message: referenceOrNull(textAt(element, 'NtryDtls/Btch/MsgId')),
    paymentInformation: referenceOrNull(textAt(element, 'NtryDtls/Btch/PmtInfId')),
  };
}

/** A text until version 6, a code within since. Without one, an entry of the statement is booked. */
function statusOf(element: Element): FileEntry['status'] {
  const status = only(element, 'Sts');
  const code = (status && (textAt(status, 'Cd') ?? textAt(status, 'Prtry') ?? status.text.trim())) || 'BOOK';
  const known = STATUSES.get(code.toUpperCase());
  if (!known)
    throw new FileRefused(`An entry in the file has the status ${quoted(code)}, which is not known.`);
  return known;
}

function dayOf(element: Element | undefined): string | null {
  const text = textAt(element, 'Dt') ?? textAt(element, 'DtTm');
  return text === undefined ? null : parseIsoDate(text);
}

/** The sign is CdtDbtInd's alone; a reversal gives an entry's meaning, not its direction. */
function kindOf(side: Side, code: string | null, undoes: boolean): FileEntry['kind'] {
  const parts = code?.split(' ')[0]?.split('/') ?? [];
  if (undoes || parts[2] === 'RRTN') return side === 'CRDT' ? 'return' : 'taken_back';
  return side === 'DBIT' && parts.some((part) => CHARGES.has(part)) ? 'charge' : 'payment';
}

/** The entry with the facts of its only payment. */
function detailed(whole: FileEntry, detail: Details, side: Side, currency: string): FileEntry {
  const code = whole.code ?? detail.code;
  const undoes = whole.kind === 'return' || whole.kind === 'taken_back' || detail.isReturn;
  const kind = undoes || whole.code === null ? kindOf(side, detail.code ?? code, undoes) : whole.kind;
  const given = Object.entries(detail.references).filter(([, reference]) => reference !== null);
  return {
    ...whole,
    kind,
    code,
    references: { ...whole.references, ...Object.fromEntries(given) },
    creditorReferences: detail.creditorReferences,
    texts: [...detail.texts, ...whole.texts],
    // A return names the parties of the returned payment, so we are the debtor.
    party: partyOf(detail, kind === 'return' ? 'DBIT' : kind === 'taken_back' ? 'CRDT' : side),
    instructed: instructedOf(whole, detail, currency),
    reason: detail.reason,
  };
}

function partyOf({ debtor, creditor }: Details, side: Side): FileEntry['party'] {
  const [other, own] = side === 'CRDT' ? [debtor, creditor] : [creditor, debtor];
  return Object.values(other).some((value) => value !== null) ? other : own;
}

function instructedOf(
  { amount }: FileEntry,
  { instructed }: Details,
  currency: string,
): FileEntry['instructed'] {
  if (!instructed) return null;
  return instructed.currency === currency && instructed.amount.eq(amount.abs()) ? null : instructed;
}

/** The payments of a collective entry, if all have amounts and they add up to it. */
function split(
  whole: FileEntry,
  details: readonly Details[],
  side: Side,
  currency: string,
): FileEntry[] | undefined {
  if (details.length === 0) return undefined;
  const payments = details.map((detail) => {
    if (detail.amount?.currency !== currency) return undefined;
    const own = detail.side ?? side;
    const amount = own === 'CRDT' ? detail.amount.amount : detail.amount.amount.negated();
    const kind = own === side ? whole.kind : 'payment';
    return detailed({ ...whole, amount, kind }, detail, own, currency);
  });
  if (!payments.every((payment) => payment !== undefined)) return undefined;
  const sum = payments.reduce((total, { amount }) => total.plus(amount), whole.amount.minus(whole.amount));
  if (!sum.eq(whole.amount)) return undefined;
  return payments.map((payment, index) => ({
    ...payment,
    collective: index === 0 ? whole.amount.toFixed() : '0',
  }));
}

function batchOf(element: Element, details: readonly Details[]): number | null {
  const given = all(element, 'NtryDtls/Btch').map((batch) => textAt(batch, 'NbOfTxs') ?? '');
  const count = given.every((text) => /^\d{1,9}$/.test(text))
    ? given.reduce((sum, text) => sum + Number(text), 0)
    : 0;
  const known = Math.max(count, details.length);
  return known > 1 || (known === 1 && first(element, 'NtryDtls/Btch') !== undefined) ? known : null;
}
