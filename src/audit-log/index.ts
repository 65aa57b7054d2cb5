export { OPERATOR, recordDeed, recordOwnDeed, type Actor, type Deed } from './record.ts';
export { listDeedsOn, listDoers, listEntries, type AuditEntry, type ListedEntry } from './repository.ts';
