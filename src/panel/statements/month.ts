import {
  workbookOf,
  type WorkbookCell,
  type WorkbookRow,
  zipOf,
  type ZipEntry,
} from '../../documents/index.ts';
import type { Database } from '../../db/index.ts';
import {
  type BookRow,
  type DetailedMovement,
  findHeld,
  type Month,
  type MonthlyStatement,
  periodOf,
  readStatement,
  startOf,
} from '../../ledger/index.ts';
import { money, type Money, ZERO } from '../../lib/money.ts';
import { plusDays, type TimeZone } from '../../lib/time-zone.ts';
import { findAsset } from '../../methods/index.ts';
import { findProfile, type MonthProfile, MOVEMENT_TYPES } from '../../month-profiles/index.ts';
import { formatDay, formatMinute, formatMonth, type Language } from '../../pages/index.ts';
import { withLocalTimes } from '../frame/csv.ts';
import { codedColumns } from '../movements/csv.ts';
import { typeText } from '../movements/texts.ts';
import { camtOf, csvOf, fileName, fitsPdf, movementsOf, pdfOf } from './files.ts';
import { MONTH_TEXTS } from './month-texts.ts';

import { bookText, STATEMENTS } from './texts.ts';

/** As many rows as a process may write at a time without holding up its requests. */
const BATCH = 100;
const LABEL_WIDTH = 34;
const COLUMN_WIDTH = 18;
/** The columns whose values are amounts; `local_time` is a time, and all others are texts. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'fee',
  'net',
  'balance_after',
  'exchanged_amount',
  'exchange_shortfall',
]);

export interface MonthAccount {
  accountId: string;
  accountName: string;
  timeZone: TimeZone;
}

/** A month of all of an account's assets, read at one moment. */
export interface AccountMonth {
  account: MonthAccount;
  month: Month;
  statements: readonly MonthlyStatement[];
  profile: MonthProfile;
}

/** Undefined if the text is not a month, or the account has no statements. Throws like `readStatement`. */
export function readMonth(
  db: Pick<Database, 'snapshot'>,
  account: MonthAccount,
  month: string,
): Promise<AccountMonth | undefined> {
  return db.snapshot(async (on) => {
    const { stated } = await findHeld(on, account.accountId);
    const periods = stated.flatMap((asset) => periodOf(account, asset, month) ?? []);
    if (periods.length === 0) return undefined;
    const statements: MonthlyStatement[] = [];
    for (const period of periods) statements.push(await readStatement(on, period));
    return { account, month, statements, profile: await findProfile(on, account.accountId) };
  });
}

export function nameOfMonth({ month }: AccountMonth, extension: 'xlsx' | 'zip'): string {
  return `month-${month}.${extension}`;
}

/**
 * A month of all assets as a workbook, with a summary and all movements with the columns and codes of the account's
 * profile. However long the month is, only a batch of its movements is held. Breaks off if the movements do not lead to
 * the closing balances.
 */
export function monthToWorkbook(
  db: Pick<Database, 'snapshot'>,
  of: AccountMonth,
  language: Language,
): AsyncGenerator<Buffer> {
  const texts = MONTH_TEXTS[language];
  const taken = new Takings();
  const columns = profiledColumns(of);
  const summary = {
    name: STATEMENTS[language].summary,
    widths: [LABEL_WIDTH, ...Array.from({ length: MOVEMENT_TYPES.length + 3 }, () => COLUMN_WIDTH)],
    rows: summaryRows(of, taken, language),
  };
  const movements = {
    name: STATEMENTS[language].movements,
    widths: Object.keys(columns).map((column) => texts.columns[column]?.width ?? COLUMN_WIDTH),
    frozenRows: 1,
    rows: movementRows(db, of, { columns, taken, language }),
  };
  return workbookOf([summary, movements], { at: madeAt(of), readFirst: 1 });
}

/** The workbook, and each asset's statement as PDF, CSV and, once the month is over, camt.053. */
export async function monthToZip(
  db: Pick<Database, 'snapshot' | 'read'>,
  of: AccountMonth,
  language: Language,
): Promise<AsyncGenerator<Buffer>> {
  const { accountName } = of.account;
  const workbook: ZipEntry = {
    name: nameOfMonth(of, 'xlsx'),
    content: monthToWorkbook(db, of, language),
    isCompressed: true,
  };
  const files = of.statements.map(async (statement): Promise<ZipEntry[]> => {
    const { period, isOver } = statement;
    const known = await findAsset(db.read, { asset: period.asset });
    const camt =
      isOver && known ? camtOf(db, statement, { name: accountName, currency: known.family }) : null;
    const pdf = fitsPdf(statement) ? pdfOf(db, statement, { language, accountName }) : null;
    return [
      ...(pdf ? [{ name: fileName(period, 'pdf'), content: pdf }] : []),
      { name: fileName(period, 'csv'), content: csvOf(db, statement, []) },
      ...(camt ? [{ name: fileName(period, 'xml'), content: camt }] : []),
    ];
  });
  return zipOf([workbook, ...(await Promise.all(files)).flat()], madeAt(of));
}

