export { runJsonOnce } from './json-once.ts';
export { purgeRecords } from './repository.ts';
export { createRunOnce, type RunOnce, type TransactionWork, type Work } from './run-once.ts';
