export { createBank, type Bank } from './bank.ts';
export { numberOf, type BankAccountConfig } from './accounts/account.ts';
export { parseAccounts, readAccountsFile } from './accounts/accounts-file.ts';
export type {
  Foreseen,
  ForeseenAccount,
  ForeseenStatement,
  HandedIn,
  Imported,
  WaitKind,
} from './intake/handed-in.ts';
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
} from './intake/handed-in-repository.ts';
export { hashOf } from './intake/store.ts';
export { agreeWith } from './books/agree.ts';
export { findToldOf, type ToldOf } from './books/told-repository.ts';
export type { Importer } from './books/importer.ts';
export { listRefusedFiles, reportAccount, type AccountReport } from './status.ts';
export { ExportChanged, exportAgain, exportPayments } from './payouts/export.ts';
export { DECISIONS, type Decision } from './books/decision-kinds.ts';
export { askToDecide, DECISION_KINDS } from './books/decisions.ts';
export type { WaitingDecision } from './books/accept.ts';
export { askAboutWaiting, waitingKinds } from './books/waiting-decisions.ts';
