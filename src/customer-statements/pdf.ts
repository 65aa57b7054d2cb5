import { setImmediate as nextTurn } from 'node:timers/promises';
import { drawHeadings, drawRow, FRAME, openPaper, type Paper, type Table } from '../documents/index.ts';
import { formatDay, formatMinute, formatQuantity, type Language } from '../pages/index.ts';
import type { CustomerStatement } from './statement.ts';
import { CUSTOMER_STATEMENTS } from './texts.ts';

/** Drawing these takes as long as a request may hold up the others of its process. */
const BATCH = 100;

const WHOLE = { x: FRAME.left, width: FRAME.width };

/** The people that a statement is between. */
export interface Parties {
  accountName: string;
  customerName: string;
}

/** A customer's statement as PDF. It is made in one piece, because it has at most 2,000 entries. */
export async function statementPdf(
  { period, totals, entries }: CustomerStatement,
  { accountName, customerName }: Parties,
  { language, at }: { language: Language; at: Date },
): Promise<Buffer> {
  const texts = CUSTOMER_STATEMENTS[language];
  const { timeZone } = period;
  const title = texts.statementOf(customerName);
  const days = texts.days(formatDay(language, period.from), formatDay(language, period.until));
  const table = entriesTable(language);
  const paper = await openPaper({
    title,
    author: accountName,
    language,
    at,
    foot: `${accountName} · ${title} · ${days}`,
    tagged: true,
    page: texts.page,
    head: (next) => drawHeadings(next, table),
  });
  paper.paragraph(accountName, WHOLE, { size: 10, weight: 'semibold', muted: true }, { maxLines: 2 });
  paper.paragraph(title, WHOLE, { size: 18, weight: 'semibold' }, { role: 'H1' });
  paper.paragraph(`${days} · ${texts.times(timeZone)}`, WHOLE, { size: 9, muted: true });
  paper.y += 14;
  drawTotals(paper, totals, language);
  heading(paper, texts.entries);
  if (entries.length === 0) paper.paragraph(texts.none, WHOLE, { size: 9, muted: true });
  else {
    const closeTable = paper.open('Table');
    drawHeadings(paper, table);
    for (const [place, entry] of entries.entries()) {
      // Drawing without a pause would block the other requests of the process.
      if (place % BATCH === BATCH - 1) await nextTurn();
      const { kind, at: when, linkCode, description, reference, status, amount, asset } = entry;
      const about =
        kind === 'request' ? `${texts.kinds.request}, ${texts.statuses[status]}` : texts.kinds[kind];
      drawRow(paper, table, [
        formatMinute(language, when, timeZone),
        [description, [about, reference, linkCode].filter((part) => part !== null).join(' · ')],
        `${formatQuantity(language, amount, asset)} ${asset}`,
      ]);
    }
    closeTable();
  }
  return paper.end();
}

function entriesTable(language: Language): Table {
  const texts = CUSTOMER_STATEMENTS[language];
  return {
    rowHeight: 28,
    columns: [
      { label: texts.date, width: 96 },
      { label: texts.entry },
      { label: texts.amount, width: 120, align: 'right' },
    ],
  };
}

function drawTotals(paper: Paper, totals: CustomerStatement['totals'], language: Language): void {
  if (totals.length === 0) return;
  const texts = CUSTOMER_STATEMENTS[language];
  const figure = (label: string) => ({ label, width: 104, align: 'right' as const });
  const table: Table = {
    rowHeight: 16,
    columns: [
      { label: texts.asset },
      figure(texts.asked),
      figure(texts.paid),
      figure(texts.refunded),
      figure(texts.owed),
    ],
  };
  heading(paper, texts.totals);
  paper.part('Table', () => {
    drawHeadings(paper, table);
    for (const { asset, asked, paid, refunded, owed } of totals)
      drawRow(paper, table, [
        asset,
        ...[asked, paid, refunded, owed].map((amount) => formatQuantity(language, amount, asset)),
      ]);
  });
  paper.y += 14;
}

function heading(paper: Paper, text: string): void {
  paper.paragraph(text, WHOLE, { size: 11, weight: 'semibold' }, { role: 'H2' });
  paper.y += 4;
}
