export { mayChange, mayExpire, notAmong, worksHere } from './account-moves.ts';
export { createBatchWorker } from './batch-worker.ts';
export { isAwaited, noteChange } from './changes.ts';
export { connect, type Command, type Database, type Queryable, type Trx, type WriteRows } from './connect.ts';
export { inBatches, mapBatches, positionAfter } from './in-batches.ts';
export { leaving } from './leaving.ts';
export type { Listener } from './listener.ts';
export { createBackfillWorker, watchBackfills } from './backfills.ts';
export {
  describeFault,
  findDifference,
  findOlderHosts,
  findUnknown,
  isOlderConnected,
  listNames,
  programName,
  programVersion,
  readApplied,
} from './compatibility.ts';
export {
  applyMigrations,
  lockMigrations,
  migrate,
  migrationConfig,
  openAsOwner,
  requireCurrent,
  requirePrimary,
} from './migrate.ts';
export { planMigrations, readUpgradeState } from './upgrade-state.ts';
export { createIndex, listMigrations, type Backfill } from './migration-files.ts';
export { applySettings } from './session-settings.ts';
export { warnOfReplicas, withReplicas } from './replicas.ts';
export { sandboxTemplate } from './sandbox-template.ts';
export { createGroupCommit, type GroupCommit } from './group-commit.ts';
export {
  asRecordset,
  columns,
  command,
  limited,
  named,
  narrow,
  newestFirst,
  query,
  sql,
  summed,
  type ColumnTypes,
  type PageOrder,
  type Placeholders,
} from './queries.ts';
export type { Tables } from './tables.ts';
export { UNFINISHED_TRANSFERS } from './unfinished-transfers.ts';
