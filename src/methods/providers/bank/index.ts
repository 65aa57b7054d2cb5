export { createBank, type Bank } from './bank.ts';
export { numberOf, type BankAccountConfig } from './accounts/account.ts';
export { parseAccounts } from './accounts/accounts-file.ts';
export type {
  Foreseen,
  ForeseenAccount,
  ForeseenStatement,
  HandedIn,
  Imported,
  WaitKind,
} from './books/handed-in.ts';
export {
  confirmOpenFile,
  countWaitingFiles,
  deleteExpiredFiles,
  discardOpenFile,
  findOpenContent,
  findOpenFile,
  findSameFile,
  finishOpenFile,
  insertOpenFile,
  listOpenFiles,
  purgeHandedIn,
  type OpenFile,
} from './books/handed-in-repository.ts';
export { hashOf } from './books/files.ts';
export type { Importer } from './books/importer.ts';
export { reportAccount, type AccountReport } from './status.ts';
export { ExportChanged, exportAgain, exportPayments, listWaitingPayments } from './payouts/export.ts';
export { askToDecide, DECISION_KINDS, DECISIONS, type Decision } from './books/decisions.ts';
