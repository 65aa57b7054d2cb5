export { createBank, type Bank } from './bank.ts';
export { numberOf, type BankAccountConfig } from './accounts/account.ts';
export { parseAccounts } from './accounts/accounts-file.ts';
export type { HandedIn, Imported } from './intake/handed-in.ts';
export type { Importer } from './books/importer.ts';
export { reportAccount, type AccountReport } from './status.ts';
export { ExportChanged, exportAgain, exportPayments, listWaitingPayments } from './payouts/export.ts';
export { DECISIONS, type Decision } from './books/decision-kinds.ts';
export { askToDecide, DECISION_KINDS } from './books/decisions.ts';
