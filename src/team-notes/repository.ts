import { columns, command, named, query, sql, type Tables } from '../db/index.ts';

export type NotedObject = Tables['team_notes']['object'];

/** The object of notes and files: a link by its code, a deposit or a customer by the id. */
export interface Subject {
  accountId: string;
  object: NotedObject;
  objectId: string;
}

interface Key {
  accountId: string;
  id: string;
}

export interface Note extends Pick<
  Tables['team_notes'],
  'accountId' | 'id' | 'object' | 'objectId' | 'userId' | 'body' | 'createdAt' | 'changedAt'
> {
  /** The e-mail address of its author. */
  author: string;
}

const NOTE = ['accountId', 'id', 'object', 'objectId', 'userId', 'body', 'createdAt'] as const;
const NOTE_COLUMNS = [...NOTE, 'changedAt'] as const;

const notes = () => sql('team_notes as n').join('users as u', 'u.id', 'n.user_id');

const withAuthor = [
  'n.account_id',
  'n.id',
  'n.object',
  'n.object_id',
  'n.user_id',
  'n.body',
  'n.created_at',
  'n.changed_at',
  'u.email as author',
];

/** The limit of notes on one object. */
export const MOST_NOTES = 200;

/** Newest first. */
export const listNotes = query.all<Subject, Note>('team_notes.list', (p) =>
  notes()
    .where({ 'n.account_id': p.accountId, 'n.object': p.object, 'n.object_id': p.objectId })
    .orderBy([
      { column: 'n.created_at', order: 'desc' },
      { column: 'n.id', order: 'desc' },
    ])
    .limit(MOST_NOTES)
    .select(withAuthor),
);

export const findNote = query.first<Key, Note>('team_notes.find', (p) =>
  notes().where({ 'n.account_id': p.accountId, 'n.id': p.id }).select(withAuthor),
);

export const lockNote = command.first<Key, Omit<Note, 'author'>>('team_notes.lock', (p) =>
  sql('team_notes').where({ account_id: p.accountId, id: p.id }).select(NOTE_COLUMNS).forUpdate(),
);

export const insertNote = command.run<Omit<Note, 'author' | 'changedAt'>>('team_notes.insert', (p) =>
  sql('team_notes').insert(columns(p, NOTE)),
);

export const updateNote = command.run<Key & { body: string; changedAt: Date }>('team_notes.update', (p) =>
  sql('team_notes')
    .where({ account_id: p.accountId, id: p.id })
    .update(columns(p, ['body', 'changedAt'])),
);

export const deleteNote = command.run<Key>('team_notes.delete', (p) =>
  sql('team_notes').where({ account_id: p.accountId, id: p.id }).delete(),
);

export interface NoteFile extends Pick<
  Tables['team_files'],
  'accountId' | 'id' | 'object' | 'objectId' | 'userId' | 'name' | 'type' | 'size' | 'createdAt'
> {
  /** The e-mail address of its author. */
  author: string;
}

const files = () => sql('team_files as f').join('users as u', 'u.id', 'f.user_id');

const fileWithAuthor = [
  'f.account_id',
  'f.id',
  'f.object',
  'f.object_id',
  'f.user_id',
  'f.name',
  'f.type',
  'f.size',
  'f.created_at',
  'u.email as author',
];

/** Oldest first. */
export const listFiles = query.all<Subject, NoteFile>('team_files.list', (p) =>
  files()
    .where({ 'f.account_id': p.accountId, 'f.object': p.object, 'f.object_id': p.objectId })
    .orderBy(['f.created_at', 'f.id'])
    .select(fileWithAuthor),
);

export const findFile = query.first<Key, NoteFile>('team_files.find', (p) =>
  files().where({ 'f.account_id': p.accountId, 'f.id': p.id }).select(fileWithAuthor),
);

export type FileContent = Pick<Tables['team_files'], 'name' | 'type' | 'content'>;

export const findContent = query.first<Key, FileContent>('team_files.content', (p) =>
  sql('team_files').where({ account_id: p.accountId, id: p.id }).select('name', 'type', 'content'),
);

export const insertFile = command.run<Omit<NoteFile, 'author'> & { content: Buffer }>(
  'team_files.insert',
  (p) =>
    sql('team_files').insert(
      columns(p, [
        'accountId',
        'id',
        'object',
        'objectId',
        'userId',
        'name',
        'type',
        'size',
        'content',
        'createdAt',
      ]),
    ),
);

export const deleteFile = command.run<Key>('team_files.delete', (p) =>
  sql('team_files').where({ account_id: p.accountId, id: p.id }).delete(),
);

/** The notes and files of an object, and the bytes of all files of the account. */
export const measure = query.first<Subject, { notes: number; files: number; bytes: number }>(
  'team_files.measure',
  (p) =>
    named(
      `select (select count(*)::integer from team_notes
                where account_id = :accountId and object = :object and object_id = :objectId) as notes,
              (select count(*)::integer from team_files
                where account_id = :accountId and object = :object and object_id = :objectId) as files,
              (select coalesce(sum(size), 0)::integer from team_files where account_id = :accountId) as bytes`,
      p,
    ),
);

/** Deletes all notes of an object, and all its files. */
export const deleteNotesOf = command.run<Subject>('team_notes.delete_of', (p) =>
  named(
    `with gone as (
       delete from team_files where account_id = :accountId and object = :object and object_id = :objectId)
     delete from team_notes where account_id = :accountId and object = :object and object_id = :objectId`,
    p,
  ),
);
