import {
  type DetailedMovement,
  type MonthlyStatement,
  type MovementType,
  startOf,
} from '../../ledger/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { money, type Money } from '../../lib/money.ts';
import { oneLine, shortened } from '../../lib/one-line.ts';
import { dayOf, localTime, plusDays, type TimeZone } from '../../lib/time-zone.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { element, textElement, type Xml } from '../../lib/xml.ts';

const VERSION = 'camt.053.001.08';
/** ISO 20022 has no more, and eight are in the ledger. */
const MAX_DECIMALS = 5;
const LEAST_DECIMALS = 2;
const MAX_ID = 35;
const MAX_TEXT = 140;

/** ISO's codes of a movement, by domain, family and sub-family. */
const CODES: Readonly<Record<MovementType, readonly [string, string, string]>> = {
  payment: ['PMNT', 'RCDT', 'OTHR'],
  deposit: ['PMNT', 'RCDT', 'OTHR'],
  fee: ['ACMT', 'MDOP', 'CHRG'],
  refund: ['PMNT', 'ICDT', 'OTHR'],
  withdrawal: ['PMNT', 'ICDT', 'OTHR'],
  conversion: ['FORX', 'SPOT', 'OTHR'],
  reversal: ['PMNT', 'RCDT', 'RRTN'],
};
const UNKNOWN_CODE = ['PMNT', 'OTHR', 'OTHR'] as const;

/**
 * The owner of the statement, and the ISO 4217 currency of its asset, which is its own or the one it is at par with.
 */
export interface CamtAccount {
  name: string;
  currency: string;
}

/**
 * Writes the statement of a month that is over as camt.053, which accounting software imports. There is one account for
 * each asset. Its elements are in the schema's order. An asset with more decimals than the format takes is rounded by
 * its balances, so that each entry is the difference of two of them, and the file adds up like the ledger.
 */
export async function* statementToCamt(
  statement: MonthlyStatement,
  account: CamtAccount,
  batches: AsyncIterable<DetailedMovement[]>,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n`;
  yield `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${VERSION}"><BkToCstmrStmt>`;
  yield headOf(statement);
  yield `<Stmt>${describe(statement, account)}`;
  let before = statement.opening;
  for await (const rows of batches) {
    const entries: Xml[] = [];
    for (const row of rows) {
      entries.push(entryOf(row, rounded(row.balanceAfter).minus(rounded(before)), statement, account));
      before = row.balanceAfter;
    }
    yield entries.map((entry) => `\n${entry}`).join('');
  }
  yield `\n</Stmt></BkToCstmrStmt></Document>\n`;
}

function headOf(statement: MonthlyStatement): Xml {
  return element(
    'GrpHdr',
    textElement('MsgId', idOf(statement)),
    textElement('CreDtTm', formatTimestamp(statement.asOf)),
  );
}

/** All of a statement that comes before its entries. */
function describe(statement: MonthlyStatement, { name, currency }: CamtAccount): string {
  const { period, opening, closing, outside, movements } = statement;
  const { asset, timeZone, from, until } = period;
  const end = new Date(startOf(timeZone, until).getTime() - 1);
  const lastDay = plusDays(until, -1);
  const net = rounded(closing).minus(rounded(opening));
  const account = element(
    'Acct',
    element('Id', element('Othr', textElement('Id', accountIdOf(statement)))),
    textElement('Ccy', currency),
    textElement('Nm', asset),
    element('Ownr', textElement('Nm', shortened(oneLine(name), MAX_TEXT))),
  );
  return [
    textElement('Id', idOf(statement)),
    textElement('CreDtTm', formatTimestamp(statement.asOf)),
    element(
      'FrToDt',
      textElement('FrDtTm', inZone(timeZone, startOf(timeZone, from))),
      textElement('ToDtTm', inZone(timeZone, end)),
    ),
    account,
    balance(textElement('Cd', 'OPBD'), money(opening), currency, from),
    balance(textElement('Cd', 'CLBD'), money(closing), currency, lastDay),
    // ISO has no code for money outside the balance; own ones are for people, and programs skip them.
    ...(outside.books.length === 0
      ? []
      : [
          balance(textElement('Prtry', 'OPENING_OUTSIDE_BALANCE'), outside.opening, currency, from),
          balance(textElement('Prtry', 'CLOSING_OUTSIDE_BALANCE'), outside.closing, currency, lastDay),
        ]),
    element(
      'TxsSummry',
      element(
        'TtlNtries',
        textElement('NbOfNtries', String(movements)),
        element('TtlNetNtry', textElement('Amt', written(net)), side(net)),
      ),
    ),
  ].join('');
}

