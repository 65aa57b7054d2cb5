export { reconcile, type Reconciliation } from './reconcile.ts';
export { type BetweenCells, listBetweenCells } from './repository.ts';
export { createSolvencyWorker, watchSolvency } from './solvency-worker.ts';
export { readSolvency, type Solvency } from './solvency.ts';
export { type Verification, verifyLedger } from './verify.ts';
