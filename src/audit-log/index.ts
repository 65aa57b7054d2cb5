export { OPERATOR, recordAction, recordOwnAction, type Actor, type AuditRecord } from './record.ts';
export {
  findActing,
  listEntriesOn,
  listActors,
  listEntries,
  type AuditEntry,
  type ListedEntry,
} from './repository.ts';
