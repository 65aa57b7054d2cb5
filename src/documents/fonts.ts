import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { resolve: locate } = createRequire(import.meta.url);

/** Weights of IBM Plex Sans, whose figures all have one width, so columns of amounts align. */
const WEIGHTS = { regular: '400', semibold: '600' } as const;
export type Weight = keyof typeof WEIGHTS;
/** The subsets of the font's package, in the order in which they are tried. */
const PARTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'] as const;
type Part = (typeof PARTS)[number];

/** A piece of a text, and the font that has its characters. */
interface Run {
  font: string;
  text: string;
}

export interface Fonts {
  /** The files by the names that runs give. */
  files: readonly { name: string; bytes: Buffer }[];
  /** Divides a text. Characters that no subset has are left to the first one, which draws an empty box for them. */
  runsOf(text: string, weight: Weight): Run[];
}

let reading: Promise<Fonts> | undefined;

/** Reads the fonts once, with the first document that needs them. */
export function readFonts(): Promise<Fonts> {
  return (reading ??= read());
}

async function read(): Promise<Fonts> {
  const names = Object.keys(WEIGHTS) as Weight[];
  const files = names.flatMap((weight) =>
    PARTS.map(async (part) => {
      const file = `@fontsource/ibm-plex-sans/files/ibm-plex-sans-${part}-${WEIGHTS[weight]}-normal.woff`;
      return { name: nameOf(part, weight), bytes: await readFile(locate(file)) };
    }),
  );
  const ranges = readRanges(await readFile(locate('@fontsource/ibm-plex-sans/unicode.json'), 'utf8'));
  const partOf = (character: string): Part =>
    PARTS.find((part) => ranges[part].some(([from, to]) => isWithin(character, from, to))) ?? PARTS[0];
  return {
    files: await Promise.all(files),
    runsOf(text, weight) {
      const runs: (Run & { part: Part })[] = [];
      for (const character of text) {
        const last = runs.at(-1);
        const part = partOf(character);
        if (last?.part === part) last.text += character;
        else runs.push({ part, font: nameOf(part, weight), text: character });
      }
      return runs;
    },
  };
}

function nameOf(part: Part, weight: Weight): string {
  return `${part} ${weight}`;
}

type Range = readonly [from: number, to: number];

/** Like `U+0000-00FF,U+0131`. */
function readRanges(json: string): Record<Part, Range[]> {
  const given = JSON.parse(json) as Record<Part, string>;
  const entries = PARTS.map((part) => [
    part,
    given[part].split(',').map((range): Range => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [parseInt(from, 16), parseInt(to, 16)];
    }),
  ]);
  return Object.fromEntries(entries) as Record<Part, Range[]>;
}

function isWithin(character: string, from: number, to: number): boolean {
  const point = character.codePointAt(0) ?? 0;
  return point >= from && point <= to;
}
