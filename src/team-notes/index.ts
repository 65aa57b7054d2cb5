export {
  addFile,
  addNote,
  changeNote,
  eraseNotes,
  getFile,
  getNote,
  MAX_FILE_BYTES,
  MAX_NOTE_LENGTH,
  readNotes,
  removeFile,
  removeNote,
} from './service.ts';
export { type Note, type NoteFile, type NotedObject } from './repository.ts';
