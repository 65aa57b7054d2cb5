import { readLine } from './mt-line.ts';
import { readTags, type Tag } from './mt-tags.ts';
import { parseCommaAmount, parseCurrency } from './amounts.ts';
import { parseShortDate } from './dates.ts';
import { createCounter } from './entry.ts';
import { couldBeOfTexts, noteTexts } from './mt-doubt.ts';
import { prove, type ReadStatement } from './prove.ts';
import { FileRefused, type Balance, type FileEntry, type StatementFile } from './statement-file.ts';
import { accountOf, quoted, textOrNull } from './texts.ts';
import { areControlled, controlFaults } from './mt-controls.ts';

/** One message, which is a statement or a page of one. */
interface Message extends Omit<ReadStatement, 'page'> {
  pageNumber: number;
  opensWithin: boolean;
  closesWithin: boolean;
  /** Pages tie one by one, which is required so that joining them hides nothing. */
  tiesAlone: boolean;
  /** The bank's own numbers and sums of entries, which no text can change, prove which lines are entries. */
  isControlled: boolean;
}

/** Reads MT940 and MT942, with or without SWIFT's frame around each message. */
export function readMt(text: string): StatementFile {
  const count = createCounter();
  const messages = split(readTags(text)).map((tags) => {
    count();
    return readMessage(tags, count);
  });
  if (messages.length === 0) throw new FileRefused('The file has tags of MT940, but no statement.');
  if (!messages.every(({ isControlled }) => isControlled))
    noteTexts(messages.flatMap(({ entries }) => entries));
  const joined = joinPages(messages);
  const isDoubtful = couldBeOfTexts(joined);
  return {
    format: messages.some(({ role }) => role === 'books') ? 'MT940' : 'MT942',
    statements: joined.map(
      ({ pageNumber, opensWithin, closesWithin, tiesAlone: _, isControlled: __, ...statement }) =>
        prove({
          ...statement,
          isDoubtful,
          page: opensWithin || closesWithin ? { number: pageNumber, isLast: !closesWithin } : null,
        }),
    ),
  };
}

/** Each message begins with tag 20 or, of banks that leave it out, with the account. */
function split(tags: readonly Tag[]): Tag[][] {
  const messages: Tag[][] = [];
  for (const tag of tags) {
    const before = messages.at(-1);
    const isAccount = ACCOUNT.includes(tag.name);
    if (tag.name === '20' || (isAccount && (!before || before.some(({ name }) => ACCOUNT.includes(name)))))
      messages.push([]);
    const message = messages.at(-1);
    if (!message)
      throw new FileRefused(`The file begins with :${tag.name}: where a statement begins with :20: or :25:.`);
    message.push(tag);
  }
  return messages;
}

const ACCOUNT = ['25', '25P'];
const OPENINGS = ['60F', '60M'];
const CLOSINGS = ['62F', '62M'];
const INTERIM = new Set(['34F', '13D', '90D', '90C']);

function readMessage(tags: readonly Tag[], count: () => void): Message {
  const value = (...names: readonly string[]) => single(tags, names)?.value;
  const account = accountOf(value(...ACCOUNT)?.split('\n')[0]);
  if (account === '') throw new FileRefused('A statement in the file names no account in :25:.');
  const [openingTag, closingTag] = [single(tags, OPENINGS), single(tags, CLOSINGS)];
  const opening = openingTag && readBalance(openingTag.value);
  const closing = closingTag && readBalance(closingTag.value);
  const role = !opening && !closing && tags.some(({ name }) => INTERIM.has(name)) ? 'early' : 'books';
  const currency = opening?.currency ?? closing?.currency ?? currencyOf(tags, account);
  const entries = readEntries(tags, count);
  const [number, page] = (value('28C', '28') ?? '').split('\n')[0]?.split('/') ?? [];
  const statement = {
    role,
    account,
    currency,
    id: textOrNull(number),
    from: null,
    to: null,
    opening: opening ? { amount: opening.amount, date: opening.date } : null,
    closing: closing ? { amount: closing.amount, date: closing.date } : null,
    entries,
    entryCount: entries.length,
    faults: [
      ...(closing?.currency !== undefined && closing.currency !== currency
        ? [`has a closing balance in ${closing.currency}`]
        : []),
      ...(role === 'early' ? controlFaults(tags, entries) : []),
    ],
    warnings: [],
  } satisfies Partial<Message>;
  return {
    ...statement,
    pageNumber: /^\d{1,5}$/.test(page ?? '') ? Number(page) : 1,
    opensWithin: openingTag?.name === '60M',
    closesWithin: closingTag?.name === '62M',
    tiesAlone: prove({ ...statement, page: null }).ties === true,
    isControlled: role === 'early' && areControlled(tags, entries),
  };
}