/** The time of the files in an archive, which is the month's end, or the time of reading while it is not over. */
function madeAt({ statements }: AccountMonth): Date {
  const [first] = statements;
  if (!first) throw new Error('a month without statements');
  const { period, asOf, isOver } = first;
  return isOver ? startOf(period.timeZone, period.until) : asOf;
}

/** Sums over the movements while they are written, which the ledger keeps no totals of. */
class Takings {
  /** The fees within withdrawals, by asset. */
  readonly withdrawalFees = new Map<string, Money>();
  /** By pair of assets. */
  readonly exchanges = new Map<
    string,
    { from: string; to: string; count: number; given: Money; received: Money; shortfall: Money }
  >();

  add({ type, asset, fee, exchange }: DetailedMovement): void {
    if (type === 'withdrawal' && fee !== null)
      this.withdrawalFees.set(asset, (this.withdrawalFees.get(asset) ?? ZERO).plus(money(fee)));
    if (!exchange) return;
    const { fromAsset: from, toAsset: to } = exchange;
    const pair = `${from} ${to}`;
    const { count, given, received, shortfall } = this.exchanges.get(pair) ?? {
      count: 0,
      given: ZERO,
      received: ZERO,
      shortfall: ZERO,
    };
    this.exchanges.set(pair, {
      from,
      to,
      count: count + 1,
      given: given.plus(money(exchange.fromAmount)),
      received: received.plus(money(exchange.toAmount)),
      shortfall: shortfall.plus(money(exchange.shortfall)),
    });
  }
}

type Columns = Readonly<Record<string, (row: DetailedMovement) => string | null>>;

function profiledColumns({ account, profile }: AccountMonth): Columns {
  const all = withLocalTimes(account.timeZone, codedColumns(profile.codes));
  const chosen = profile.columns ?? Object.keys(all);
  return Object.fromEntries(chosen.flatMap((name) => (all[name] ? [[name, all[name]] as const] : [])));
}

async function* movementRows(
  db: Pick<Database, 'snapshot'>,
  { statements }: AccountMonth,
  { columns, taken, language }: { columns: Columns; taken: Takings; language: Language },
): AsyncGenerator<WorkbookRow[]> {
  const labels = MONTH_TEXTS[language].columns;
  const names = Object.keys(columns);
  yield [{ cells: names.map((name) => labels[name]?.label ?? name), bold: true }];
  for (const statement of statements)
    for await (const rows of movementsOf(db, statement, BATCH)) {
      for (const row of rows) taken.add(row);
      yield rows.map((row) => ({ cells: names.map((name) => cellOf(name, columns[name]?.(row), language)) }));
    }
}

function cellOf(column: string, value: string | null | undefined, language: Language): WorkbookCell {
  if (value === null || value === undefined || value === '') return null;
  if (AMOUNTS.has(column)) return { amount: value };
  if (column === 'local_time') return { localTime: value };
  return column === 'type' ? typeText(language, value) : value;
}

/** Runs after the movements have been written, because some of its sums are of them. */
// eslint-disable-next-line @typescript-eslint/require-await -- the rows of all sheets are read in the same way
async function* summaryRows(
  of: AccountMonth,
  taken: Takings,
  language: Language,
): AsyncGenerator<WorkbookRow[]> {
  const texts = MONTH_TEXTS[language];
  yield headRows(of, language);
  yield balanceRows(of, language);
  yield heldRows(of, language);
  yield feeRows(of, taken, language);
  yield exchangeRows(taken, language);
  yield codeRows(of, language);
  yield texts.notes.map((note) => ({ cells: [note] }));
}

const EMPTY: WorkbookRow = { cells: [] };

function headRows({ account, month, statements }: AccountMonth, language: Language): WorkbookRow[] {
  const texts = STATEMENTS[language];
  const [first] = statements;
  if (!first) return [];
  const { period, asOf, isOver } = first;
  const { timeZone } = account;
  return [
    { cells: [account.accountName], bold: true },
    { cells: [MONTH_TEXTS[language].titleOf(formatMonth(language, month))], bold: true },
    { cells: [texts.accountId, account.accountId] },
    {
      cells: [
        texts.period,
        `${formatDay(language, period.from)} – ${formatDay(language, plusDays(period.until, -1))} (${timeZone})`,
      ],
    },
    { cells: [texts.asOf, formatMinute(language, asOf, timeZone)] },
    ...(isOver ? [] : [{ cells: [texts.notOverYet] }]),
    EMPTY,
  ];
}

