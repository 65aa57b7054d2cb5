import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { CONTRACT_FILE } from './document.ts';

/** The Spanish of a block by its English; undefined if it has none. */
export type Translation = (block: string) => string | undefined;

const FILE = join(dirname(CONTRACT_FILE), 'service.es.yaml');
/** The units of translation: paragraphs, list items, table rows, and each code that a response's description explains. */
const BETWEEN_BLOCKS = /(\n{2,}|\n(?=\||- )|(?<=\.)\s+(?=`[a-z_]+`:\s))/;
/** Parts of the contract with values, and with texts that the reference does not show. */
const NOT_SHOWN = new Set(['const', 'default', 'enum', 'example', 'examples', 'license', 'links', 'servers']);

/** The entries of `openapi/service.es.yaml`, in its order. */
export async function readSpanish(): Promise<{ en: string; es: string }[]> {
  return load(await readFile(FILE, 'utf8')) as { en: string; es: string }[];
}

let translation: Promise<Translation> | undefined;

/** Read when it is first needed, because most processes show nothing of it. */
export function readTranslation(): Promise<Translation> {
  return (translation ??= readSpanish().then((entries) => {
    const spanish = new Map(entries.map(({ en, es }) => [en, es]));
    return (block) => spanish.get(block);
  }));
}

/** A text in the other language; blocks without a translation stay as they are. */
export function translateText(text: string, translate: Translation): string {
  return text
    .trim()
    .split(BETWEEN_BLOCKS)
    .map((part, index) => (index % 2 === 1 || !/\p{L}/u.test(part) ? part : translateBlock(part, translate)))
    .join('');
}

/** Line breaks within a block say nothing, and move when a word changes. */
function translateBlock(block: string, translate: Translation): string {
  return translate(block.trim().replace(/\s+/g, ' ')) ?? block;
}

function translateTexts(texts: Record<string, string>, translate: Translation): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([value, text]) => [value, translateText(text, translate)]),
  );
}

/** A copy of the contract, or of a part, with its descriptions and summaries in the other language. */
export function translateContract<Part>(part: Part, translate: Translation): Part {
  if (Array.isArray(part)) return part.map((item: unknown) => translateContract(item, translate)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, value]): [string, unknown] => {
    const isText = (name === 'description' || name === 'summary') && typeof value === 'string';
    if (isText) return [name, translateText(value, translate)];
    if (name === 'x-enumDescriptions')
      return [name, translateTexts(value as Record<string, string>, translate)];
    return [name, NOT_SHOWN.has(name) ? value : translateContract<unknown>(value, translate)];
  });
  return Object.fromEntries(entries) as Part;
}
