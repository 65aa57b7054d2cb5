import type { Database, Trx } from '../../../../db/index.ts';
import { newId } from '../../../../lib/ids.ts';
import { createLogger, type Logger } from '../../../../lib/logger.ts';
import { formatAmount, money, type Money } from '../../../../lib/money.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import { isNamed, type BankAccountConfig } from '../accounts/account.ts';
import {
  FileRefused,
  readStatementFile,
  refusalOf,
  sumOfBooked,
  type FileEntry,
  type FileStatement,
} from '../files/index.ts';
import { listOfBatch, markDone } from '../payouts/repository.ts';
import { classify } from './classify.ts';
import { hashOf, refuseFile, storeFile } from '../intake/store.ts';
import {
  NOTHING_TAKEN,
  type Foreseen,
  type ForeseenAccount,
  type ForeseenStatement,
  type HandedIn,
  type Imported,
  type WaitKind,
} from '../intake/handed-in.ts';
import { findFile } from '../intake/repository.ts';
import { doubtBooked } from './doubt.ts';
import { fromJson, toJson, withEntry, type EntryJson } from './entry-json.ts';
import { describeAccounts, describeStatement, type KnownStatement } from './foresee.ts';
import { fingerprintOf, identityOf, statementIdentityOf } from './fingerprint.ts';
import { findPair } from './pairing.ts';
import * as repository from './repository.ts';

export interface Importer {
  /**
   * Takes a statement file in, in one transaction: once, however often it is handed in and whatever it overlaps with. What
   * it says is believed only as far as the account's balances go on without a gap (D42): a statement whose opening balance
   * is not the last closing balance waits, and is booked when what is missing has come. What is `also` done for a file that
   * is not refused is done in the same transaction, or neither is.
   */
  take(file: HandedIn, also?: (trx: Trx, imported: Imported) => Promise<void>): Promise<Imported>;
  /** What `take` would make of a file: it is done, and undone. */
  foresee(file: HandedIn): Promise<Foreseen>;
  /** Sets the balance with which an account begins, as a person read it at the bank; then books what waited for it. */
  open(account: string, balance: Money): Promise<Imported>;
  /**
   * A person read the last closing balance at the bank: what waited for that becomes final. Throws FileRefused if it is not
   * the balance that the statements prove. `within` a transaction that is open, or in its own.
   */
  agree(account: string, balance: Money, within?: Trx): Promise<void>;
}

interface Parts {
  db: Database;
  logger: Logger;
  keyring: Keyring;
  accounts: readonly BankAccountConfig[];
}

/** More statements and entries are no summary that a person could look at, and take too long to wait for. */
const MOST_FORESEEN = 5_000;

/** A file that was read: refused, or of accounts that are all known. */
type ReadFile =
  { format: string | null; refused: string } | { format: string; refused: null; known: KnownStatement[] };

