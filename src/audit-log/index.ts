export { OPERATOR, recordDeed, recordOwnDeed, type Actor, type AuditRecord } from './record.ts';
export { listDeedsOn, listDoers, listEntries, type AuditEntry, type ListedEntry } from './repository.ts';
