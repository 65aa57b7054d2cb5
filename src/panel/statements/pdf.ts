import {
  countMorePages,
  drawHeadings,
  drawRow,
  FRAME,
  openPaper,
  type Paper,
  type Table,
} from '../../documents/index.ts';
import type { DetailedMovement, MonthlyStatement } from '../../ledger/index.ts';
import { formatAmount, money, ZERO } from '../../lib/money.ts';
import { plusDays } from '../../lib/time-zone.ts';
import {
  formatCount,
  formatDay,
  formatMinute,
  formatMonth,
  formatQuantity,
  type Language,
} from '../../pages/index.ts';
import { typeText } from '../movements/texts.ts';
import { conceptOf } from './concept.ts';
import { formatOfBooks, formatOfFigures } from './columns.ts';
import { bookText, STATEMENTS } from './texts.ts';

/** Some 900 pages and a few seconds of work. */
export const MAX_PDF_ROWS = 20_000;
/**
 * The most rows whose tables are tagged for screen readers, because the roles of all cells stay in memory until the
 * last page.
 */
const MAX_TAGGED_ROWS = 2_000;
/** Drawing these takes as long as a request may hold up the others of its process. */
export const PDF_BATCH = 100;

const CARD_GAP = 10;

/** A statement as PDF, drawn and sent page by page. */
export async function* statementToPdf(
  statement: MonthlyStatement,
  { accountName, language }: { accountName: string; language: Language },
  batches: AsyncIterable<DetailedMovement[]>,
): AsyncGenerator<Buffer> {
  const texts = STATEMENTS[language];
  const { period, asOf, opening, closing, movements } = statement;
  const { asset, from } = period;
  const title = texts.titleOf(asset, formatMonth(language, from.slice(0, 7)));
  const table = movementsTable(language);
  let pages = 1;
  const paper = await openPaper({
    title,
    author: accountName,
    language,
    at: asOf,
    foot: `${accountName} · ${title} · ${period.accountId}`,
    tagged: movements <= MAX_TAGGED_ROWS,
    page: (number) => texts.page(number, pages),
    head: (next) => drawHeadings(next, table),
  });
  drawHead(paper, statement, { accountName, title, language });
  drawTotals(paper, statement, language);
  drawOutside(paper, statement, language);
  heading(paper, texts.movements);
  // The movements, between a row for the opening balance and one for the closing balance.
  pages += countMorePages(paper, table, movements + 2);
  const closeTable = paper.open('Table');
  drawHeadings(paper, table);
  const number = formatOfFigures(language, statement);
  const balanceRow = (label: string, balance: string) =>
    drawRow(paper, table, ['', label, '', number(balance)], { strong: true });
  balanceRow(texts.opening, opening);
  for await (const rows of batches) {
    for (const row of rows) {
      const [concept, more] = conceptOf(language, row);
      drawRow(paper, table, [
        [formatMinute(language, row.createdAt, period.timeZone), row.paymentLinkCode ?? ''],
        // Movements without a link or a reference are found in the panel by their cause.
        [concept, more === '' && row.paymentLinkCode === null ? row.sourceId : more],
        number(row.amount),
        number(row.balanceAfter),
      ]);
    }
    yield paper.take();
  }
  balanceRow(closingLabel(statement, language), closing);
  closeTable();
  yield paper.end();
}

function movementsTable(language: Language): Table {
  const texts = STATEMENTS[language];
  return {
    rowHeight: 28,
    columns: [
      { label: texts.date, width: 96 },
      { label: texts.concept },
      { label: texts.amount, width: 94, align: 'right' },
      { label: texts.balance, width: 94, align: 'right' },
    ],
  };
}

function drawHead(
  paper: Paper,
  statement: MonthlyStatement,
  { accountName, title, language }: { accountName: string; title: string; language: Language },
): void {
  const texts = STATEMENTS[language];
  const { from, until, timeZone } = statement.period;
  const whole = { x: FRAME.left, width: FRAME.width };
  const facts = [
    `${formatDay(language, from)} – ${formatDay(language, plusDays(until, -1))} (${timeZone})`,
    `${texts.accountId} ${statement.period.accountId}`,
    `${texts.asOf} ${formatMinute(language, statement.asOf, timeZone)}${statement.isOver ? '' : ` · ${texts.notOver}`}`,
  ];
  paper.paragraph(accountName, whole, { size: 10, weight: 'semibold', muted: true }, { maxLines: 2 });
  paper.y += 2;
  paper.paragraph(title, whole, { size: 18, weight: 'semibold' }, { role: 'H1' });
  paper.y += 4;
  for (const fact of facts) paper.paragraph(fact, whole, { size: 9, muted: true });
  paper.y += 16;
  drawFigures(paper, statement, language);
}

