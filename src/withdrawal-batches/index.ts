export { createBatches, type Batches, type BatchOrder, type BatchPreview, type Schedule } from './batches.ts';
export type { Repeat } from './calendar.ts';
export type { CheckedBatch, CheckedLine } from './check.ts';
export { COLUMNS, MAX_FILE_BYTES, MAX_LINES, decodeFile, readText, type WrittenLine } from './file.ts';
export {
  findBatch,
  findBatchOf,
  findNextRun,
  listBatches,
  listBatchesToApprove,
  listLines,
  type Batch,
  type BatchFilters,
  type BatchLine,
  type BatchStatus,
} from './repository.ts';
export { createBatchStarter } from './worker.ts';
