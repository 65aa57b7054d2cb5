import { type Actor, recordAction } from '../audit-log/index.ts';
import { lockAccount } from '../accounts/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import { oneLine, shortened } from '../lib/one-line.ts';
import { typeOf } from './file-type.ts';
import * as repository from './repository.ts';

export const MAX_NOTE_LENGTH = 2_000;
export const MAX_FILE_BYTES = 1024 * 1024;
const MAX_NAME_LENGTH = 100;
const MOST_FILES = 10;
/** All files of an account together. */
const MAX_ACCOUNT_BYTES = 100 * 1024 * 1024;

/** The author of a note or a file: a signed-in person. */
export interface Author extends Actor {
  userId: string;
}

/** The notes of an object, newest first, and its files, oldest first. The caller has checked that the account has it. */
export async function readNotes(
  on: Queryable,
  subject: repository.Subject,
): Promise<{ notes: repository.Note[]; files: repository.NoteFile[] }> {
  const [notes, files] = await Promise.all([
    repository.listNotes(on, subject),
    repository.listFiles(on, subject),
  ]);
  return { notes, files };
}

/** Throws `route_not_found`, also for another account's note. */
export async function getNote(on: Queryable, accountId: string, id: string): Promise<repository.Note> {
  return found(isId(id) ? await repository.findNote(on, { accountId, id }) : undefined);
}

/** The file with its content. Throws `route_not_found`, also for another account's file. */
export async function getFile(on: Queryable, accountId: string, id: string): Promise<repository.FileContent> {
  return found(isId(id) ? await repository.findContent(on, { accountId, id }) : undefined);
}

/**
 * Adds a note to an object that the caller holds. The audit log names the note by its id alone, because it keeps what is
 * written there for good. Throws `invalid_request` naming `note` for a text that is empty or too long, and after 200.
 */
export async function addNote(
  trx: Trx,
  subject: repository.Subject,
  author: Author,
  text: string,
): Promise<void> {
  const body = requireBody(text);
  const { notes } = await measured(trx, subject);
  if (notes >= repository.MOST_NOTES)
    throw invalidParam('note', `There are ${repository.MOST_NOTES} notes already.`);
  const { userId } = author;
  const note = { ...subject, id: newId(), userId, body, createdAt: await trx.now };
  await repository.insertNote(trx, note);
  await record(trx, author, 'note.added', note);
}

/** Throws as `addNote` and `getNote` do, and `forbidden` for another person than the author. */
export async function changeNote(
  trx: Trx,
  key: { accountId: string; id: string },
  author: Author,
  text: string,
): Promise<repository.Subject> {
  const body = requireBody(text);
  const note = await lockNote(trx, key);
  if (note.userId !== author.userId) throw new DomainError('forbidden');
  if (note.body === body) return note;
  await repository.updateNote(trx, { ...key, body, changedAt: await trx.now });
  await record(trx, author, 'note.changed', note);
  return note;
}

/** Throws `forbidden` for another person than the author, unless they may remove those of others. */
export async function removeNote(
  trx: Trx,
  key: { accountId: string; id: string },
  author: Author,
  { ofOthers }: { ofOthers: boolean },
): Promise<repository.Subject> {
  const note = await lockNote(trx, key);
  if (note.userId !== author.userId && !ofOthers) throw new DomainError('forbidden');
  await repository.deleteNote(trx, key);
  await record(trx, author, 'note.removed', note);
  return note;
}

/**
 * Adds a file to an object that the caller holds. Its name is kept as one line without invisible characters. Throws
 * `invalid_request` naming `file` for what is not a PDF, PNG or JPEG of up to 1 MB, and `file.many` or `file.full` when the
 * object has ten files or the account 100 MB.
 */
export async function addFile(
  trx: Trx,
  subject: repository.Subject,
  author: Author,
  upload: { name: string; bytes: Buffer } | undefined,
): Promise<void> {
  const type = upload && typeOf(upload.bytes);
  if (!upload || !type || upload.bytes.length > MAX_FILE_BYTES)
    throw invalidParam('file', 'file must be a PDF, PNG or JPEG of up to 1 MB.');
  const { bytes: content } = upload;
  // Those who add at the same time wait here, so that all of them are counted.
  await lockAccount(trx, { id: subject.accountId });
  const { files, bytes } = await measured(trx, subject);
  if (files >= MOST_FILES) throw invalidParam('file.many', `There are ${MOST_FILES} files already.`);
  if (bytes + content.length > MAX_ACCOUNT_BYTES)
    throw invalidParam('file.full', 'The files of the account have 100 MB already.');
  const name = shortened(oneLine(upload.name), MAX_NAME_LENGTH) || 'file';
  const file = { ...subject, id: newId(), userId: author.userId, name, type, size: content.length };
  await repository.insertFile(trx, { ...file, content, createdAt: await trx.now });
  await record(trx, author, 'attachment.added', file, { type, size: content.length });
}

/** Throws as `removeNote` does. */
export async function removeFile(
  trx: Trx,
  key: { accountId: string; id: string },
  author: Author,
  { ofOthers }: { ofOthers: boolean },
): Promise<repository.Subject> {
  const file = found(isId(key.id) ? await repository.findFile(trx, key) : undefined);
  if (file.userId !== author.userId && !ofOthers) throw new DomainError('forbidden');
  if ((await repository.deleteFile(trx, key)) === 0) throw new DomainError('route_not_found');
  await record(trx, author, 'attachment.removed', file);
  return file;
}

/** Erases the notes and files of an object that is deleted, because they may be about a person, and no page shows them any more. */
export function eraseNotes(trx: Trx, subject: repository.Subject): void {
  trx.defer(repository.deleteNotesOf(trx, subject));
}

async function lockNote(trx: Trx, key: { accountId: string; id: string }) {
  return found(isId(key.id) ? await repository.lockNote(trx, key) : undefined);
}

async function measured(trx: Trx, subject: repository.Subject) {
  const measure = await repository.measure(trx, subject);
  if (!measure) throw new Error('a count without a row');
  return measure;
}

function requireBody(text: string): string {
  const body = text.trim().replaceAll('\r\n', '\n');
  if (body === '' || [...body].length > MAX_NOTE_LENGTH)
    throw invalidParam('note', `note must have 1 to ${MAX_NOTE_LENGTH} characters.`);
  return body;
}

function record(
  trx: Trx,
  author: Author,
  action: string,
  { accountId, objectId, id }: repository.Subject & { id: string },
  details: Record<string, string | number> = {},
): Promise<void> {
  return recordAction(trx, accountId, author, { action, subject: objectId, details: { id, ...details } });
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new DomainError('route_not_found');
  return row;
}
