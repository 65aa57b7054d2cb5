import { FileRefused } from './statement-file.ts';

export const CHARSETS = ['utf-8', 'utf-16', 'iso-8859-1', 'iso-8859-15', 'windows-1252'] as const;
export type Charset = (typeof CHARSETS)[number];

export const MAX_BYTES = 20 * 1024 * 1024;

/** Names that files give their encoding, in lower case. ASCII is a part of UTF-8. */
const NAMES = new Map<string, Charset>([
  ...CHARSETS.map((charset) => [charset, charset] as const),
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['utf-16le', 'utf-16'],
  ['utf-16be', 'utf-16'],
  ['latin1', 'iso-8859-1'],
  ['iso8859-1', 'iso-8859-1'],
  ['iso_8859-1', 'iso-8859-1'],
  ['latin-9', 'iso-8859-15'],
  ['latin9', 'iso-8859-15'],
  ['iso8859-15', 'iso-8859-15'],
  ['cp1252', 'windows-1252'],
]);

/** The beginnings of files that are no text. */
const CONTAINERS: readonly (readonly [start: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP file or a spreadsheet'],
  [[0x50, 0x4b, 0x05, 0x06], 'an empty ZIP file'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0x42, 0x5a, 0x68], 'a bzip2 file'],
  [[0xfd, 0x37, 0x7a, 0x58], 'an xz file'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip file'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office file'],
];
const UTF_32_MARKS = [
  [0xff, 0xfe, 0x00, 0x00],
  [0x00, 0x00, 0xfe, 0xff],
  [0x3c, 0x00, 0x00, 0x00],
  [0x00, 0x00, 0x00, 0x3c],
];

/** The text of a file. `charset` is the bank's own, for files that do not state it. */
export function decode(bytes: Uint8Array, charset?: Charset): string {
  requireText(bytes);
  const text = decodeAs(bytes, marked(bytes) ?? declared(bytes) ?? charset);
  if (text.includes('\0'))
    throw new FileRefused('The file contains NUL characters, so it is not a text file.');
  if (text.trim() === '') throw new FileRefused('The file is empty.');
  return text;
}

function requireText(bytes: Uint8Array): void {
  if (bytes.length > MAX_BYTES)
    throw new FileRefused('The file has more than 20 MB. Ask the bank for one statement a file.');
  const starts = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  const [, container] = CONTAINERS.find(([mark]) => starts(mark)) ?? [];
  if (container !== undefined)
    throw new FileRefused(`This is ${container}. Unpack or export it, and pass the statement itself.`);
  if (UTF_32_MARKS.some(starts)) throw new FileRefused('The file is encoded in UTF-32. Save it as UTF-8.');
}

type Decoder = 'utf-16le' | 'utf-16be' | Charset;

/** By its byte order mark, or by how UTF-16 begins without one. */
function marked(bytes: Uint8Array): Decoder | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first !== undefined && first > 0 && second === 0) return 'utf-16le';
  if (first === 0 && second !== undefined && second > 0) return 'utf-16be';
  return undefined;
}

/** By its XML declaration; XML without one is UTF-8. */
function declared(bytes: Uint8Array): Decoder | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 400)).trimStart();
  if (!start.startsWith('<')) return undefined;
  const [, name] = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start) ?? [];
  if (name === undefined) return 'utf-8';
  const charset = NAMES.get(name.toLowerCase());
  if (charset === undefined)
    throw new FileRefused(
      'The file declares an encoding other than UTF-8, UTF-16, ISO-8859-1, ISO-8859-15 and Windows-1252.',
    );
  // Content that was read byte by byte cannot be UTF-16, so the file was converted without changing its declaration.
  return charset === 'utf-16' ? 'utf-8' : charset;
}

function decodeAs(bytes: Uint8Array, decoder: Decoder | undefined): string {
  // Most banks that state none send UTF-8 today, and text in another encoding is hardly ever valid UTF-8.
  if (decoder === undefined) return tryDecode(bytes, 'utf-8') ?? tryDecode(bytes, 'windows-1252') ?? '';
  const text = tryDecode(bytes, decoder === 'utf-16' ? 'utf-16le' : decoder);
  if (text === undefined)
    throw new FileRefused(`The file is not valid ${decoder.toUpperCase()}, as which it must be read.`);
  return text;
}

/** Windows-1252 in the range where Latin-1 has controls; Node's own decoder leaves the controls. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** The characters of Latin-9 that replace those of Latin-1. */
const LATIN_9: Record<string, string> = {
  ...{ '¤': '€', '¦': 'Š', '¨': 'š', '´': 'Ž', '¸': 'ž', '¼': 'Œ', '½': 'œ', '¾': 'Ÿ' },
};

function tryDecode(bytes: Uint8Array, decoder: Exclude<Decoder, 'utf-16'>): string | undefined {
  if (decoder !== 'utf-8' && decoder !== 'utf-16le' && decoder !== 'utf-16be') {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    if (decoder === 'iso-8859-15')
      return text.replace(/[¤¦¨´¸¼½¾]/g, (character) => LATIN_9[character] ?? character);
    // Files declared as Latin-1 have the characters of Windows in its place, and hardly ever controls.
    return text.replace(/[\u0080-\u009f]/g, (character) => WINDOWS.charAt(character.charCodeAt(0) - 0x80));
  }
  try {
    return new TextDecoder(decoder, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
