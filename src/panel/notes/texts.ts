import type { NoteFile, NotedObject } from '../../team-notes/index.ts';
import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Notes and files',
  titles: {
    payment_link: (name: string): string => `Notes and files of ${name}`,
    deposit: (): string => 'Notes and files of a deposit',
    customer: (name: string): string => `Notes and files of ${name}`,
  } satisfies Record<NotedObject, (name: string) => string>,
  who: 'Only the members of the account see them. They are in no API, event, export or page of a payer.',
  none: 'There are no notes yet.',
  write: 'Write a note or add a file',
  see: 'See all notes and files',
  note: 'Note',
  noteHint: 'Up to 2,000 characters of plain text.',
  add: 'Add',
  changed: 'changed',
  edit: 'Change the note',
  file: 'File (optional)',
  fileName: 'File',
  files: 'Files',
  fileHint: 'A PDF, PNG or JPEG of up to 1 MB. Up to ten for each, and 100 MB in all.',
  size: 'Size',
  by: 'By',
  types: { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' } satisfies Record<
    NoteFile['type'],
    string
  >,
  back: 'Back',
  flashMessages: {
    added: 'It was added.',
    note_changed: 'The note was changed.',
    note_removed: 'The note was removed.',
    file_removed: 'The file was removed.',
  },
  problems: {
    'invalid_request.note': 'Write 1 to 2,000 characters. An object has up to 200 notes.',
    'invalid_request.file': 'Choose a PDF, PNG or JPEG of up to 1 MB.',
    'invalid_request.file.many': 'There are ten files already. Remove one first.',
    'invalid_request.file.full': 'The files of the account have 100 MB already. Remove some first.',
    forbidden: 'Only the author can do this.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Notas y archivos',
  titles: {
    payment_link: (name) => `Notas y archivos de ${name}`,
    deposit: () => 'Notas y archivos de un depósito',
    customer: (name) => `Notas y archivos de ${name}`,
  },
  who: 'Solo los ven los miembros de la cuenta. No aparecen en la API, los eventos, las descargas ni las páginas del pagador.',
  none: 'Todavía no hay notas.',
  write: 'Escribir una nota o agregar un archivo',
  see: 'Ver todas las notas y archivos',
  note: 'Nota',
  noteHint: 'Hasta 2,000 caracteres de texto.',
  add: 'Agregar',
  changed: 'modificada',
  edit: 'Modificar la nota',
  file: 'Archivo (opcional)',
  fileName: 'Archivo',
  files: 'Archivos',
  fileHint: 'Un PDF, PNG o JPEG de hasta 1 MB. Hasta diez por cada uno, y 100 MB en total.',
  size: 'Tamaño',
  by: 'De',
  types: { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' },
  back: 'Volver',
  flashMessages: {
    added: 'Se agregó.',
    note_changed: 'Se modificó la nota.',
    note_removed: 'Se eliminó la nota.',
    file_removed: 'Se eliminó el archivo.',
  },
  problems: {
    'invalid_request.note': 'Escribe de 1 a 2,000 caracteres. Un objeto tiene hasta 200 notas.',
    'invalid_request.file': 'Elige un PDF, PNG o JPEG de hasta 1 MB.',
    'invalid_request.file.many': 'Ya hay diez archivos. Elimina uno primero.',
    'invalid_request.file.full': 'Los archivos de la cuenta ya ocupan 100 MB. Elimina algunos primero.',
    forbidden: 'Solo puede hacerlo quien lo escribió.',
  },
};

export const NOTES: Readonly<Record<Language, typeof en>> = { en, es };