/** The only field of some names; with two of them, it would be open which one counts. */
function single(tags: readonly Tag[], names: readonly string[]): Tag | undefined {
  const [found, second] = tags.filter(({ name }) => names.includes(name));
  if (second)
    throw new FileRefused(`A statement in the file has two fields :${second.name}: where one belongs.`);
  return found;
}

/** `C100722EUR0,00`; a closing balance may leave the currency out. */
function readBalance(value: string): Balance & { currency: string | undefined } {
  const line = (value.split('\n')[0] ?? '').trim();
  const [, side, date = '', currency, amount = ''] = /^([CD])(\d{6})([A-Z]{3})?([\d,.]+)$/.exec(line) ?? [];
  if (side === undefined) throw new FileRefused(`The balance ${quoted(line)} cannot be read.`);
  const absolute = parseCommaAmount(amount);
  return { amount: side === 'C' ? absolute : absolute.negated(), date: parseShortDate(date), currency };
}

/** Without balances, from the floor limit or the sums, or as the account number ends. */
function currencyOf(tags: readonly Tag[], account: string): string {
  for (const { name, value } of tags) {
    const [, currency] = (name === '34F' ? /^([A-Z]{3})/ : /^\d*([A-Z]{3})\d/).exec(value) ?? [];
    if (currency !== undefined && INTERIM.has(name)) return currency;
  }
  return parseCurrency(/[A-Z]{3}$/.exec(account)?.[0] ?? 'XXX');
}

/** An 86 after the closing balance is about the statement. */
function readEntries(tags: readonly Tag[], count: () => void): FileEntry[] {
  const entries: FileEntry[] = [];
  let isClosed = false;
  for (let index = 0; index < tags.length; index++) {
    const { name, value } = tags[index] as Tag;
    isClosed ||= CLOSINGS.includes(name);
    if (name !== '61') continue;
    if (isClosed) throw new FileRefused('A statement in the file has an entry after its closing balance.');
    count();
    const details: Tag[] = [];
    while (['86', 'NS'].includes(tags[index + 1]?.name ?? '')) details.push(tags[++index] as Tag);
    const entry = readLine(value, details);
    // Some banks state balances in lines of 0,00, which are no entries.
    if (!entry.amount.isZero()) entries.push(entry);
  }
  return entries;
}

/** Joins a page that ends with 62M to the page that continues from there with 60M. */
function joinPages(messages: readonly Message[]): Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const before = joined.at(-1);
    if (before && follows(message, before)) joined[joined.length - 1] = join(before, message);
    else joined.push(message);
  }
  return joined;
}

function follows(message: Message, before: Message): boolean {
  return (
    before.closesWithin &&
    message.opensWithin &&
    message.account === before.account &&
    message.currency === before.currency &&
    before.closing !== null &&
    message.opening?.amount.eq(before.closing.amount) === true &&
    before.tiesAlone &&
    message.tiesAlone
  );
}

/** Adds a page to those before it. */
function join(before: Message, message: Message): Message {
  for (const entry of message.entries) before.entries.push(entry);
  return {
    ...before,
    closing: message.closing,
    entryCount: before.entryCount + message.entryCount,
    closesWithin: message.closesWithin,
    pageNumber: message.closesWithin || before.opensWithin ? message.pageNumber : before.pageNumber,
  };
}
