import { FileRefused } from './statement-file.ts';
import { MAX_TEXT } from './texts.ts';

/** A field of a message. Its value has the lines of the file, joined by `\n`. */
export interface Tag {
  name: string;
  value: string;
}

/** The most tags of a file, over all entries with their texts. */
const MAX_TAGS = 500_000;
const TAG = /^:(20|21|25P?|28C?|60[FM]|61|62[FM]|64|65|86|NS|34F|13D?|90[CD]):(.*)$/;
/** Ends a message; blocks of SWIFT's frame stand between messages. */
const END = /^(-(\}.*|XXX)?|\{[1-5]:.*)\s*$/;
/**
 * The fields between the first field of a message and its opening balance or, in an early report, its floor limit or
 * time.
 */
const HEADER = new Set(['21', '25', '25P', '28', '28C', '13']);
const OPENING = new Set(['60F', '60M', '34F', '13D']);
const CLOSING = new Set(['62F', '62M']);
const TEXT = new Set(['86', 'NS']);

interface Line {
  text: string;
  name: string | undefined;
  value: string;
  isEnd: boolean;
  /** The name of the next line that looks like a field. */
  next: string | undefined;
  /** Whether a message begins here, with a complete header. */
  isStart: boolean;
  /** Whether an entry or a closing balance comes before the next message begins. */
  isWithin: boolean;
  /** Whether more text comes before the next field, and then another end, or the end of the file. */
  textThenEnd: boolean;
}

/** The position of a line in the file. A message is `open` from its opening balance on, or from its first entry. */
interface MessagePosition {
  at: 'between' | 'header' | 'entries' | 'closed';
  /** It must have a closing balance, so it does not end before. */
  isBooks: boolean;
}

/**
 * Splits a file into fields, without the lines between messages. Texts are written by strangers, and banks break them
 * into lines anywhere, so an apparent field in a text counts as one only where this field can occur. A message begins
 * with a whole header, ends after its closing balance, and closes behind its last entry.
 */
export function readTags(text: string): Tag[] {
  const tags: Tag[] = [];
  let position: MessagePosition = { at: 'between', isBooks: false };
  for (const line of lookAhead(text.replaceAll('{4::', '{4:\n:').split(/\r\n|[\n\r]/))) {
    const before = position.at === 'between' ? undefined : tags.at(-1);
    if (line.name !== undefined && isField(line, position, before)) {
      tags.push({ name: line.name, value: line.value });
      if (tags.length > MAX_TAGS)
        throw new FileRefused(`The file has more than ${MAX_TAGS.toLocaleString('en')} fields.`);
      position = positionAfter(line.name, position);
    } else if (line.isEnd && endsMessage(line, position)) {
      position = { at: 'between', isBooks: false };
    } else if (before) {
      before.value += `\n${line.text}`;
      if (before.value.length > MAX_TEXT)
        throw new FileRefused(
          `A field :${before.name}: in the file is longer than ${MAX_TEXT.toLocaleString('en')} characters.`,
        );
    }
  }
  return tags;
}

/** Reads the lines from the last to the first, so that each knows the following ones. */
function lookAhead(texts: readonly string[]): Line[] {
  const lines: Line[] = [];
  let next: string | undefined;
  let [opens, isWithin, isEndAhead, textThenEnd] = [false, false, true, false];
  for (const text of texts.toReversed()) {
    const [, name, value = ''] = TAG.exec(text) ?? [];
    const plain = text.replace(/\p{Cc}/gu, '');
    const isEnd = name === undefined && END.test(plain);
    const isStart = opens && (name === '20' || name === '25' || name === '25P');
    lines.push({ text, name, value, isEnd, next, isStart, isWithin, textThenEnd });
    if (name === undefined) {
      if (isEnd) isEndAhead = true;
      else if (plain.trim() !== '') textThenEnd = isEndAhead;
      continue;
    }
    if (isStart) isWithin = false;
    else if (name === '61' || CLOSING.has(name)) isWithin = true;
    opens = OPENING.has(name) || (HEADER.has(name) && opens);
    [next, isEndAhead, textThenEnd] = [name, false, false];
  }
  return lines.reverse();
}

function isField(line: Line, { at, isBooks }: MessagePosition, before: Tag | undefined): boolean {
  const { name = '', value, next, isStart, isWithin } = line;
  // A text may also follow an entry on lines of its own.
  const isInText = before && (TEXT.has(before.name) || (before.name === '61' && before.value.includes('\n')));
  if (!isInText || at === 'header') return true;
  // Texts break anywhere, also within a time: `2016-02-29T16` and then `:26:37`.
  if (/\d\d$/.test(before.value.slice(-2)) && /^:[0-5]\d:[0-5]\d(\D|$)/.test(line.text)) return false;
  switch (name) {
    case '61':
      return /^\d{6}(\d{4}| {4})?(R?[CD]|E[CD])/.test(value);
    case '86':
    case 'NS':
      return true;
    case '62F':
    case '62M':
      return at === 'closed' || (!isWithin && /^[CD]\d{6}/.test(value));
    case '64':
    case '65':
    case '90C':
    case '90D':
      return !isWithin;
    case '20':
    case '25':
    case '25P':
      if (at === 'closed') return isStart;
      return !isBooks && (isStart || (name === '20' && HEADER.has(next ?? '')));
    default:
      return false;
  }
}

/** Whether an apparent end of a message is one, because the text of an entry may have a dash alone on a line. */
function endsMessage({ next, textThenEnd }: Line, { at, isBooks }: MessagePosition): boolean {
  if (at !== 'entries') return true;
  return !isBooks && !textThenEnd && (next === undefined || HEADER.has(next) || next === '20');
}

function positionAfter(name: string, { at, isBooks }: MessagePosition): MessagePosition {
  if (name === '20' || (at === 'closed' && HEADER.has(name))) return { at: 'header', isBooks: false };
  if (name === '60F' || name === '60M') return { at: 'entries', isBooks: true };
  if (CLOSING.has(name)) return { at: 'closed', isBooks };
  if (name === '61') return { at: 'entries', isBooks };
  return at === 'between' ? { at: 'header', isBooks: false } : { at, isBooks };
}
