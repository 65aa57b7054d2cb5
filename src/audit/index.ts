export { reconcile, type Reconciliation } from './reconcile.ts';
export { createSolvencyWorker, watchSolvency } from './solvency-worker.ts';
export { readSolvency } from './solvency.ts';
export { verifyLedger } from './verify.ts';
