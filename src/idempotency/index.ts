export { runJsonOnce } from './json-once.ts';
export { keyedCall, type KeyedCall } from './keyed-call.ts';
export { purgeRecords } from './repository.ts';
export { createRunOnce, type RunOnce, type TransactionWork, type Work } from './run-once.ts';
