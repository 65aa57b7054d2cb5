import { SaxesParser } from 'saxes';
import { FileRefused } from './statement-file.ts';
import { MAX_TEXT, quoted } from './texts.ts';

const MAX_DEPTH = 64;
/** Held at once; entries are taken out as soon as they are complete. */
const MAX_HELD = 100_000;

/** An element by its local name, because banks use prefixes, or namespaces of their own, as they like. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

/**
 * Reads XML without ever expanding anything. `onClosed` gets each complete element with its ancestors, outermost first,
 * and returns true to drop it from its parent.
 */
export function readXml(
  text: string,
  onClosed: (element: Element, ancestors: readonly Element[]) => boolean,
): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: Element[] = [];
  let held = 0;
  const addText = (more: string): void => {
    const element = open.at(-1);
    if (!element) return;
    // White space between elements is not part of any text.
    if (element.text === '' && more.trim() === '') return;
    element.text += more;
    if (element.text.length > MAX_TEXT)
      throw new FileRefused(`A text in the file has more than ${MAX_TEXT.toLocaleString('en')} characters.`);
  };
  parser.on('doctype', refuseDoctype);
  parser.on('processinginstruction', () => {
    throw new FileRefused('The XML has a processing instruction. No bank needs one.');
  });
  parser.on('opentagstart', () => {
    if (open.length >= MAX_DEPTH)
      throw new FileRefused(`The XML is nested deeper than ${MAX_DEPTH} elements.`);
    if (++held > MAX_HELD) throw new FileRefused('The XML has too many elements beside its entries.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: name.slice(name.indexOf(':') + 1), attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element || !onClosed(element, open)) return;
    held -= sizeOf(element);
    open.at(-1)?.children.pop();
  });
  parse(parser, text);
}

function refuseDoctype(): never {
  throw new FileRefused('The XML has a DOCTYPE. No bank needs one, and it can do harm.');
}

function parse(parser: SaxesParser<{ xmlns: false; position: true }>, text: string): void {
  // The parser reads all of it before it reports it.
  if (hasDoctype(text)) refuseDoctype();
  try {
    parser.write(text.trimStart()).close();
  } catch (error) {
    if (error instanceof FileRefused || !(error instanceof Error)) throw error;
    // The parser's errors begin with the line and column.
    const [, line, what = error.message] = /^(\d+):\d+: (.*)$/s.exec(error.message) ?? [];
    throw new FileRefused(
      `The XML is broken${line === undefined ? '' : ` at line ${line}`}: ${quoted(what)} Fetch the file again.`,
    );
  }
}

/**
 * Before the first element, the only place for it; within an element it may be text, and the parser refuses anything
 * else.
 */
function hasDoctype(text: string): boolean {
  let at = 0;
  for (;;) {
    while (/\s|\ufeff/.test(text.charAt(at))) at++;
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined;
    const found = end === undefined ? -1 : text.indexOf(end, at);
    if (end === undefined || found < 0) return text.startsWith('<!DOCTYPE', at);
    at = found + end.length;
  }
}

function sizeOf(element: Element): number {
  return element.children.reduce((size, child) => size + sizeOf(child), 1);
}

/** The elements at a path, such as `RmtInf/Ustrd`. */
export function all(element: Element | undefined, path: string): Element[] {
  return path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      element ? [element] : [],
    );
}

/** The first element at a path. */
export function first(element: Element | undefined, path: string): Element | undefined {
  let found = element;
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name);
  return found;
}

/** The only child of a name; with two of them, it would be open which one counts. */
export function only(element: Element, name: string): Element | undefined {
  const [found, second] = element.children.filter((child) => child.name === name);
  if (second) throw new FileRefused(`The XML has two elements ${name} where one belongs.`);
  return found;
}

/** The text of the first element at a path, if it is not empty. */
export function textAt(element: Element | undefined, path: string): string | undefined {
  return first(element, path)?.text.trim() || undefined;
}
