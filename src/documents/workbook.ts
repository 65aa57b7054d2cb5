import { money } from '../lib/money.ts';
import { oneLine, shortened } from '../lib/one-line.ts';
import { element, textElement, type Xml } from '../lib/xml.ts';
import { zipOf, type ZipEntry } from './zip.ts';

/** A text, an amount as a decimal, a local time like 2026-11-20 15:04:05, or nothing. */
export type WorkbookCell = string | null | { amount: string } | { localTime: string };

export interface WorkbookRow {
  cells: readonly WorkbookCell[];
  bold?: boolean;
}

export interface Sheet {
  name: string;
  /** The widths of the columns, in characters. */
  widths: readonly number[];
  /** The rows at the top that stay in view. */
  frozenRows?: number;
  rows: AsyncIterable<readonly WorkbookRow[]>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Spreadsheets calculate with binary numbers, which keep this many digits of a decimal. */
const EXACT_DIGITS = 15;
/** Excel accepts no longer text in a cell. */
const MAX_TEXT = 32_767;
const DAY_MS = 24 * 3600_000;
/** Day zero of spreadsheets. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const LETTERS = 26;

/** The formats of cells, by their positions in the style sheet. */
const STYLES = { text: '0', bold: '1', amount: '2', boldAmount: '3', time: '4' } as const;

/**
 * A workbook (XLSX), written while its rows are read, so that none of its sheets is ever held whole. `readFirst` names
 * the sheet whose rows are read before those of the others, whatever their order in the workbook, so that a summary can
 * be of what was read.
 *
 * Amounts are numbers if a spreadsheet keeps all of their digits, and texts otherwise. They are written as the decimals
 * that they are; libraries take binary numbers, and hold a whole sheet. Texts are marked as such, so none is ever taken
 * for a formula.
 */
export function workbookOf(
  sheets: readonly Sheet[],
  { at, readFirst }: { at: Date; readFirst: number },
): AsyncGenerator<Buffer> {
  const parts = sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    content: sheetXml(sheet),
  }));
  const [first] = parts.splice(readFirst, 1);
  const entries: ZipEntry[] = [
    { name: '[Content_Types].xml', content: once(contentTypes(sheets.length)) },
    { name: '_rels/.rels', content: once(relations([['officeDocument', 'xl/workbook.xml']])) },
    { name: 'xl/workbook.xml', content: once(workbookXml(sheets)) },
    { name: 'xl/_rels/workbook.xml.rels', content: once(relations(partsOf(sheets.length))) },
    { name: 'xl/styles.xml', content: once(STYLE_SHEET) },
    ...(first ? [first] : []),
    ...parts,
  ];
  return zipOf(entries, at);
}

// eslint-disable-next-line @typescript-eslint/require-await -- the archive reads all of its files in the same way
async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* sheetXml({ widths, frozenRows = 0, rows }: Sheet): AsyncGenerator<string> {
  const pane =
    frozenRows === 0
      ? ''
      : `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`;
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  yield `<cols>${columns.join('')}</cols><sheetData>`;
  let number = 0;
  for await (const batch of rows) yield batch.map((row) => rowXml(row, ++number)).join('');
  yield '</sheetData></worksheet>';
}

function rowXml({ cells, bold = false }: WorkbookRow, number: number): string {
  const written = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${number}`, bold));
  return `<row r="${number}">${written.join('')}</row>`;
}

function cellXml(cell: WorkbookCell, place: string, bold: boolean): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(cell, place, bold ? STYLES.bold : STYLES.text);
  if ('localTime' in cell) return numberCell(String(serialOf(cell.localTime)), place, STYLES.time);
  const amount = money(cell.amount);
  const style = bold ? STYLES.boldAmount : STYLES.amount;
  const isExact = amount.precision(true) <= EXACT_DIGITS;
  return (isExact ? numberCell : textCell)(amount.toFixed(), place, style);
}

function textCell(text: string, place: string, style: string): string {
  const content = element('is', textElement('t', shortened(oneLine(text), MAX_TEXT)));
  return `<c r="${place}" s="${style}" t="inlineStr">${content}</c>`;
}

function numberCell(number: string, place: string, style: string): string {
  return `<c r="${place}" s="${style}"><v>${number}</v></c>`;
}

/** A time in days since the spreadsheets' day zero, without a zone, as they count it. */
function serialOf(localTime: string): number {
  return (Date.parse(`${localTime.replace(' ', 'T')}Z`) - EPOCH_MS) / DAY_MS;
}

/** A, B, … Z, AA, AB, … */
function columnName(at: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (at % LETTERS));
  return at < LETTERS ? last : columnName(Math.floor(at / LETTERS) - 1) + last;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function contentTypes(sheets: number): string {
  const parts: [name: string, type: string][] = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...Array.from({ length: sheets }, (_, at): [string, string] => [
      `/xl/worksheets/sheet${at + 1}.xml`,
      'worksheet',
    ]),
  ];
  const overrides = parts.map(
    ([name, type]) => `<Override PartName="${name}" ContentType="${CONTENT}.${type}+xml"/>`,
  );
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function partsOf(sheets: number): [type: string, target: string][] {
  return [
    ...Array.from({ length: sheets }, (_, at): [string, string] => [
      'worksheet',
      `worksheets/sheet${at + 1}.xml`,
    ]),
    ['styles', 'styles.xml'],
  ];
}

function relations(of: readonly (readonly [type: string, target: string])[]): string {
  const written = of.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${written.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly Sheet[]): string {
  const written = sheets.map(({ name }, at): Xml =>
    textElement('sheet', '', { name, sheetId: String(at + 1), 'r:id': `rId${at + 1}` }),
  );
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${element('sheets', ...written)}</workbook>`;
}

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
/** All decimals that an amount has, and two at least. */
const AMOUNT_FORMAT = '#,##0.00######';
const TIME_FORMAT = 'yyyy-mm-dd hh:mm:ss';
const PLAIN = 'fillId="0" borderId="0" xfId="0"';

/** The style sheet of every workbook; `STYLES` has the positions of its formats. */
const STYLE_SHEET =
  `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
  `<numFmts count="2"><numFmt numFmtId="164" formatCode="${AMOUNT_FORMAT}"/><numFmt numFmtId="165" formatCode="${TIME_FORMAT}"/></numFmts>` +
  `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
  `<cellXfs count="5">` +
  `<xf numFmtId="0" fontId="0" ${PLAIN}/>` +
  `<xf numFmtId="0" fontId="1" ${PLAIN} applyFont="1"/>` +
  `<xf numFmtId="164" fontId="0" ${PLAIN} applyNumberFormat="1"/>` +
  `<xf numFmtId="164" fontId="1" ${PLAIN} applyNumberFormat="1" applyFont="1"/>` +
  `<xf numFmtId="165" fontId="0" ${PLAIN} applyNumberFormat="1"/>` +
  `</cellXfs>` +
  `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
