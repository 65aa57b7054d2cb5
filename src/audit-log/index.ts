export { OPERATOR, recordAction, recordOwnAction, type Actor, type AuditRecord } from './record.ts';
export { listEntriesOn, listActors, listEntries, type AuditEntry, type ListedEntry } from './repository.ts';
