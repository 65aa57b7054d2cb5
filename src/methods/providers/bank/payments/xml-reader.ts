import { SaxesParser } from 'saxes';
import { FileRefused } from '../files/index.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const MAX_DEPTH = 64;
const MAX_TEXT = 10_000;

const ENCODINGS = new Set([
  ...['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'us-ascii'],
  ...['iso-8859-1', 'iso-8859-15', 'windows-1252'],
]);

/** Receives the parts of a document while it is read. Paths have local names: `Document/CstmrPmtStsRpt`. */
export interface XmlListener {
  /** Namespaces of the root, as it declares them. */
  root(name: string, namespaces: string[]): void;
  opened(path: string): void;
  /** With the element's own text, trimmed, and empty for one that holds others. */
  closed(path: string, text: string): void;
}

/** Reads XML of a bank strictly and within limits. Throws FileRefused, whose message is one line. */
export function readXml(bytes: Buffer, listener: XmlListener): void {
  const xml = decode(bytes);
  const parser = new SaxesParser();
  const path: string[] = [];
  let text = '';
  const take = (more: string): void => {
    text += more;
    if (text.length > MAX_TEXT) refuse(`it has a text of more than ${MAX_TEXT} characters`);
  };
  parser.on('error', ({ message }) => refuse(`it is not XML: ${message.slice(0, 200)}`));
  // Entities can turn a small file into a large one, or read another.
  parser.on('doctype', () => refuse('it has a document type'));
  parser.on('processinginstruction', () => refuse('it has a processing instruction'));
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0) listener.root(localName(name), namespacesIn(attributes));
    path.push(localName(name));
    if (path.length > MAX_DEPTH) refuse(`it is nested deeper than ${MAX_DEPTH} levels`);
    text = '';
    listener.opened(path.join('/'));
  });
  parser.on('closetag', () => {
    listener.closed(path.join('/'), text.trim());
    path.pop();
    text = '';
  });
  parser.write(xml).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The case does not matter, because a bank is known to write `Xmlns`. */
function namespacesIn(attributes: Readonly<Record<string, string>>): string[] {
  return Object.entries(attributes)
    .filter(([name]) => /^xmlns(:|$)/i.test(name))
    .map(([, value]) => value);
}

function decode(bytes: Buffer): string {
  if (bytes.length > MAX_BYTES) refuse(`it has more than ${MAX_BYTES} bytes`);
  const encoding = encodingOf(bytes);
  if (!ENCODINGS.has(encoding)) refuse(`its encoding is ${encoding.slice(0, 40)}`);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse(`it is not in ${encoding}, as it says`);
  }
  if (text.includes('\0')) refuse('it has NUL characters');
  return text;
}

/** By its byte order mark, else as it declares. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 200).toString('latin1');
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1];
  return declared?.toLowerCase() ?? 'utf-8';
}

function refuse(why: string): never {
  throw new FileRefused(`The file is refused: ${why.replace(/\s+/g, ' ')}.`);
}