/** For each asset, its opening balance, the sum of each type of movement, and its closing balance. */
function balanceRows({ statements }: AccountMonth, language: Language): WorkbookRow[] {
  const texts = STATEMENTS[language];
  const types = MOVEMENT_TYPES.map((type) => typeText(language, type));
  return [
    { cells: [texts.asset, texts.opening, ...types, texts.closing], bold: true },
    ...statements.map((statement) => ({
      cells: [
        statement.period.asset,
        { amount: statement.opening },
        ...MOVEMENT_TYPES.map((type) => ({ amount: sumOf(statement, type).toFixed() })),
        { amount: statement.closing },
      ],
    })),
    EMPTY,
  ];
}

function sumOf({ totals }: MonthlyStatement, type: string): Money {
  return totals
    .filter((total) => total.type === type)
    .reduce((sum, { amount }) => sum.plus(money(amount)), ZERO);
}

/** Statements of assets at par list the same books, so each is taken once. */
function heldRows({ statements }: AccountMonth, language: Language): WorkbookRow[] {
  const texts = STATEMENTS[language];
  const books = new Map<string, BookRow>(
    statements
      .flatMap(({ outside }) => outside.books)
      .filter(({ book }) => book !== 'available')
      .map((row) => [`${row.asset} ${row.book}`, row]),
  );
  if (books.size === 0) return [{ cells: [texts.outside, MONTH_TEXTS[language].nothing] }, EMPTY];
  return [
    { cells: [texts.outside, texts.atStart, texts.atEnd], bold: true },
    ...[...books.values()].map((row) => ({
      cells: [bookText(language, row), { amount: row.opening }, { amount: row.closing }],
    })),
    EMPTY,
  ];
}

function feeRows({ statements }: AccountMonth, taken: Takings, language: Language): WorkbookRow[] {
  const texts = MONTH_TEXTS[language];
  const rows = statements.map((statement) => {
    const { asset } = statement.period;
    const own = sumOf(statement, 'fee').negated();
    const withdrawals = taken.withdrawalFees.get(asset) ?? ZERO;
    return { asset, own, withdrawals };
  });
  return [
    { cells: [texts.fees.title, texts.fees.own, texts.fees.withdrawals], bold: true },
    ...rows.map(({ asset, own, withdrawals }) => ({
      cells: [asset, { amount: own.toFixed() }, { amount: withdrawals.toFixed() }],
    })),
    EMPTY,
  ];
}

function exchangeRows({ exchanges }: Takings, language: Language): WorkbookRow[] {
  const texts = MONTH_TEXTS[language].exchanges;
  if (exchanges.size === 0) return [{ cells: [texts.title, MONTH_TEXTS[language].nothing] }, EMPTY];
  return [
    { cells: [texts.title, texts.count, texts.given, texts.received, texts.rate, texts.cost], bold: true },
    ...[...exchanges.values()].map(({ from, to, count, given, received, shortfall }) => ({
      cells: [
        `${from} → ${to}`,
        { amount: String(count) },
        { amount: given.toFixed() },
        { amount: received.toFixed() },
        { amount: received.div(given).toFixed(8) },
        { amount: shortfall.toFixed() },
      ],
    })),
    EMPTY,
  ];
}

/** The sums by general-ledger code and asset, for the account's books; nothing where there are no codes. */
function codeRows({ statements, profile }: AccountMonth, language: Language): WorkbookRow[] {
  const texts = MONTH_TEXTS[language];
  const sums = new Map<string, { code: string; asset: string; sum: Money }>();
  for (const statement of statements)
    for (const { type, amount } of statement.totals) {
      const code = profile.codes[type] ?? '';
      const { asset } = statement.period;
      const sum = sums.get(`${code} ${asset}`)?.sum ?? ZERO;
      sums.set(`${code} ${asset}`, { code, asset, sum: sum.plus(money(amount)) });
    }
  if (Object.keys(profile.codes).length === 0) return [];
  return [
    { cells: [texts.codes.title, STATEMENTS[language].asset, STATEMENTS[language].amount], bold: true },
    ...[...sums.values()].map(({ code, asset, sum }) => ({
      cells: [code === '' ? texts.codes.none : code, asset, { amount: sum.toFixed() }],
    })),
    EMPTY,
  ];
}
