import type { Money } from '../../../../lib/money.ts';
import { readCamtEntry, type CamtEntry } from './camt-entry.ts';
import { readDetails, type Details } from './camt-details.ts';
import { parseCurrency, parsePointAmount } from './amounts.ts';
import { parseIsoDate } from './dates.ts';
import { createCounter } from './entry.ts';
import { movedBy, prove, sumOfBooked } from './prove.ts';
import { FileRefused, type Balance, type FileStatement, type StatementFile } from './statement-file.ts';
import { accountOf, quoted, textOrNull } from './texts.ts';
import { all, first, only, readXml, textAt, type Element } from './xml.ts';

/**
 * Found by the child of Document, because namespaces differ or are missing. The first version had its number in that
 * name.
 */
const messageOf = (name: string) => MESSAGES.get(name.replace(/V\d\d$/, ''));
const MESSAGES = new Map<string, { message: string; statement: string; role: FileStatement['role'] }>([
  ['BkToCstmrStmt', { message: 'camt.053', statement: 'Stmt', role: 'books' }],
  ['BkToCstmrAcctRpt', { message: 'camt.052', statement: 'Rpt', role: 'early' }],
  ['BkToCstmrDbtCdtNtfctn', { message: 'camt.054', statement: 'Ntfctn', role: 'early' }],
]);
const STATEMENTS = new Set([...MESSAGES.values()].map(({ statement }) => statement));

/**
 * Reads a camt.052, .053 or .054 of any version. Not checked against a schema, because banks' own examples break it.
 */
export function readCamt(text: string): StatementFile {
  const statements: FileStatement[] = [];
  let format: string | undefined;
  let entries: CamtEntry[] = [];
  let details: Details[] = [];
  const count = createCounter();
  readXml(text, (element, ancestors) => {
    const parent = ancestors.at(-1);
    switch (element.name) {
      case 'TxDtls':
        if (parent?.name !== 'NtryDtls' || ancestors.at(-2)?.name !== 'Ntry') return false;
        count();
        details.push(readDetails(element));
        return true;
      case 'Ntry':
        if (parent && STATEMENTS.has(parent.name)) {
          count();
          entries.push(readCamtEntry(element, details));
        }
        details = [];
        return true;
      case 'Document': {
        if (format !== undefined) throw new FileRefused('The XML has two documents. Pass them one by one.');
        format = formatOf(element);
        return true;
      }
      default: {
        const message = messageOf(parent?.name ?? '');
        if (message?.statement !== element.name || ancestors.at(-2)?.name !== 'Document') return false;
        count();
        statements.push(readStatement(element, parent, entries, message.role));
        entries = [];
        return true;
      }
    }
  });
  if (format === undefined)
    throw new FileRefused('The XML has no element Document, so it is no ISO 20022 message.');
  return { format, statements };
}

function formatOf({ attributes, children }: Element): string {
  const found = children.map(({ name }) => messageOf(name)).find((message) => message !== undefined);
  if (!found) {
    const [child] = children;
    throw new FileRefused(
      `The XML is no statement but ${child ? quoted(child.name) : 'empty'}; camt.052, .053 and .054 can be read.`,
    );
  }
  const versions = Object.entries(attributes)
    .filter(([name]) => name.toLowerCase().startsWith('xmlns'))
    .map(([, value]) => /camt\.05[234]\.001\.\d\d/.exec(value)?.[0]);
  return versions.find((version) => version?.startsWith(found.message)) ?? found.message;
}

function readStatement(
  element: Element,
  message: Element | undefined,
  read: readonly CamtEntry[],
  role: FileStatement['role'],
): FileStatement {
  const currency = currencyOf(element, read);
  const faults = foreignEntries(read, currency);
  const page = pageOf(element, message);
  const entries = read.flatMap((entry) => (entry.currency === currency ? entry.entries : []));
  const statement = prove({
    role,
    account: requireAccount(element),
    currency,
    id: textOrNull(textAt(element, 'Id')),
    page,
    from: dateAt(element, 'FrToDt/FrDtTm', 'FrToDt/FrDt'),
    to: dateAt(element, 'FrToDt/ToDtTm', 'FrToDt/ToDt'),
    ...balancesOf(element, currency),
    entries,
    entryCount: read.length,
    moved: movedBy(read.filter(isBooked).map(sumOfAll)),
    faults,
    warnings: warningsOf(element, read),
  });
  // Pages share the balances of the whole, so one that does not tie alone proves nothing; one that does is a statement.
  if (page && statement.ties === true) return { ...statement, page: null };
  return page && statement.ties === false && faults.length === 0 ? { ...statement, ties: null } : statement;
}

function requireAccount(element: Element): string {
  const account = only(element, 'Acct');
  const number = accountOf(
    textAt(account, 'Id/IBAN') ?? textAt(account, 'Id/Othr/Id') ?? textAt(account, 'Id/PrtryAcct/Id'),
  );
  if (number === '') throw new FileRefused('A statement in the file names no account.');
  return number;
}

/** The account's own, or else the one that all balances or entries have. */
function currencyOf(element: Element, entries: readonly CamtEntry[]): string {
  const own = textAt(element, 'Acct/Ccy');
  if (own !== undefined) return parseCurrency(own);
  const ofBalances = all(element, 'Bal/Amt').map(({ attributes }) => attributes.Ccy ?? '');
  const [currency, other] = new Set(
    ofBalances.length > 0 ? ofBalances : entries.map((entry) => entry.currency),
  );
  if (other !== undefined)
    throw new FileRefused(
      'A statement in the file names no currency, and has balances or entries in several.',
    );
  // ISO 4217 for none, because there is no amount in any currency.
  return currency === undefined ? 'XXX' : parseCurrency(currency);
}

