import {
  FileRefused,
  readStatementFile,
  refusalOf,
  type FileEntry,
  type FileStatement,
  type ReadOptions,
  type StatementFile,
} from '../../../../src/methods/providers/bank/files/index.ts';

export function read(content: string | Uint8Array, options?: ReadOptions): StatementFile {
  return readStatementFile(typeof content === 'string' ? Buffer.from(content) : content, options);
}

/** The only statement of a file. */
export function readOne(content: string | Uint8Array, options?: ReadOptions): FileStatement {
  const { statements } = read(content, options);
  const [statement] = statements;
  if (!statement || statements.length > 1) throw new Error(`${statements.length} statements`);
  return statement;
}

/** The first entry of a file. */
export function readEntry(content: string, options?: ReadOptions): FileEntry {
  const entry = readOne(content, options).entries[0];
  if (!entry) throw new Error('no entry');
  return entry;
}

/** Why a file is refused, whether it can be read or not; undefined if it is not. Anything but a refusal is thrown. */
export function refused(content: string | Uint8Array, options?: ReadOptions): string | undefined {
  try {
    return refusalOf(read(content, options));
  } catch (error) {
    if (error instanceof FileRefused) return error.message;
    throw error;
  }
}

export const amounts = (entries: readonly FileEntry[]): string[] =>
  entries.map(({ amount }) => amount.toFixed());

interface CamtParts {
  version?: string;
  head?: string;
  statement?: string;
  account?: string;
  opening?: string;
  closing?: string;
  entries?: string;
}

export const balance = (code: string, amount: string, side = 'CRDT', currency = 'EUR') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>` +
  `<CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>`;

/** A camt.053 that ties as it stands: nothing happened. */
export function camt({
  version = 'camt.053.001.08',
  head = '',
  statement = '',
  account = '<Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy>',
  opening = balance('OPBD', '100.00'),
  closing = balance('CLBD', '100.00'),
  entries = '',
}: CamtParts = {}): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">` +
    `<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId>${head}</GrpHdr><Stmt><Id>S1</Id>${statement}` +
    `<Acct>${account}</Acct>${opening}${closing}${entries}</Stmt></BkToCstmrStmt></Document>`
  );
}

interface EntryParts {
  amount?: string;
  currency?: string;
  side?: string;
  status?: string;
  more?: string;
  details?: string;
}

export const entry = ({
  amount = '10.00',
  currency = 'EUR',
  side = 'CRDT',
  status = '<Sts><Cd>BOOK</Cd></Sts>',
  more = '',
  details = '',
}: EntryParts = {}) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}` +
  `<BookgDt><Dt>2026-11-23</Dt></BookgDt><ValDt><Dt>2026-11-24</Dt></ValDt>${more}` +
  `${details === '' ? '' : `<NtryDtls>${details}</NtryDtls>`}</Ntry>`;

/** An MT940 with one opening and one closing balance. */
export const mt940 = (lines: string, opening = 'C261123EUR100,00', closing = 'C261123EUR100,00') =>
  `:20:STARTUMS\r\n:25:37040044/0532013000\r\n:28C:00012/001\r\n:60F:${opening}\r\n` +
  `${lines === '' ? '' : `${lines.replaceAll('\n', '\r\n')}\r\n`}:62F:${closing}\r\n-\r\n`;

/** A BAI2 file of one account, with trailers that are right. */
export function bai2(
  details: readonly string[],
  { opening = '10000', closing = '10000', group = '1,261123,2400,USD,2', account = '0123456789' } = {},
): string {
  const summary = `03,${account},USD,010,${opening},,,015,${closing},,/`;
  const sum = [
    opening,
    closing,
    ...details.filter((line) => line.startsWith('16')).map((line) => line.split(',')[2]),
  ]
    .map((amount) => Number(amount || 0))
    .reduce((total, amount) => total + amount, 0);
  const records = details.length + 2;
  return [
    '01,BANK,US,261124,0200,1,,,2/',
    `02,US,BANK,${group}/`,
    summary,
    ...details,
    `49,${sum},${records}/`,
    `98,${sum},1,${records + 2}/`,
    `99,${sum},1,${records + 4}/`,
  ].join('\n');
}
