export { formatIn } from './amounts.ts';
export { parseCsvMapping, type CsvMapping } from './csv-mapping.ts';
export { CHARSETS, MAX_BYTES, type Charset } from './decode.ts';
export { bareEntry, NO_REFERENCES } from './entry.ts';
export { refusalOf, sumOfBooked } from './prove.ts';
export { readStatementFile, type ReadOptions } from './read-statement-file.ts';
export {
  FileRefused,
  type FileEntry,
  type FileStatement,
  type Moved,
  type StatementFile,
  type Total,
} from './statement-file.ts';
