import type { FailureReason } from '../../../../lib/reasons.ts';
import type { GroupStatus, Level, PaymentStatus, TransactionStatus } from './payment-status.ts';
import { cut } from './words.ts';

/**
 * The meaning of a status report for a payment. `pending`: the outcome is unknown until a statement shows it, even
 * after ACSC, which proves no movement of money. `operator`: pending, and a person must find out, because it may have
 * been paid. `refused`: it was not done and never will be, unless a debit is booked.
 */
export type StatusOutcome = {
  /** The code that decided, such as ACSP. */
  status: string;
  /** For the operator, the code and the bank's words in 1 to 500 characters. */
  words: string;
} & ({ outcome: 'pending' | 'operator' } | { outcome: 'refused'; reason: FailureReason });

const PENDING = new Set([
  ...['RCVD', 'ACTC', 'ACCP', 'ACFC', 'ACFW', 'ACSP', 'ACWC', 'ACWP', 'ACPD', 'PATC', 'PDNG', 'PART'],
  ...['RCVC', 'RVNC', 'RVNA', 'ACSC', 'ACCC'],
]);

const REFUSED = new Set(['RJCT', 'CANC']);

const REASONS = new Map<string, FailureReason>([
  ...reasonFor('ACCOUNT_CLOSED', 'AC04 AC05 AC07 R02'),
  ...reasonFor('INVALID_DESTINATION', 'AC01 AC03 AC13 AC14 BE01 BE04 BE06 RC01 RC07 R03 R04'),
  ...reasonFor('DESTINATION_REJECTED', 'AC06 AG01 MS02 R16 R20 R23'),
  ...reasonFor('LIMIT_EXCEEDED', 'AM02 AM13 AM14'),
  ...reasonFor('INSUFFICIENT_PROVIDER_FUNDS', 'AM04'),
]);

/**
 * The reason for a refusal or return, by the bank's code (ISO 20022, or NACHA's); undefined for an uninformative one.
 */
export function reasonOfCode(code: string): FailureReason | undefined {
  return REASONS.get(code);
}

/** The codes for a duplicate; its original may have been paid. */
const DUPLICATE = new Set(['AM05', 'DUPL', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05']);
const DUPLICATE_WORDS = /\balready\b|duplica/i;
/** Our file is wrong, not the payment. */
const OUR_FILE = new Set(['FF01', 'AM10']);

const MAX_WORDS = 500;

/** Identifies a payment in the file by its id and that of its group. */
interface PaymentInFile {
  instructionId: string;
  groupId: string;
}

/**
 * The meaning of a report for a payment; undefined if it does not mention it. The deepest level with a status decides.
 */
export function outcomeOf(
  report: PaymentStatus,
  { instructionId, groupId }: PaymentInFile,
): StatusOutcome | undefined {
  const reported = report.groups.flatMap((group) =>
    paymentsIn(group, instructionId).map((payment) => ({ group, payment })),
  );
  const own = reported
    .filter(({ payment }) => payment.status !== null)
    .map(({ group, payment }) => judge([payment, group, report]));
  if (own.length > 0) return agreed(own);

  const isNamed = reported.length > 0;
  const payments = reported.map(({ payment }) => payment);
  const groups = report.groups.filter(({ id }) => id === groupId);
  const enclosing = groups
    .filter(({ status }) => status !== null)
    .map((group) => ofAll(judge([...payments, group, report]), isNamed, [group]));
  if (enclosing.length > 0) return agreed(enclosing);
  if (report.status === null) return undefined;
  return ofAll(judge([...payments, ...groups, report]), isNamed, report.groups);
}

/** By either id, because banks leave one of them out. */
function paymentsIn({ transactions }: GroupStatus, id: string): TransactionStatus[] {
  return transactions.filter((payment) => payment.instructionId === id || payment.endToEndId === id);
}

/**
 * A refusal of all that then names some, and not this one, may concern only those, so releasing its money could pay it
 * twice.
 */
function ofAll(outcome: StatusOutcome, isNamed: boolean, groups: readonly GroupStatus[]): StatusOutcome {
  const namesOthers = groups.some(({ transactions }) => transactions.length > 0);
  if (outcome.outcome !== 'refused' || isNamed || !namesOthers) return outcome;
  return forOperator(outcome.status, `${outcome.words}; only other payments are named`);
}

/** Several reports of one payment must agree. */
function agreed(outcomes: readonly StatusOutcome[]): StatusOutcome {
  const [first, ...others] = outcomes as [StatusOutcome, ...StatusOutcome[]];
  const contradicting = others.find(({ outcome }) => outcome !== first.outcome);
  if (contradicting === undefined) return first;
  return forOperator(first.status, `${first.words}; but also ${contradicting.words}`);
}

/** By the first level with a status, with the reasons of all, from the payment up to the file. */
function judge(levels: readonly Level[]): StatusOutcome {
  const status = levels.find((level) => level.status !== null)?.status ?? '';
  const reasons = levels.flatMap((level) => level.reasons);
  const said = reasons.map(({ code, words }) => [code, words].filter(Boolean).join(' ')).filter(Boolean);
  const words = cut([status, ...new Set(said)].join('; '), MAX_WORDS);
  if (PENDING.has(status)) return { outcome: 'pending', status, words };
  if (!REFUSED.has(status)) return forOperator(status, words);

  const codes = reasons.flatMap(({ code }) => code ?? []);
  const isRepetition = reasons.some((reason) => DUPLICATE_WORDS.test(reason.words ?? ''));
  if (isRepetition || codes.some((code) => DUPLICATE.has(code) || OUR_FILE.has(code))) {
    return forOperator(status, words);
  }
  const known = codes.find((code) => REASONS.has(code)) ?? '';
  return { outcome: 'refused', reason: REASONS.get(known) ?? 'PROVIDER_REFUSED', status, words };
}

function forOperator(status: string, words: string): StatusOutcome {
  return { outcome: 'operator', status, words: cut(words, MAX_WORDS) };
}

function reasonFor(reason: FailureReason, codes: string): [string, FailureReason][] {
  return codes.split(' ').map((code) => [code, reason]);
}