function foreignEntries(entries: readonly CamtEntry[], currency: string): string[] {
  const foreign = new Set(entries.map((entry) => entry.currency).filter((other) => other !== currency));
  return foreign.size === 0 ? [] : [`has an entry in ${[...foreign].join(' and ')}`];
}

interface CodedBalance extends Balance {
  code: string;
}

function balancesOf(element: Element, currency: string): Pick<FileStatement, 'opening' | 'closing'> {
  const balances = all(element, 'Bal').flatMap((balance) => readBalance(balance, currency));
  const having = (code: string) => balances.filter((balance) => balance.code === code);
  const openings = having('OPBD').length > 0 ? having('OPBD') : having('PRCD');
  // A statement of several days may give both balances of each.
  return { opening: extreme(openings, -1), closing: extreme(having('CLBD'), 1) };
}

function readBalance(element: Element, currency: string): CodedBalance[] {
  const code = textAt(element, 'Tp/CdOrPrtry/Cd') ?? textAt(element, 'Tp/Cd');
  const amount = only(element, 'Amt');
  if (code === undefined || !['OPBD', 'PRCD', 'CLBD'].includes(code) || !amount) return [];
  if (amount.attributes.Ccy !== currency) return [];
  const date = textAt(element, 'Dt/Dt') ?? textAt(element, 'Dt/DtTm');
  return [
    {
      code,
      amount: signed(parsePointAmount(amount.text.trim()), element),
      date: date === undefined ? null : parseIsoDate(date),
    },
  ];
}

/** The earliest (-1) or latest (1) balance; refuses two of one day that differ. */
function extreme(balances: readonly CodedBalance[], direction: 1 | -1): Balance | null {
  const sorted = balances.toSorted((a, b) => direction * (b.date ?? '').localeCompare(a.date ?? ''));
  const [found] = sorted;
  if (!found) return null;
  if (sorted.some(({ date, amount }) => date === found.date && !amount.eq(found.amount)))
    throw new FileRefused(`A statement in the file gives two balances ${found.code} of one day that differ.`);
  return { amount: found.amount, date: found.date };
}

/** Signed by CdtDbtInd, which balances and entries must have. */
function signed(amount: Money, element: Element): Money {
  const side = only(element, 'CdtDbtInd')?.text.trim();
  if (side !== 'CRDT' && side !== 'DBIT')
    throw new FileRefused('A balance in the file is neither CRDT nor DBIT.');
  return side === 'CRDT' ? amount : amount.negated();
}

function pageOf(statement: Element, message: Element | undefined): FileStatement['page'] {
  const pagination =
    statement.children.find(({ name }) => name.endsWith('Pgntn')) ?? first(message, 'GrpHdr/MsgPgntn');
  if (!pagination) return null;
  const number = textAt(pagination, 'PgNb') ?? '';
  const last = textAt(pagination, 'LastPgInd') ?? '';
  if (!/^\d{1,5}$/.test(number) || !/^(true|false|1|0)$/.test(last))
    throw new FileRefused('The file numbers its pages in a way that cannot be read.');
  const page = { number: Number(number), isLast: last === 'true' || last === '1' };
  // The only page of a statement is no page.
  return page.number <= 1 && page.isLast ? null : page;
}

function dateAt(element: Element, ...paths: readonly string[]): string | null {
  const text = paths.map((path) => textAt(element, path)).find((found) => found !== undefined);
  return text === undefined ? null : parseIsoDate(text);
}

function warningsOf(element: Element, entries: readonly CamtEntry[]): string[] {
  const warnings: string[] = [];
  const copy = textAt(element, 'CpyDplctInd');
  if (copy !== undefined) warnings.push(`The bank marks it as a copy or duplicate (${quoted(copy)}).`);
  const count = textAt(element, 'TxsSummry/TtlNtries/NbOfNtries');
  if (count !== undefined && count.replace(/^0+(?=\d)/, '') !== String(entries.length))
    warnings.push(`Its summary counts ${quoted(count)} entries, but it has ${entries.length}.`);
  for (const [path, side, isOurs] of [
    ['TtlCdtNtries', 'credits', (sum: Money) => sum.isPositive()],
    ['TtlDbtNtries', 'debits', (sum: Money) => sum.isNegative()],
  ] as const) {
    const stated = textAt(element, `TxsSummry/${path}/Sum`);
    const sums = entries.map((entry) => sumOfAll(entry)).filter(isOurs);
    const sum = sums.reduce<Money | undefined>((total, one) => total?.plus(one) ?? one, undefined)?.abs();
    if (stated !== undefined && stated !== (sum?.toFixed() ?? '0') && !isSame(stated, sum))
      warnings.push(
        `Its summary gives ${quoted(stated)} for the ${side}, which add up to ${sum?.toFixed() ?? '0'}.`,
      );
  }
  return warnings;
}

function isBooked({ entries }: CamtEntry): boolean {
  return entries.every(({ status }) => status === 'booked');
}

function sumOfAll({ entries }: CamtEntry): Money {
  return sumOfBooked(entries.map((entry) => ({ ...entry, status: 'booked' })));
}

function isSame(stated: string, sum: Money | undefined): boolean {
  return /^\d{1,18}(\.\d{1,5})?$/.test(stated) && parsePointAmount(stated).eq(sum ?? 0);
}