export function createImporter({ db, logger, keyring, accounts }: Parts): Importer {
  const getAccount = (id: string): BankAccountConfig => {
    const account = accounts.find((one) => one.id === id);
    if (!account)
      throw new FileRefused(
        `There is no account ${id}; there are ${accounts.map((one) => one.id).join(', ')}.`,
      );
    return account;
  };

  const refuse = (file: HandedIn, format: string | null, refused: string): Promise<Imported> =>
    refuseFile({ db, logger, keyring }, 'a statement file', file, { format, refused });

  const readFile = (file: HandedIn): ReadFile => {
    const candidates = accounts.filter(({ id }) => file.among?.includes(id) ?? true);
    let read;
    try {
      // Those of any account are read alike until the account is known; only a CSV file needs to know before.
      const [first] = candidates;
      const only =
        file.account === undefined ? (candidates.length === 1 ? first : undefined) : getAccount(file.account);
      read = readStatementFile(file.bytes, only?.read ?? {});
    } catch (error) {
      if (error instanceof FileRefused) return { format: null, refused: error.message };
      throw error;
    }
    const { format, statements } = read;
    const reason = refusalOf(read);
    if (reason !== undefined) return { format, refused: reason };
    const known: KnownStatement[] = [];
    for (const statement of statements) {
      const account = candidates.find(
        (one) => one.asset === statement.currency && isNamed(one, statement.account),
      );
      if (account === undefined)
        return { format, refused: `${nameOf(statement)}, which no account here is.` };
      known.push({ statement, account });
    }
    // Banks put several accounts into one file: it is the chosen account's if that is one of them.
    const [first] = known;
    if (first && file.account !== undefined && !known.some(({ account }) => account.id === file.account))
      return { format, refused: `${nameOf(first.statement)}, which ${file.account} is not.` };
    return { format, refused: null, known };
  };

  const lockAccounts = async (trx: Trx, known: readonly KnownStatement[]): Promise<void> => {
    const ids = [...new Set(known.map(({ account }) => account.id))].sort();
    // Sorted, so that two files cannot deadlock.
    for (const id of ids) await repository.lockAccount(trx, { account: id });
  };

  const takeKnown = async (
    on: { trx: Trx; logger: Logger },
    file: HandedIn,
    { format, known }: { format: string; known: readonly KnownStatement[] },
  ): Promise<Imported> => {
    const { trx } = on;
    await lockAccounts(trx, known);
    if (await findFile(trx, { sha256: hashOf(file.bytes) })) return { ...NOTHING_TAKEN, format };
    const fileId = await storeFile(trx, { keyring }, file, { format, refused: null });
    const total = new Tally(format);
    for (const { statement, account } of known) {
      if (account.openingBalance) {
        const closing = formatAmount(account.openingBalance);
        await repository.openAccount(trx, { account: account.id, closing });
      }
      await takeStatement({ ...on, account, fileId, total }, statement);
    }
    return total.result;
  };

  return {
    async take(file, also) {
      const read = readFile(file);
      if (read.refused !== null) return refuse(file, read.format, read.refused);
      return db.transaction(async (trx) => {
        const imported = await takeKnown({ trx, logger }, file, read);
        await also?.(trx, imported);
        return imported;
      });
    },

    async foresee(file) {
      const read = readFile(file);
      const { format, refused } = read;
      const foreseen = { format, refused, isTooLarge: false, statements: [], accounts: [] };
      if (read.refused !== null) return foreseen;
      const { known } = read;
      const size = known.reduce((sum, { statement }) => sum + 1 + statement.entries.length, 0);
      if (size > MOST_FORESEEN) return { ...foreseen, isTooLarge: true };
      let [statements, described]: [ForeseenStatement[], ForeseenAccount[]] = [[], []];
      const undone = new Error('what is only foreseen is undone');
      await db
        .transaction(async (trx) => {
          await lockAccounts(trx, known);
          const before = [];
          for (const one of known) before.push(await foreseeStatement(trx, one));
          described = await describeAccounts(trx, known);
          // What is undone is no alarm.
          await takeKnown({ trx, logger: createLogger('silent') }, file, read);
          statements = [];
          for (const one of before) statements.push(await one(trx));
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      return { ...foreseen, statements, accounts: described };
    },

    open(id, balance) {
      const account = getAccount(id);
      return db.transaction(async (trx) => {
        await repository.lockAccount(trx, { account: id });
        if ((await repository.openAccount(trx, { account: id, closing: formatAmount(balance) })) === 0) {
          throw new FileRefused(`The account ${id} has an opening balance already.`);
        }
        const total = new Tally(null);
        await bookNext({ trx, logger, account, fileId: '', total });
        return total.result;
      });
    },

    agree(id, balance, within) {
      getAccount(id);
      const work = async (trx: Trx): Promise<void> => {
        await repository.lockAccount(trx, { account: id });
        const state = await repository.findState(trx, { account: id });
        if (state === undefined || state.closing === null || !money(state.closing).eq(balance)) {
          throw new FileRefused(`The statements of ${id} do not prove a balance of ${balance.toFixed()}.`);
        }
        await repository.writeState(trx, { ...state, agreed: state.statements });
        await repository.finalize(trx, { account: id, agreed: state.statements });
      };
      return within ? work(within) : db.transaction(work);
    },
  };
}

function nameOf({ account, currency }: FileStatement): string {
  return `It is of the account ${account} in ${currency}`;
}

/** Tells what a statement says, and, once it was taken in, what became of it. */
async function foreseeStatement(
  trx: Trx,
  { statement, account }: KnownStatement,
): Promise<(trx: Trx) => Promise<ForeseenStatement>> {
  const key = { account: account.id, identity: statementIdentityOf(account.id, statement) };
  const isKnown = (await repository.findStatement(trx, key)) !== undefined;
  const before = await repository.findState(trx, { account: account.id });
  const opening = account.openingBalance && formatAmount(account.openingBalance);
  const said = {
    ...(await describeStatement(trx, { statement, account })),
    last: before?.closing ?? opening ?? null,
  };
  return async (after) => {
    const row = await repository.findStatement(after, key);
    if (row !== undefined && row.waits !== null) {
      const waits = await findWaitKind(after, account, { id: row.id, waits: row.waits });
      return { ...said, outcome: isKnown ? 'known' : 'waits', waits };
    }
    const outcome = isKnown ? 'known' : statement.role === 'early' ? 'early' : 'booked';
    return { ...said, outcome, waits: null };
  };
}

async function findWaitKind(
  trx: Trx,
  account: BankAccountConfig,
  { id, waits }: { id: string; waits: string },
): Promise<WaitKind> {
  const state = await repository.findState(trx, { account: account.id });
  const listed = joinPages(await repository.listWaiting(trx, { account: account.id }));
  const whole = listed.find(({ ids }) => ids.includes(id));
  return waitKindOf(whole ?? { waits, isWhole: waits === IN_LINE }, state);
}

/** Counts what is taken in. */
class Tally {
  readonly #result: Imported;

  constructor(format: string | null) {
    this.#result = { ...NOTHING_TAKEN, format };
  }

  get result(): Imported {
    return this.#result;
  }

  statement(): void {
    this.#result.statements++;
  }

  entry(kind: repository.EntryKind): void {
    this.#result.entries++;
    if (kind === 'deposit') this.#result.deposits++;
  }

  waits(reason: string): void {
    this.#result.waiting ??= reason;
  }
}

interface Work {
  trx: Trx;
  logger: Logger;
  account: BankAccountConfig;
  fileId: string;
  total: Tally;
}

async function takeStatement(work: Work, statement: FileStatement): Promise<void> {
  const { trx, account, total } = work;
  const identity = statementIdentityOf(account.id, statement);
  const known = await repository.findStatement(trx, { account: account.id, identity });
  if (known) {
    if (known.waits !== null) total.waits(known.waits);
    return;
  }
  total.statement();
  if (statement.role === 'early') {
    await writeStatement(work, statement, { identity, waits: null });
    await takeEarly(work, statement);
    return;
  }
  const waits = await reasonToWait(work, statement, identity);
  await writeStatement(work, statement, { identity, waits });
  if (waits === null) return;
  await bookNext(work);
}

/** Books statements are always stored as waiting first: `bookNext` then finds those whose turn it is. */
async function reasonToWait(
  { trx, account }: Work,
  { id: bankId, opening, page, isDoubtful }: FileStatement,
  identity: string,
): Promise<string> {
  if (isDoubtful) return DOUBTFUL;
  // Only the first of several pages has an opening balance.
  if (page !== null && !(page.number === 1 && page.isLast)) return PAGES;
  if (opening === null) return NO_OPENING;
  const same = { account: account.id, identity, bankId: bankId ?? '', opening: formatAmount(opening.amount) };
  if (bankId !== null && (await repository.findRestated(trx, same))) {
    return `The bank has sent the statement ${bankId} before, with other content. Ask the bank which one holds.`;
  }
  return IN_LINE;
}

/** Its turn comes when its opening balance is the account's last closing balance. */
const IN_LINE = 'in line';
const PAGES = 'pages';
const DOUBTFUL =
  'A payer could have written where it begins or ends into a text of the file. Compare it with the bank’s portal, or take in the file of another format.';
const NO_OPENING = 'It has no opening balance, so nothing proves that no statement is missing.';

async function writeStatement(
  { trx, account, fileId }: Work,
  statement: FileStatement,
  { identity, waits }: { identity: string; waits: string | null },
): Promise<void> {
  const { id, role, opening, closing } = statement;
  await repository.insertStatement(trx, {
    ...{ id: newId(), account: account.id, fileId, identity, bankId: id, role, number: null, waits },
    opening: opening && formatAmount(opening.amount),
    closing: closing && formatAmount(closing.amount),
    content:
      waits === null
        ? null
        : JSON.stringify({
            page: statement.page,
            closedOn: closing?.date ?? null,
            currency: statement.currency,
            entries: statement.entries.map(toJson),
          }),
  });
}

interface Content {
  page: FileStatement['page'];
  closedOn: string | null;
  currency: string;
  entries: EntryJson[];
}

/** Books all statements whose turn it is, one after the other, and says why the others wait. */
async function bookNext(work: Work): Promise<void> {
  const { trx, account, total } = work;
  const listed = await repository.listWaiting(trx, { account: account.id });
  let state = await repository.findState(trx, { account: account.id });
  let waiting = joinPages(listed);
  for (;;) {
    const next = waiting.find((one) => goesOn(one, state));
    const past = next ? undefined : waiting.find((one) => movedNothingBefore(one, state));
    const done = next ?? past;
    if (!done) break;
    if (state && next) state = await bookStatement(work, state, next);
    else for (const id of done.ids) await repository.markBooked(trx, { id, number: null });
    waiting = waiting.filter((one) => one !== done);
  }
  const [first] = waiting;
  if (first) total.waits(whyWaiting(first, state));
}

/** Whether it opens with the balance with which the last one closed. */
function goesOn({ isWhole, opening }: Whole, state: repository.AccountState | undefined): boolean {
  const closing = state?.closing ?? null;
  return isWhole && opening !== null && closing !== null && money(opening).eq(money(closing));
}

interface Whole {
  ids: string[];
  bankId: string | null;
  opening: string | null;
  closing: string | null;
  waits: string;
  isWhole: boolean;
  content: Content;
}

/** A day without movements need not be waited for, and nothing is left to prove when its statement comes after all. */
function movedNothingBefore(
  { isWhole, opening, closing, content }: Whole,
  state: repository.AccountState | undefined,
): boolean {
  const [day, closedOn] = [content.closedOn, state?.closedOn ?? null];
  return (
    isWhole &&
    opening !== null &&
    opening === closing &&
    content.entries.every(({ status }) => status !== 'booked') &&
    day !== null &&
    closedOn !== null &&
    day <= closedOn
  );
}

/** The pages of one statement are booked together, when all of them have come. */
function joinPages(listed: readonly repository.WaitingStatement[]): Whole[] {
  const whole: Whole[] = [];
  const paged = new Map<string, repository.WaitingStatement[]>();
  for (const one of listed) {
    const content = one.content as Content;
    const { bankId, opening, closing, waits } = one;
    if (waits === PAGES) paged.set(bankId ?? '', [...(paged.get(bankId ?? '') ?? []), one]);
    else
      whole.push({
        ids: [one.id],
        bankId,
        opening,
        closing,
        waits: waits ?? '',
        isWhole: waits === IN_LINE,
        content,
      });
  }
  for (const [bankId, pages] of paged) {
    const contents = pages.map(({ content }) => content as Content).sort(byPage);
    const numbers = contents.map(({ page }) => page?.number);
    const entries = contents.flatMap((content) => content.entries);
    const [first, last] = [pages.find(({ opening }) => opening !== null), pages.find((one) => isLast(one))];
    const sum = sumOfBooked(entries.map(fromJson));
    const isWhole =
      typeof first?.opening === 'string' &&
      typeof last?.closing === 'string' &&
      numbers.every((number, index) => number === index + 1) &&
      money(first.opening).plus(sum).eq(money(last.closing));
    const [content] = contents;
    if (!content) continue;
    whole.push({
      ids: pages.map(({ id }) => id),
      bankId,
      opening: first?.opening ?? null,
      closing: last?.closing ?? null,
      waits: PAGES,
      isWhole,
      content: { ...content, closedOn: (last?.content as Content | undefined)?.closedOn ?? null, entries },
    });
  }
  return whole;
}

function byPage(one: Content, other: Content): number {
  return (one.page?.number ?? 0) - (other.page?.number ?? 0);
}

function isLast({ content }: repository.WaitingStatement): boolean {
  return (content as Content).page?.isLast === true;
}

function whyWaiting(whole: Whole, state: repository.AccountState | undefined): string {
  const { bankId, opening, waits } = whole;
  const which = bankId === null ? 'A statement' : `The statement ${bankId}`;
  switch (waitKindOf(whole, state)) {
    case 'pages':
      return `${which} waits for its other pages.`;
    case 'first':
      return `${which} is the account's first: read its opening balance, ${plain(opening)}, in the bank's portal, and confirm it with payments bank open.`;
    case 'gap':
      return `${which} opens with ${plain(opening)}, but the last one closed with ${plain(state?.closing ?? null)}: one is missing, forged, or was restated. It is booked when what is missing has come.`;
    default:
      return waits;
  }
}

function waitKindOf(
  { waits, isWhole }: Pick<Whole, 'waits' | 'isWhole'>,
  state: repository.AccountState | undefined,
): WaitKind {
  if (waits === PAGES && !isWhole) return 'pages';
  if (waits === NO_OPENING) return 'no_opening';
  if (waits === DOUBTFUL) return 'doubtful';
  if (waits !== IN_LINE && waits !== PAGES) return 'restated';
  return state === undefined || state.closing === null ? 'first' : 'gap';
}

function plain(amount: string | null): string {
  return amount === null ? 'nothing' : money(amount).toFixed(2);
}

/** Returns the account as it is afterwards. */
async function bookStatement(
  work: Work,
  state: repository.AccountState,
  whole: Whole,
): Promise<repository.AccountState> {
  const { trx, account, logger } = work;
  if (whole.closing === null) throw new Error('a statement without balances cannot be booked');
  const number = String(BigInt(state.statements) + 1n);
  // The statement before is agreed with by this one, which goes on where it ended.
  const agreed = state.statements;
  for (const [index, id] of whole.ids.entries()) {
    // The pages of one statement have one place.
    await repository.markBooked(trx, { id, number: index === 0 ? number : null });
  }
  const { closedOn, currency } = whole.content;
  const after = { ...state, closing: whole.closing, statements: number, agreed, closedOn };
  await repository.writeState(trx, after);
  for (const json of whole.content.entries) {
    const entry = fromJson(json);
    if (entry.status === 'booked' && !entry.amount.isZero()) {
      await bookEntry(work, entry, { number, currency, closedOn });
    }
  }
  const couldBeText = whole.content.entries.some((entry) => entry.couldBeText);
  await doubtBooked(work, { account, number, couldBeText });
  await repository.finalize(trx, { account: account.id, agreed });
  const missing =
    closedOn === null ? [] : await repository.dropMissing(trx, { account: account.id, before: closedOn });
  for (const { identity, amount, isFinal } of missing) {
    if (!isFinal) continue;
    logger.error('the bank told of a payment that its books do not have', {
      ...{ account: account.id, entry: identity, amount },
    });
  }
  return after;
}

async function bookEntry(
  work: Work,
  entry: FileEntry,
  { number, currency, closedOn }: { number: string; currency: string; closedOn: string | null },
): Promise<void> {
  const { trx, account, total, logger } = work;
  const found = await classify(trx, account, entry);
  const dated = { ...entry, bookingDate: entry.bookingDate ?? closedOn };
  const isLarge = found.kind === 'deposit' && account.cap !== undefined && entry.amount.gt(account.cap);
  const booked = {
    ...found,
    statement: number,
    bookingDate: dated.bookingDate,
    valueDate: dated.valueDate,
    isFinal: !isLarge,
    entry: JSON.stringify(toJson(dated)),
  };
  const amount = formatAmount(entry.amount);
  const early = await repository.listUnpaired(trx, { account: account.id, amount });
  const pair = findPair(early.map(withEntry), { entry: dated, reference: found.reference });
  if (pair) {
    // What counted already keeps counting, where it counted.
    const reference = pair.isFinal ? pair.reference : (pair.reference ?? found.reference);
    const isFinal = booked.isFinal || pair.isFinal;
    await repository.bookEntry(trx, { ...booked, id: pair.id, reference, isFinal });
    if (pair.kind !== found.kind) total.entry(found.kind);
  } else {
    const fingerprint = fingerprintOf(account.id, currency, dated);
    const { count = 0 } = (await repository.countEqual(trx, { account: account.id, fingerprint })) ?? {};
    await repository.insertEntry(trx, {
      ...booked,
      account: account.id,
      identity: identityOf(account.id, fingerprint, count + 1),
      fingerprint,
      role: 'books',
      isPaired: false,
      toldPending: null,
      toldBooked: null,
      amount,
      currency,
      isBooked: true,
    });
    total.entry(found.kind);
  }
  if (found.kind === 'pay_out') await settleOrders(trx, found.subject ?? '');
  if (found.kind === 'unknown') {
    logger.error('a movement of the account at the bank is not explained: payments bank status shows it', {
      ...{ account: account.id, amount, bookingDate: dated.bookingDate },
    });
  }
}

/** Of one order, or of all those of a batch that was booked as one debit. */
async function settleOrders(trx: Trx, subject: string): Promise<void> {
  if ((await markDone(trx, { id: subject })) === 1) return;
  for (const { id } of await listOfBatch(trx, { batch: subject })) await markDone(trx, { id });
}

/**
 * Early files overlap: of equal entries, only as many are new as the file has more than were told before. One that was told
 * as pending and is told as booked is the same one, in whichever order the files come, and so is what the books have.
 */
async function takeEarly({ trx, account, total }: Work, statement: FileStatement): Promise<void> {
  const seen = new Map<string, number>();
  for (const entry of statement.entries) {
    if (entry.status === 'information' || entry.amount.isZero()) continue;
    const isBooked = entry.status === 'booked';
    const fingerprint = fingerprintOf(account.id, statement.currency, entry);
    const n = (seen.get(`${entry.status} ${fingerprint}`) ?? 0) + 1;
    seen.set(`${entry.status} ${fingerprint}`, n);
    const told = repository.told[isBooked ? 'booked' : 'pending'];
    const { count = 0 } = (await told.count(trx, { account: account.id, fingerprint })) ?? {};
    if (count >= n) continue;
    const found = await classify(trx, account, entry);
    const amount = formatAmount(entry.amount);
    const json = JSON.stringify(toJson(entry));
    const isFinal =
      isBooked &&
      account.early === 'final' &&
      !entry.couldBeText &&
      (account.cap === undefined || entry.amount.lte(account.cap));
    const untold = await told.listOthers(trx, { account: account.id, amount });
    const pair = findPair(untold.map(withEntry), { entry, reference: found.reference });
    if (pair) {
      await told.note(trx, { id: pair.id, fingerprint });
      if (isBooked && !pair.isBooked) {
        await repository.settleEarly(trx, {
          ...{ id: pair.id, isFinal, entry: json, bookingDate: entry.bookingDate },
        });
      }
      continue;
    }
    // Only the books say that money left, or that something is wrong.
    if (found.kind !== 'deposit') continue;
    await repository.insertEntry(trx, {
      ...found,
      account: account.id,
      // One that was told as pending may have the same fingerprint.
      identity: identityOf(account.id, `early:${isBooked ? '' : 'pending:'}${fingerprint}`, count + 1),
      fingerprint,
      role: 'early',
      isPaired: false,
      toldPending: isBooked ? null : fingerprint,
      toldBooked: isBooked ? fingerprint : null,
      statement: null,
      amount,
      currency: statement.currency,
      bookingDate: entry.bookingDate,
      valueDate: entry.valueDate,
      isBooked,
      isFinal,
      entry: json,
    });
    total.entry(found.kind);
  }
}
