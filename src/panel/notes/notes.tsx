import type { JSX } from 'preact';
import { getCustomer, lockCustomer } from '../../customers/index.ts';
import type { Queryable, Trx } from '../../db/index.ts';
import { getDepositRecord } from '../../deposits/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { findLink, lockLink } from '../../payment-links/index.ts';
import { Control, Refusal } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import {
  addFile,
  addNote,
  changeNote,
  getFile,
  getNote,
  MAX_FILE_BYTES,
  MAX_NOTE_LENGTH,
  type Note,
  type NotedObject,
  type NoteFile,
  readNotes,
  removeFile,
  removeNote,
} from '../../team-notes/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { file, text, trimmed } from '../frame/fields.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf, type Pages } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, WRITERS } from '../request/route.ts';
import { NOTES } from './texts.ts';

/** The notes that the page of an object itself shows. */
const MOST_SHOWN = 3;
const FORM_BYTES = 4 * 1024;

/** Objects that people write notes on: how one is found and held, by its code or id, and what it is called. */
const OBJECTS: Readonly<
  Record<
    NotedObject,
    {
      find: (on: Queryable, accountId: string, id: string) => Promise<string>;
      hold: (trx: Trx, accountId: string, id: string) => Promise<unknown>;
    }
  >
> = {
  payment_link: {
    find: async (on, accountId, code) => {
      const link = await findLink(on, { accountId, code });
      if (!link) throw new DomainError('payment_link_not_found');
      return code;
    },
    hold: async (trx, accountId, code) => {
      const link = await lockLink(trx, accountId, code);
      if (!link || link.deleted) throw new DomainError('payment_link_not_found');
    },
  },
  deposit: {
    find: async (on, accountId, id) => (await getDepositRecord(on, accountId, id)).id,
    // A deposit is never deleted.
    hold: getDepositRecord,
  },
  customer: {
    find: async (on, accountId, id) => (await getCustomer(on, accountId, id)).name,
    hold: lockCustomer,
  },
};

/** The object in the path. Throws `route_not_found` for what has no notes. */
function subjectOf(visit: MemberVisit) {
  const object = (Object.keys(OBJECTS) as NotedObject[]).find((known) => known === visit.param('object'));
  if (!object) throw new DomainError('route_not_found');
  return { accountId: visit.accountId, object, objectId: visit.param('subject') };
}

function mayWrite({ membership }: MemberVisit): boolean {
  return WRITERS.includes(membership.role);
}

/** Owners also remove what others have written, who may have left. */
function authorOf({ membership }: MemberVisit) {
  return { ofOthers: OWNERS.includes(membership.role) };
}

type Subject = Pick<Note, 'object' | 'objectId'>;

function pathToNotes(visit: MemberVisit, { object, objectId: subject }: Subject): string {
  return pathTo(visit, paths.notes.page, { object, subject });
}

/** A note, a file, or both at once. */
export const addTo = formOf({
  access: WRITERS,
  freshProof: false,
  texts: NOTES,
  path: paths.notes.add,
  page: paths.notes.page,
  once: true,
  maxUploadBytes: MAX_FILE_BYTES + FORM_BYTES,
  fields: { note: trimmed, file },
  act: async (trx, visit, _services, { note, file: upload }) => {
    const subject = subjectOf(visit);
    await OBJECTS[subject.object].hold(trx, subject.accountId, subject.objectId);
    if (upload) await addFile(trx, subject, visit.actor, upload);
    if (note !== '' || !upload) await addNote(trx, subject, visit.actor, note);
  },
  flash: 'added',
});

export const changeNoteOf = formOf({
  access: WRITERS,
  freshProof: false,
  texts: NOTES,
  path: paths.notes.change,
  page: paths.notes.note,
  fields: { note: text },
  act: (trx, visit, _services, { note }) => changeNote(trx, keyOf(visit, 'note'), visit.actor, note),
  flash: 'note_changed',
  to: (visit, of) => pathToNotes(visit, of),
});

