import { FRAME, type Box, type Paper } from './paper.ts';

export interface Column {
  label: string;
  /** In points; the one column without a width takes what the others leave. */
  width?: number;
  /** For amounts, whose last digits align. */
  align?: 'right';
}

/** The content of a row in a column, which is a line, or a line and a smaller one below it. */
export type Cell = string | readonly [line: string, below: string];

export interface Table {
  columns: readonly Column[];
  /** The same for all rows, so that their pages can be counted before they are known. */
  rowHeight: number;
}

const GAP = 10;
const HEADINGS_HEIGHT = 18;
const TEXT = { size: 9 } as const;
const BELOW = { size: 7.5, muted: true } as const;

export function drawHeadings(paper: Paper, table: Table): void {
  paper.ensure(HEADINGS_HEIGHT + table.rowHeight);
  const lettering = { size: 8, weight: 'semibold', muted: true } as const;
  paper.part('TR', () => {
    boxesOf(table).forEach((box, at) => {
      const label = table.columns[at]?.label ?? '';
      paper.part('TH', () => paper.line(label, paper.y, box, lettering), 'Column');
    });
  });
  paper.y += HEADINGS_HEIGHT;
  paper.rule(paper.y - 4);
}

export function drawRow(
  paper: Paper,
  table: Table,
  cells: readonly Cell[],
  { strong = false }: { strong?: boolean } = {},
): void {
  paper.ensure(table.rowHeight);
  paper.part('TR', () => {
    boxesOf(table).forEach((box, at) => {
      const cell = cells[at] ?? '';
      const [line, below] = typeof cell === 'string' ? [cell] : cell;
      paper.part('TD', () => {
        paper.line(line, paper.y, box, { ...TEXT, ...(strong && { weight: 'semibold' }) });
        if (below !== undefined && below !== '') paper.line(below, paper.y + 12, box, BELOW);
      });
    });
  });
  paper.y += table.rowHeight;
}

/** The number of further pages that a table takes whose headings come next, and are repeated on each page. */
export function countMorePages(paper: Paper, { rowHeight }: Table, rows: number): number {
  const fitting = (top: number) => Math.floor((FRAME.bottom - top - HEADINGS_HEIGHT) / rowHeight);
  const left = rows - Math.max(0, fitting(paper.y));
  return Math.max(0, Math.ceil(left / fitting(FRAME.top)));
}

function boxesOf({ columns }: Table): Box[] {
  const taken = columns.reduce((sum, { width = 0 }) => sum + width, 0) + GAP * (columns.length - 1);
  let x: number = FRAME.left;
  return columns.map(({ width = FRAME.width - taken, align }): Box => {
    const box: Box = { x, width, ...(align && { align }) };
    x += width + GAP;
    return box;
  });
}
