export { OPERATOR, recordDeed, recordOwnDeed, type Actor } from './record.ts';
export { listDeedsOn, listEntries, readEntries, type AuditEntry } from './repository.ts';