export const removeNoteOf = actionOf({
  access: WRITERS,
  freshProof: false,
  texts: NOTES,
  path: paths.notes.remove,
  page: paths.notes.note,
  act: (trx, visit) => removeNote(trx, keyOf(visit, 'note'), visit.actor, authorOf(visit)),
  flash: 'note_removed',
  to: (visit, of) => pathToNotes(visit, of),
});

export const removeFileOf = actionOf({
  access: WRITERS,
  freshProof: false,
  texts: NOTES,
  path: paths.notes.removeFile,
  page: paths.notes.file,
  act: (trx, visit) => removeFile(trx, keyOf(visit, 'file'), visit.actor, authorOf(visit)),
  flash: 'file_removed',
  to: (visit, of) => pathToNotes(visit, of),
});

function keyOf(visit: MemberVisit, param: 'note' | 'file') {
  return { accountId: visit.accountId, id: visit.param(param) };
}

/** The notes and files of one object, with the forms that add to them. */
const showNotes = pageOf(paths.notes.page, MEMBERS, async (visit, { db }) => {
  const subject = subjectOf(visit);
  const name = await OBJECTS[subject.object].find(db.read, subject.accountId, subject.objectId);
  const { notes, files } = await readNotes(db.read, subject);
  const texts = NOTES[visit.language];
  const own = { object: subject.object, subject: subject.objectId };
  return {
    title: texts.titles[subject.object](name),
    back: { href: objectPages[subject.object](visit, subject.objectId), label: texts.back },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <p class="muted">{texts.who}</p>
        <addTo.Form of={own} enctype="multipart/form-data" class="narrow">
          {(field) => (
            <>
              <NoteField {...field('note')} required={false} />
              <Control {...field('file')} label={texts.file} hint={texts.fileHint}>
                {(attributes) => (
                  <input {...attributes} type="file" accept="application/pdf,image/png,image/jpeg" />
                )}
              </Control>
              <button type="submit">{texts.add}</button>
            </>
          )}
        </addTo.Form>
        <NoteList notes={notes} />
        {files.length > 0 && <h2>{texts.files}</h2>}
        <FileList files={files} />
      </>
    ),
  };
});

function NoteField(props: {
  name: string;
  value: string;
  error: string | undefined;
  required: boolean;
}): JSX.Element {
  const { value, required, ...control } = props;
  const texts = useTexts(NOTES);
  return (
    <Control {...control} label={texts.note} hint={texts.noteHint}>
      {(attributes) => (
        <textarea {...attributes} rows={4} maxLength={MAX_NOTE_LENGTH} required={required}>
          {value}
        </textarea>
      )}
    </Control>
  );
}

/** One note of this person, or of another whose note an owner may remove. */
const showNote = pageOf(paths.notes.note, WRITERS, async (visit, { db }) => {
  const note = await getNote(db.read, visit.accountId, visit.param('note'));
  const texts = NOTES[visit.language];
  const own = { note: note.id };
  const isAuthor = note.userId === visit.session.userId;
  return {
    title: texts.edit,
    back: { href: pathToNotes(visit, note), label: texts.title },
    body: (
      <>
        <Outcome flashMessages={{}} problems={texts.problems} />
        {isAuthor ? (
          <changeNoteOf.Form of={own} class="narrow">
            {(field) => (
              <>
                <NoteField {...field('note', note.body)} required />
                <button type="submit">{texts.save}</button>
              </>
            )}
          </changeNoteOf.Form>
        ) : (
          <>
            {visit.refused && <Refusal>{texts.problems.forbidden}</Refusal>}
            <OneNote note={note} />
          </>
        )}
        {(isAuthor || authorOf(visit).ofOthers) && (
          <removeNoteOf.Section of={own} folded title={texts.remove} />
        )}
      </>
    ),
  };
});

/** A file to download. No browser shows it as a page of the service, whatever is in it. */
const downloadFile = pageOf(paths.notes.file, MEMBERS, async (visit, { db }) => {
  const { name, type, content } = await getFile(db.read, visit.accountId, visit.param('file'));
  return { file: inOnePart(content), name: asHeader(name), type };
});

