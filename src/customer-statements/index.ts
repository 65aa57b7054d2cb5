export { draftStatementMail, sendStatementMail } from './mail.ts';
export { statementPdf } from './pdf.ts';
export type { StatementEntry } from './repository.ts';
export {
  readCustomerStatement,
  type CustomerStatement,
  type Period,
  type StatementTotal,
} from './statement.ts';
export { CUSTOMER_STATEMENTS } from './texts.ts';
