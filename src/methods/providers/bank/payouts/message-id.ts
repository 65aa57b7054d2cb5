import { createHash } from 'node:crypto';
import type { FileEntry } from '../files/index.ts';

/** A day, and a hash in hex. It has no P, with which the ids of payments begin, so no part of it looks like one. */
const MESSAGE_ID = /(?=([0-9]{6}[0-9A-F]{8}))/g;
const HASHED = 8;

/** The longest text that is looked through; banks write less. */
const MAX_CHARACTERS = 20_000;

/**
 * Our id of a payment file, made of its day and a hash of its first payment, which is in no other file. It has 14
 * characters, so that it fits with the number of a group where banks have room for 16 (field 61 of an MT940).
 */
export function messageIdOf(firstOrder: string, day: string): string {
  const hash = createHash('sha256').update(`bank_batches ${firstOrder}`).digest('hex');
  return `${day.slice(2).replaceAll('-', '')}${hash.slice(0, HASHED).toUpperCase()}`;
}

/** All parts of an entry's text that could be the id of one of our payment files, or of a group in it. */
export function candidateMessageIds({ references, texts }: FileEntry): string[] {
  const { message, paymentInformation } = references;
  const found = new Set<string>();
  for (const name of [message, paymentInformation]) {
    // Also those of files that were written when ids had another form.
    if (name !== null) found.add(name).add(name.replace(/-[0-9]+$/, ''));
  }
  const written = [...Object.values(references), ...texts, texts.join('')].filter((text) => text !== null);
  for (const text of written) {
    const plain = text
      .slice(0, MAX_CHARACTERS)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '');
    for (const [, id] of plain.matchAll(MESSAGE_ID)) if (id !== undefined) found.add(id);
  }
  return [...found];
}