// eslint-disable-next-line @typescript-eslint/require-await -- replies with files are streams
async function* inOnePart(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** A name that stands in a header: what could end it or is not ASCII becomes an underscore. */
function asHeader(name: string): string {
  return name.replaceAll(/[^\w .()-]/g, '_');
}

function NoteList({ notes }: { notes: readonly Note[] }): JSX.Element {
  const texts = useTexts(NOTES);
  if (notes.length === 0) return <p class="muted">{texts.none}</p>;
  return (
    <ul class="notes" aria-label={texts.title}>
      {notes.map((note) => (
        <li>
          <OneNote note={note} />
        </li>
      ))}
    </ul>
  );
}

/** A note as it was written, with its author and time. */
function OneNote({ note }: { note: Note }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(NOTES);
  const isTheirs = note.userId === visit.session.userId || authorOf(visit).ofOthers;
  return (
    <>
      <p class="note" dir="auto">
        {note.body}
      </p>
      <small class="muted">
        {note.author} · <Moment at={note.createdAt} exact />
        {note.changedAt && (
          <>
            {' '}
            · {texts.changed} <Moment at={note.changedAt} inSentence />
          </>
        )}
        {isTheirs && mayWrite(visit) && (
          <>
            {' '}
            · <a href={pathTo(visit, paths.notes.note, { note: note.id })}>{texts.change}</a>
          </>
        )}
      </small>
    </>
  );
}

function FileList({ files }: { files: readonly NoteFile[] }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(NOTES);
  if (files.length === 0) return null;
  const isTheirs = ({ userId }: NoteFile): boolean =>
    mayWrite(visit) && (userId === visit.session.userId || authorOf(visit).ofOthers);
  return (
    <Rows
      label={texts.files}
      of={files}
      columns={[
        {
          heading: texts.fileName,
          name: ({ id, name }) => <a href={pathTo(visit, paths.notes.file, { file: id })}>{name}</a>,
        },
        {
          heading: texts.size,
          cell: ({ type, size }) => `${texts.types[type]}, ${Math.ceil(size / 1024)}\u00A0KB`,
        },
        { heading: texts.by, cell: ({ author }) => author },
        { heading: texts.when, moment: ({ createdAt }) => createdAt },
        ...(files.some(isTheirs)
          ? [
              {
                heading: '',
                cell: (of: NoteFile) =>
                  isTheirs(of) && (
                    <removeFileOf.Form of={{ file: of.id }}>
                      <button type="submit" class="plain">
                        {texts.remove}
                      </button>
                    </removeFileOf.Form>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** The notes and files of an object on its page: the newest, and the way to the others. */
export function NotesSection(props: {
  object: NotedObject;
  id: string;
  notes: readonly Note[];
  files: readonly NoteFile[];
}): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(NOTES);
  const { object, id, notes, files } = props;
  const href = pathToNotes(visit, { object, objectId: id });
  const isAll = notes.length <= MOST_SHOWN;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">{texts.title}</h2>
      {notes.length > 0 && <NoteList notes={notes.slice(0, MOST_SHOWN)} />}
      {files.length > 0 && (
        <ul class="files" aria-label={texts.files}>
          {files.map((one) => (
            <li>
              <a href={pathTo(visit, paths.notes.file, { file: one.id })}>{one.name}</a>
            </li>
          ))}
        </ul>
      )}
      {(mayWrite(visit) || !isAll) && (
        <p>
          <a href={href}>{mayWrite(visit) ? texts.write : texts.see}</a>
        </p>
      )}
    </section>
  );
}

/** The pages and actions of notes and files. */
export const NOTE_PAGES: readonly Pages[] = [
  showNotes,
  addTo.route,
  showNote,
  changeNoteOf.route,
  removeNoteOf.route,
  downloadFile,
  removeFileOf.route,
];
