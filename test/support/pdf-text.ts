import { inflateSync } from 'node:zlib';

/** The text of each page of a PDF that the service drew, line by line, as a reader's search would find it. */
export function readPdf(bytes: Buffer): string[] {
  const objects = readObjects(bytes);
  const fonts = new Map<string, Map<string, string>>();
  for (const { dictionary } of objects.values())
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, readCharacters(objects, objects.get(id)?.dictionary ?? ''));
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
    .map(({ dictionary }) => {
      const content = /\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ?? '';
      return readContent(objects.get(content)?.stream ?? '', fonts);
    });
}

/**
 * The roles of a PDF's parts as a screen reader learns them, like `Document(H1 Table(TR(TH TD)))`; empty without any. Fails on
 * text that is neither in a part nor marked as decoration.
 */
export function readRoles(bytes: Buffer): string {
  const objects = readObjects(bytes);
  const find = (type: RegExp) =>
    [...objects.values()].find(({ dictionary }) => type.test(dictionary))?.dictionary;
  const root = find(/\/Type \/StructTreeRoot/);
  if (root === undefined) return '';
  if (!/\/MarkInfo \d+ 0 R/.test(find(/\/Type \/Catalog/) ?? ''))
    throw new Error('the roles are not announced');
  for (const { stream } of objects.values())
    for (const [, outside = ''] of stream.matchAll(
      /(?:^|EMC)((?:(?!BDC|BMC)[^])*?)(?=\/\w+ (?:BMC|<<[^>]*>> BDC)|$)/g,
    ))
      if (/\bBT\b/.test(outside)) throw new Error(`text in no part: ${outside}`);
  const childrenOf = (dictionary: string): string[] =>
    [...(/\/K \[(.*?)\]/s.exec(dictionary)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id = '']) =>
      roleOf(id),
    );
  const roleOf = (id: string): string => {
    const dictionary = objects.get(id)?.dictionary ?? '';
    const children = childrenOf(dictionary);
    const role = /\/S \/(\w+)/.exec(dictionary)?.[1] ?? '';
    return children.length === 0 ? role : `${role}(${children.join(' ')})`;
  };
  return childrenOf(root).join(' ');
}

interface PdfObject {
  dictionary: string;
  stream: string;
}

function readObjects(bytes: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const text = bytes.toString('latin1');
  for (const [, id = '', body = ''] of text.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const start = body.indexOf('\nstream\n');
    const dictionary = start < 0 ? body : body.slice(0, start);
    const raw = start < 0 ? '' : body.slice(start + '\nstream\n'.length, body.lastIndexOf('\nendstream'));
    const isPlainText = !dictionary.includes('/Subtype') && !dictionary.includes('/Length1');
    const packed = dictionary.includes('/FlateDecode') && isPlainText;
    const stream = packed ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;
    objects.set(id, { dictionary, stream });
  }
  return objects;
}

/** What each code of a font stands for. */
function readCharacters(objects: Map<string, PdfObject>, font: string): Map<string, string> {
  const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? '')?.stream ?? '';
  const characters = new Map<string, string>();
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, code = ''], at) => {
      const units = Buffer.from(code.replaceAll(' ', ''), 'hex').swap16();
      const key = (parseInt(first, 16) + at).toString(16).padStart(4, '0');
      characters.set(key, units.toString('utf16le'));
    });
  return characters;
}

function readContent(content: string, fonts: Map<string, Map<string, string>>): string {
  const lines = new Map<string, string>();
  for (const [, y = '', name = '', shown = ''] of content.matchAll(
    /1 0 0 1 \S+ (\S+) Tm\n\/(F\d+) \S+ Tf\n(.*?)ET/gs,
  )) {
    const codes = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const text = codes.map((code) => fonts.get(name)?.get(code) ?? '').join('');
    lines.set(y, (lines.get(y) ?? '') + (lines.has(y) ? ' ' : '') + text);
  }
  return [...lines.values()].join('\n');
}