/** Opening balance, what came in, what went out, and the closing balance, side by side. */
function drawFigures(paper: Paper, statement: MonthlyStatement, language: Language): void {
  const texts = STATEMENTS[language];
  const { opening, closing, totals } = statement;
  const sumOf = (isOurs: (amount: string) => boolean) =>
    totals.filter(({ amount }) => isOurs(amount)).reduce((sum, { amount }) => sum.plus(money(amount)), ZERO);
  const figures: [string, string][] = [
    [texts.opening, opening],
    [texts.moneyIn, formatAmount(sumOf((amount) => money(amount).gt(0)))],
    [texts.moneyOut, formatAmount(sumOf((amount) => money(amount).lt(0)))],
    [closingLabel(statement, language), closing],
  ];
  const width = (FRAME.width - CARD_GAP * (figures.length - 1)) / figures.length;
  paper.rule(paper.y);
  figures.forEach(([label, amount], at) => {
    const box = { x: FRAME.left + at * (width + CARD_GAP), width };
    const figure = formatQuantity(language, amount, statement.period.asset);
    paper.part('P', () => {
      paper.line(label, paper.y + 10, box, { size: 8, muted: true });
      paper.line(figure, paper.y + 22, box, { size: 12, weight: 'semibold' });
    });
  });
  paper.y += 50;
  paper.rule(paper.y);
  paper.y += 18;
}

/** The parts of the sum of all movements. */
function drawTotals(paper: Paper, statement: MonthlyStatement, language: Language): void {
  const { totals, period } = statement;
  if (totals.length === 0) return;
  const texts = STATEMENTS[language];
  const table: Table = {
    rowHeight: 15,
    columns: [
      { label: texts.concept },
      { label: texts.movements, width: 80, align: 'right' },
      { label: `${texts.amount} (${period.asset})`, width: 120, align: 'right' },
    ],
  };
  heading(paper, texts.summary);
  const number = formatOfFigures(language, statement);
  paper.part('Table', () => {
    drawHeadings(paper, table);
    for (const { type, method, movements, amount } of totals)
      drawRow(paper, table, [
        typeText(language, type) + (method === '' ? '' : ` · ${method}`),
        formatCount(movements),
        number(amount),
      ]);
  });
  paper.y += 14;
}

/** The books of the asset and of those at par with it, if any is outside the balance. */
function drawOutside(paper: Paper, statement: MonthlyStatement, language: Language): void {
  const { outside, isOver } = statement;
  const { books, openingTotal, closingTotal } = outside;
  if (books.length === 0) return;
  const texts = STATEMENTS[language];
  const table: Table = {
    rowHeight: 15,
    columns: [
      { label: texts.concept },
      { label: texts.atStart, width: 110, align: 'right' },
      { label: isOver ? texts.atEnd : texts.closingSoFar, width: 110, align: 'right' },
    ],
  };
  heading(paper, texts.outside);
  const number = formatOfBooks(language, statement);
  const totals = [openingTotal, closingTotal].map((total) => number(formatAmount(total)));
  paper.part('Table', () => {
    drawHeadings(paper, table);
    for (const row of books)
      drawRow(paper, table, [bookText(language, row), number(row.opening), number(row.closing)]);
    drawRow(paper, table, [texts.withOutside, ...totals], { strong: true });
  });
  paper.y += 4;
  paper.paragraph(texts.outsideHint, { x: FRAME.left, width: FRAME.width }, { size: 8, muted: true });
  paper.y += 14;
}

function heading(paper: Paper, text: string): void {
  paper.paragraph(
    text,
    { x: FRAME.left, width: FRAME.width },
    { size: 11, weight: 'semibold' },
    { role: 'H2' },
  );
  paper.y += 4;
}

function closingLabel({ isOver }: MonthlyStatement, language: Language): string {
  const texts = STATEMENTS[language];
  return isOver ? texts.closing : texts.closingSoFar;
}
