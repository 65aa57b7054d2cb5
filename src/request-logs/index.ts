export { LISTENER } from './listener.ts';
export { recordCall } from './record.ts';
export { createRedaction, REDACTED, TRUNCATED, type Query, type Redaction } from './redaction.ts';
export {
  dropOldPartitions,
  findLog,
  KEPT_DAYS,
  listLogs,
  makePartitions,
  type LogFilters,
  type LoggedCall,
  type LoggedCallSummary,
  countFailures,
  countVersions,
  listLastCalls,
  type FailureGroup,
  type LastCall,
  type VersionUse,
} from './repository.ts';
export { headersOf } from './view.ts';
export { RequestLogWriter } from './writer.ts';
export { requestLogHandlers } from './handlers.ts';
