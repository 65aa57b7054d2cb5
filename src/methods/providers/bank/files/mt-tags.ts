import { FileRefused } from './statement-file.ts';
import { MAX_TEXT } from './texts.ts';

/** A field of a message. Its value has the lines of the file, joined by `\n`. */
export interface Tag {
  name: string;
  value: string;
}

/** Of all entries of a file, with their texts. */
const MAX_TAGS = 500_000;
const TAG = /^:(20|21|25P?|28C?|60[FM]|61|62[FM]|64|65|86|NS|34F|13D?|90[CD]):(.*)$/;
/** Within the entries, other tags are text that happens to begin so. */
const AMONG_ENTRIES = new Set(['61', '86', 'NS', '62F', '62M', '64', '65', '90C', '90D', '20']);
/** Ends a message; blocks of SWIFT's frame stand between messages. */
const END = /^(-(\}.*|XXX)?|\{[1-5]:.*)\s*$/;

/** Splits a file into fields, without what stands between messages. */
export function readTags(text: string): Tag[] {
  const tags: Tag[] = [];
  // Whether lines continue the last field: not before the first one, nor between messages.
  let isWithin = false;
  let isAmongEntries = false;
  for (const line of text.replaceAll('{4::', '{4:\n:').split(/\r\n|[\n\r]/)) {
    const [, name, value = ''] = TAG.exec(line) ?? [];
    const before = isWithin ? tags.at(-1) : undefined;
    if (name !== undefined && !(before && isAmongEntries && continues(before, name, line))) {
      tags.push({ name, value });
      if (tags.length > MAX_TAGS)
        throw new FileRefused(`The file has more than ${MAX_TAGS.toLocaleString('en')} fields.`);
      isWithin = true;
      if (name === '20') isAmongEntries = false;
      else if (['60F', '60M', '61'].includes(name)) isAmongEntries = true;
    } else if (END.test(line.replace(/\p{Cc}/gu, ''))) {
      isWithin = false;
    } else if (before) {
      before.value += `\n${line}`;
      if (before.value.length > MAX_TEXT)
        throw new FileRefused(
          `A field :${before.name}: in the file is longer than ${MAX_TEXT.toLocaleString('en')} characters.`,
        );
    }
  }
  return tags;
}

/** Texts break anywhere, also within a time: `2016-02-29T16` and then `:26:37`. */
function continues(before: Tag, name: string, line: string): boolean {
  if (before.name !== '86') return false;
  return (
    !AMONG_ENTRIES.has(name) || (/\d\d$/.test(before.value.slice(-2)) && /^:[0-5]\d:[0-5]\d(\D|$)/.test(line))
  );
}