function balance(type: Xml, exact: Money, currency: string, day: string): Xml {
  const amount = exact.decimalPlaces(MAX_DECIMALS);
  return element(
    'Bal',
    element('Tp', element('CdOrPrtry', type)),
    textElement('Amt', written(amount), { Ccy: currency }),
    side(amount),
    element('Dt', textElement('Dt', day)),
  );
}

function entryOf(
  row: DetailedMovement,
  amount: Money,
  { period }: MonthlyStatement,
  { currency }: CamtAccount,
): Xml {
  const id = compact(row.id);
  const day = dayOf(period.timeZone, row.createdAt);
  const sum = [textElement('Amt', written(amount), { Ccy: currency }), side(amount, row)];
  const remittance = [row.description, row.reference, row.paymentLinkCode]
    .map((text) => oneLine(text ?? ''))
    .filter((text) => text !== '');
  return element(
    'Ntry',
    textElement('NtryRef', id),
    ...sum,
    row.type === 'reversal' ? textElement('RvslInd', 'true') : undefined,
    element('Sts', textElement('Cd', 'BOOK')),
    element('BookgDt', textElement('Dt', day)),
    element('ValDt', textElement('Dt', day)),
    textElement('AcctSvcrRef', id),
    codeOf(row.type),
    element(
      'NtryDtls',
      element(
        'TxDtls',
        element(
          'Refs',
          textElement('AcctSvcrRef', compact(row.sourceId).slice(0, MAX_ID)),
          row.paymentLinkCode === null ? undefined : textElement('EndToEndId', row.paymentLinkCode),
        ),
        ...sum,
        otherPartyOf(row),
        remittance.length === 0
          ? undefined
          : element('RmtInf', ...remittance.map((text) => textElement('Ustrd', shortened(text, MAX_TEXT)))),
      ),
    ),
    textElement('AddtlNtryInf', `${row.type} ${money(row.amount).toFixed()} ${row.asset}`),
  );
}

/** The party that paid or, for money that goes back, is paid. */
function otherPartyOf({ payer, amount }: DetailedMovement): Xml | undefined {
  const name = shortened(oneLine(payer ?? ''), MAX_TEXT);
  if (name === '') return undefined;
  const role = money(amount).isNegative() ? 'Cdtr' : 'Dbtr';
  return element('RltdPties', element(role, element('Pty', textElement('Nm', name))));
}

function codeOf(type: string): Xml {
  const [domain, family, subFamily] = isKeyOf(CODES, type) ? CODES[type] : UNKNOWN_CODE;
  return element(
    'BkTxCd',
    element(
      'Domn',
      textElement('Cd', domain),
      element('Fmly', textElement('Cd', family), textElement('SubFmlyCd', subFamily)),
    ),
    element('Prtry', textElement('Cd', type)),
  );
}

/** The side of an entry. One that is rounded to nothing keeps the side of its exact amount. */
function side(amount: Money, row?: DetailedMovement): Xml {
  const signed = amount.isZero() && row ? money(row.amount) : amount;
  return textElement('CdtDbtInd', signed.isNegative() ? 'DBIT' : 'CRDT');
}

function rounded(stored: string): Money {
  return money(stored).decimalPlaces(MAX_DECIMALS);
}

function written(amount: Money): string {
  return amount.abs().toFixed(Math.max(LEAST_DECIMALS, amount.decimalPlaces() ?? 0));
}

/** The same for each download, so that importing a statement again is noticed. */
function idOf({ period: { accountId, asset, from } }: MonthlyStatement): string {
  return `${asset}-${from.slice(0, 7)}-${compact(accountId).slice(-16)}`;
}

/** A number for each asset. It has the account's id in at most 25 characters, because the format has 34 for both. */
function accountIdOf({ period: { accountId, asset } }: MonthlyStatement): string {
  return `${asset}-${BigInt(`0x${compact(accountId)}`)
    .toString(36)
    .toUpperCase()}`;
}

function compact(id: string): string {
  return id.replaceAll('-', '');
}

/** The time in the account's time zone, without an offset, as the format allows. */
function inZone(timeZone: TimeZone, at: Date): string {
  return localTime(timeZone, at).replace(' ', 'T');
}
