import { money, type Money } from '../../../../lib/money.ts';
import { FileRefused } from '../files/index.ts';
import type { GroupStatus, Level, PaymentStatus, TransactionStatus } from './payment-status.ts';
import { wordsFor } from './words.ts';
import { readXml } from './xml-reader.ts';

const MAX_PAYMENTS = 100_000;
const MAX_REASONS = 100;

const REPORT = 'Document/CstmrPmtStsRpt';
const FILE = `${REPORT}/OrgnlGrpInfAndSts`;
const GROUP = `${REPORT}/OrgnlPmtInfAndSts`;
const PAYMENT = `${GROUP}/TxInfAndSts`;

/**
 * Reads a status report (pain.002.001.03 to 15), recognised by its elements rather than its namespace, which some banks
 * leave out. Throws FileRefused for anything else, and for contradicting duplicates.
 */
export function readPaymentStatus(bytes: Buffer): PaymentStatus {
  const reading = new Reading();
  readXml(bytes, reading);
  return reading.finish();
}

/** One report while it is read. */
class Reading {
  readonly #report: PaymentStatus = {
    format: 'pain.002',
    messageId: null,
    originalMessageId: null,
    originalCount: null,
    originalSum: null,
    ...newLevel(),
    groups: [],
  };
  #isReport = false;
  #payments = 0;

  root(_name: string, namespaces: string[]): void {
    const named = namespaces.map((namespace) => /pain\.002\.001\.[0-9]{2}$/.exec(namespace)?.[0]);
    this.#report.format = named.find((format) => format !== undefined) ?? 'pain.002';
  }

  opened(path: string): void {
    if (path === REPORT) {
      if (this.#isReport) refuse('it has two reports');
      this.#isReport = true;
    } else if (path === GROUP) {
      const sums = { originalCount: null, originalSum: null };
      this.#report.groups.push({ id: null, ...sums, ...newLevel(), transactions: [] });
    } else if (path === PAYMENT) {
      this.#payments += 1;
      if (this.#payments > MAX_PAYMENTS) refuse(`it has more than ${MAX_PAYMENTS} payments`);
      this.#group.transactions.push({ instructionId: null, endToEndId: null, ...newLevel() });
    } else if (path.endsWith('/StsRsnInf')) {
      const reasons = this.#levelAt(path)?.reasons;
      if (reasons?.length === MAX_REASONS) refuse(`it has more than ${MAX_REASONS} reasons for one status`);
      reasons?.push({ code: null, words: null });
    }
  }

  closed(path: string, written: string): void {
    const text = wordsFor('unicode', written);
    if (path.startsWith(`${PAYMENT}/`)) this.#takePayment(path, text);
    else if (path.startsWith(`${GROUP}/`)) this.#takeGroup(path, text);
    else this.#takeFile(path, text);
    this.#takeReason(path, text);
  }

  finish(): PaymentStatus {
    if (!this.#isReport) refuse('it is not a status report (pain.002)');
    return this.#report;
  }

  get #group(): GroupStatus {
    return this.#report.groups.at(-1) as GroupStatus;
  }

  get #payment(): TransactionStatus {
    return this.#group.transactions.at(-1) as TransactionStatus;
  }

  #takeFile(path: string, text: string): void {
    const report = this.#report;
    if (path === `${REPORT}/GrpHdr/MsgId`) report.messageId = once(report.messageId, path, text);
    if (path === `${FILE}/OrgnlMsgId`) {
      report.originalMessageId = once(report.originalMessageId, path, text);
    }
    if (path === `${FILE}/GrpSts`) report.status = once(report.status, path, text);
    if (path === `${FILE}/OrgnlNbOfTxs`) report.originalCount = once(report.originalCount, path, count(text));
    if (path === `${FILE}/OrgnlCtrlSum`) report.originalSum = once(report.originalSum, path, sum(text));
  }

  #takeGroup(path: string, text: string): void {
    const group = this.#group;
    if (path === `${GROUP}/OrgnlPmtInfId`) group.id = once(group.id, path, text);
    if (path === `${GROUP}/PmtInfSts`) group.status = once(group.status, path, text);
    if (path === `${GROUP}/OrgnlNbOfTxs`) group.originalCount = once(group.originalCount, path, count(text));
    if (path === `${GROUP}/OrgnlCtrlSum`) group.originalSum = once(group.originalSum, path, sum(text));
  }

  #takePayment(path: string, text: string): void {
    const payment = this.#payment;
    if (path === `${PAYMENT}/OrgnlInstrId`) payment.instructionId = once(payment.instructionId, path, text);
    if (path === `${PAYMENT}/OrgnlEndToEndId`) payment.endToEndId = once(payment.endToEndId, path, text);
    if (path === `${PAYMENT}/TxSts`) payment.status = once(payment.status, path, text);
  }

  #takeReason(path: string, text: string): void {
    const at = path.lastIndexOf('/StsRsnInf/');
    if (at === -1) return;
    const reason = this.#levelAt(path.slice(0, at + '/StsRsnInf'.length))?.reasons.at(-1);
    if (reason === undefined) return;
    const field = path.slice(at + '/StsRsnInf/'.length);
    if (field === 'Rsn/Cd' || field === 'Rsn/Prtry') reason.code = once(reason.code, path, text);
    if (field === 'AddtlInf') reason.words = [reason.words, text].filter(Boolean).join(' ') || null;
  }

  /** The level whose reason this path is. */
  #levelAt(path: string): Level | undefined {
    if (path === `${PAYMENT}/StsRsnInf`) return this.#payment;
    if (path === `${GROUP}/StsRsnInf`) return this.#group;
    return path === `${FILE}/StsRsnInf` ? this.#report : undefined;
  }
}

function newLevel(): Level {
  return { status: null, reasons: [] };
}

function once<Value>(before: Value | null, path: string, value: Value): Value | null {
  if (before !== null) refuse(`it has ${path.slice(path.lastIndexOf('/') + 1)} twice in one place`);
  return value === '' ? null : value;
}

function count(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) refuse('its number of payments is none');
  return Number(text);
}

function sum(text: string): Money {
  if (!/^[0-9]{1,18}(\.[0-9]{1,17})?$/.test(text)) refuse('its sum is none');
  return money(text);
}

function refuse(why: string): never {
  throw new FileRefused(`The file is refused: ${why}.`);
}
