export { getsStatements, sendStatements, stopStatements, type Subscriber } from './service.ts';
export { createStatementMailer } from './worker.ts';
