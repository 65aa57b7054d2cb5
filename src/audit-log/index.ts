export { OPERATOR, recordDeed, recordOwnDeed, type Actor } from './record.ts';
export { listDeedsOn, listEntries, readEntries, type AuditRow } from './repository.ts';
