import { FRAME, openPaper, type Paper } from '../../documents/index.ts';
import { formatLocal } from '../../pages/index.ts';
import { priceOf } from '../pages/price.ts';
import { receiptOf } from '../pages/receipt.ts';
import type { View } from '../pages/view.ts';

const WHOLE = { x: FRAME.left, width: FRAME.width };
const LABEL = { x: FRAME.left, width: 150 };
const VALUE = { x: FRAME.left + 160, width: FRAME.width - 160 };
const TEXT = { size: 10.5 } as const;
const MAX_LINES = 12;

/** A paid link's receipt on one page. */
export async function drawReceipt(view: View): Promise<Buffer> {
  const { texts, language, locale, merchant, timeZone, link, now } = view;
  const issued = `${texts.receiptIssued(formatLocal(locale, now, timeZone))} · ${texts.timesIn(timeZone)}`;
  const paper = await openPaper({
    title: `${texts.receipt} ${link.code}`,
    author: merchant,
    language,
    at: now,
    tagged: true,
    foot: view.simulator === undefined ? issued : `${issued} · ${texts.testMode}`,
  });
  if (view.simulator !== undefined) {
    paper.paragraph(texts.testMode, WHOLE, { size: 9, muted: true });
    paper.y += 8;
  }
  paper.paragraph(texts.receipt, WHOLE, { size: 10, weight: 'semibold', muted: true }, { role: 'H1' });
  paper.y += 2;
  paper.paragraph(merchant, WHOLE, { size: 18, weight: 'semibold' });
  paper.y += 10;
  paper.paragraph(priceOf(view), WHOLE, { size: 26, weight: 'semibold' });
  paper.y += 16;
  paper.part('Table', () => {
    for (const { label, text } of receiptOf(view)) paper.part('TR', () => drawLine(paper, label, text));
  });
  paper.rule();
  return paper.end();
}

function drawLine(paper: Paper, label: string, text: string): void {
  paper.rule();
  paper.y += 8;
  paper.part('TH', () => paper.line(label, paper.y, LABEL, { ...TEXT, muted: true }), 'Row');
  paper.paragraph(text, VALUE, TEXT, { role: 'TD', maxLines: MAX_LINES });
  paper.y += 6;
}
