/** Between columns. */
const GAP = '  ';
/** A text column narrower than this is omitted. */
const LEAST_TEXT = 12;
/** A text column first gets at most this much, so that one long name does not push out the columns after it. */
const FAIR_TEXT = 24;

interface Column {
  name: string;
  cells: readonly string[];
  /** The width at which nothing is cut. */
  natural: number;
  width: number;
  alignment: 'left' | 'right';
}

/**
 * Rows beneath their column names, within a width. Columns keep the order of the fields. Text that is too long is cut,
 * and columns that do not fit are omitted and counted in a last line. Numbers are right-aligned.
 */
export function formatTable(rows: readonly object[], width: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'object');
  const all = names.map((name) => columnOf(name, rows));
  const shown = fit(all, width);
  const lines = [undefined, ...rows.keys()].map((row) =>
    shown
      .map((column) => formatCell(column, row))
      .join(GAP)
      .trimEnd(),
  );
  const left = all.length - shown.length;
  if (left > 0) lines.push(`(${left} more ${left === 1 ? 'column' : 'columns'} with --json)`);
  return lines.join('\n');
}

function columnOf(name: string, rows: readonly object[]): Column {
  const cells = rows.map((row) => formatValue(row[name as keyof typeof row]));
  const natural = Math.max(name.length, ...cells.map(lengthOf));
  const isNumber =
    cells.every((cell) => /^(-?\d+(\.\d+)?|-)$/.test(cell)) && cells.some((cell) => cell !== '-');
  return { name, cells, natural, width: natural, alignment: isNumber ? 'right' : 'left' };
}

/** The columns that fit, each with its width. */
function fit(columns: readonly Column[], width: number): Column[] {
  let left = width + GAP.length;
  const shown: Column[] = [];
  for (const column of columns) {
    const wanted = isText(column) ? Math.min(column.natural, FAIR_TEXT) : column.natural;
    const least = isText(column) ? Math.min(wanted, Math.max(LEAST_TEXT, column.name.length)) : wanted;
    const room = left - GAP.length;
    if (room < least) continue;
    const given = Math.min(wanted, room);
    shown.push({ ...column, width: given });
    left -= given + GAP.length;
  }
  for (const column of shown) {
    const more = Math.min(column.natural - column.width, left);
    column.width += more;
    left -= more;
  }
  return shown;
}

/** Text may be cut; ids, amounts, times and constants may not. */
function isText({ cells }: Column): boolean {
  return cells.some((cell) => !/^[\w.:+-]*$/.test(cell));
}

function formatCell({ name, cells, width, alignment }: Column, row: number | undefined): string {
  const text = row === undefined ? name.toUpperCase().replaceAll('_', ' ') : (cells[row] ?? '');
  const characters = [...text];
  const cut = characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text;
  const padding = ' '.repeat(width - Math.min(characters.length, width));
  return alignment === 'right' ? padding + cut : cut + padding;
}

function lengthOf(text: string): number {
  return [...text].length;
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/;

/** A value on one line, without control characters, so that foreign text cannot steer the terminal. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'string') return value.replace(TIME, '$1Z').replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length === 0 ? '-' : value.map(formatValue).join(', ');
  return JSON.stringify(value);
}
