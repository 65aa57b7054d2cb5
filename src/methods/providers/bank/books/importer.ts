import type { Database, Trx } from '../../../../db/index.ts';
import { newId } from '../../../../lib/ids.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { formatAmount, money, type Money, ZERO } from '../../../../lib/money.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import { isNamed, type BankAccountConfig } from '../accounts/account.ts';
import {
  FileRefused,
  readStatementFile,
  refusalOf,
  type FileEntry,
  type FileStatement,
} from '../files/index.ts';
import { listOfBatch, markDone } from '../payouts/repository.ts';
import { classify } from './classify.ts';
import { hashOf, storeFile, storeRefused } from '../intake/store.ts';
import type { HandedIn, Imported } from '../intake/handed-in.ts';
import { findFile } from '../intake/repository.ts';
import { fromJson, toJson, type EntryJson } from './entry-json.ts';
import { fingerprintOf, identityOf, statementIdentityOf } from './fingerprint.ts';
import { findPair } from './pairing.ts';
import * as repository from './repository.ts';

export interface Importer {
  /**
   * Takes a statement file in, in one transaction: once, however often it is handed in and whatever it overlaps with. What
   * it says is believed only as far as the account's balances go on without a gap (D42): a statement whose opening balance
   * is not the last closing balance waits, and is booked when what is missing has come.
   */
  take(file: HandedIn): Promise<Imported>;
  /** Sets the balance with which an account begins, as a person read it at the bank; then books what waited for it. */
  open(account: string, balance: Money): Promise<Imported>;
  /**
   * A person read the last closing balance at the bank: what waited for that becomes final. Throws FileRefused if it is not
   * the balance that the statements prove.
   */
  agree(account: string, balance: Money): Promise<void>;
}

interface Parts {
  db: Database;
  logger: Logger;
  keyring: Keyring;
  accounts: readonly BankAccountConfig[];
}

const NOTHING = { statements: 0, entries: 0, deposits: 0, refused: null, waiting: null } as const;

export function createImporter({ db, logger, keyring, accounts }: Parts): Importer {
  const accountOf = (statement: FileStatement): BankAccountConfig | undefined =>
    accounts.find(
      ({ asset, ...rest }) => asset === statement.currency && isNamed({ asset, ...rest }, statement.account),
    );
  const getAccount = (id: string): BankAccountConfig => {
    const account = accounts.find((one) => one.id === id);
    if (!account)
      throw new FileRefused(
        `There is no account ${id}; there are ${accounts.map((one) => one.id).join(', ')}.`,
      );
    return account;
  };

  const refuse = async (file: HandedIn, format: string | null, refused: string): Promise<Imported> => {
    const isNews = await db.transaction((trx) => storeRefused(trx, { keyring }, file, { format, refused }));
    if (isNews) logger.error('a statement file was refused', { file: file.name, refused });
    return { ...NOTHING, format, refused };
  };

  return {
    async take(file) {
      let read;
      try {
        // Those of any account are read alike until the account is known; only a CSV file needs to know before.
        const only =
          file.account === undefined
            ? accounts.length === 1
              ? accounts[0]
              : undefined
            : getAccount(file.account);
        read = readStatementFile(file.bytes, only?.read ?? {});
      } catch (error) {
        if (error instanceof FileRefused) return refuse(file, null, error.message);
        throw error;
      }
      const { format, statements } = read;
      const reason = refusalOf(read);
      if (reason !== undefined) return refuse(file, format, reason);
      const known = statements.map((statement) => ({ statement, account: accountOf(statement) }));
      const stranger = known.find(
        ({ account }) => account === undefined || (file.account ?? account.id) !== account.id,
      );
      if (stranger) {
        const { account, currency } = stranger.statement;
        return refuse(
          file,
          format,
          `It is of the account ${account} in ${currency}, which ${file.account ?? 'no account here'} is not.`,
        );
      }
      return db.transaction(async (trx) => {
        const ids = [...new Set(known.map(({ account }) => account?.id ?? ''))].sort();
        // Sorted, so that two files cannot deadlock.
        for (const id of ids) await repository.lockAccount(trx, { account: id });
        if (await findFile(trx, { sha256: hashOf(file.bytes) })) return { ...NOTHING, format };
        const fileId = await storeFile(trx, { keyring }, file, { format, refused: null });
        const total = new Tally(format);
        for (const { statement, account } of known) {
          if (account?.openingBalance) {
            const closing = formatAmount(account.openingBalance);
            await repository.openAccount(trx, { account: account.id, closing });
          }
          if (account) await takeStatement({ trx, logger, account, fileId, total }, statement);
        }
        return total.result;
      });
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

    agree(id, balance) {
      getAccount(id);
      return db.transaction(async (trx) => {
        await repository.lockAccount(trx, { account: id });
        const state = await repository.findState(trx, { account: id });
        if (state === undefined || state.closing === null || !money(state.closing).eq(balance)) {
          throw new FileRefused(`The statements of ${id} do not prove a balance of ${balance.toFixed()}.`);
        }
        await repository.writeState(trx, { ...state, agreed: state.statements });
        await repository.finalize(trx, { account: id, agreed: state.statements });
      });
    },
  };
}

/** Counts what is taken in. */
class Tally {
  readonly #result: Imported;

  constructor(format: string | null) {
    this.#result = { ...NOTHING, format };
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
  { id: bankId, opening, page }: FileStatement,
  identity: string,
): Promise<string> {
  if (opening === null) return 'It has no opening balance, so nothing proves that no statement is missing.';
  if (page !== null && !(page.number === 1 && page.isLast)) return PAGES;
  const same = { account: account.id, identity, bankId: bankId ?? '', opening: formatAmount(opening.amount) };
  if (bankId !== null && (await repository.findRestated(trx, same))) {
    return `The bank has sent the statement ${bankId} before, with other content. Ask the bank which one holds.`;
  }
  return IN_LINE;
}

/** Its turn comes when its opening balance is the account's last closing balance. */
const IN_LINE = 'in line';
const PAGES = 'pages';

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
  for (;;) {
    const [state, listed] = await Promise.all([
      repository.findState(trx, { account: account.id }),
      repository.listWaiting(trx, { account: account.id }),
    ]);
    const waiting = joinPages(listed);
    const next =
      state === undefined || state.closing === null
        ? undefined
        : waiting.find(
            ({ isWhole, opening }) =>
              isWhole && opening !== null && money(opening).eq(money(state.closing ?? '')),
          );
    if (!next) {
      const [first] = waiting;
      if (first) total.waits(whyWaiting(first, state));
      return;
    }
    await bookStatement(work, state, next);
  }
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
    const sum = entries
      .filter(({ status }) => status === 'booked')
      .reduce((total, { amount }) => total.plus(money(amount)), ZERO);
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

function whyWaiting(
  { bankId, opening, waits, isWhole }: Whole,
  state: repository.AccountState | undefined,
): string {
  const which = bankId === null ? 'A statement' : `The statement ${bankId}`;
  if (waits === PAGES && !isWhole) return `${which} waits for its other pages.`;
  if (waits !== IN_LINE && waits !== PAGES) return waits;
  if (state === undefined || state.closing === null) {
    return `${which} is the account's first: read its opening balance, ${plain(opening)}, in the bank's portal, and confirm it with payments bank open.`;
  }
  return `${which} opens with ${plain(opening)}, but the last one closed with ${plain(state.closing)}: one is missing, forged, or was restated. It is booked when what is missing has come.`;
}

function plain(amount: string | null): string {
  return amount === null ? 'nothing' : money(amount).toFixed(2);
}

async function bookStatement(
  work: Work,
  state: repository.AccountState | undefined,
  whole: Whole,
): Promise<void> {
  const { trx, account, logger } = work;
  if (!state || whole.closing === null) throw new Error('a statement without balances cannot be booked');
  const number = String(BigInt(state.statements) + 1n);
  // The statement before is agreed with by this one, which goes on where it ended.
  const agreed = state.statements;
  for (const [index, id] of whole.ids.entries()) {
    // The pages of one statement have one place.
    await repository.markBooked(trx, { id, number: index === 0 ? number : null });
  }
  await repository.writeState(trx, {
    ...{ account: account.id, closing: whole.closing, statements: number, agreed },
    closedOn: whole.content.closedOn,
  });
  for (const json of whole.content.entries) {
    const entry = fromJson(json);
    if (entry.status === 'booked' && !entry.amount.isZero()) {
      await bookEntry(work, entry, {
        number,
        currency: whole.content.currency,
        closedOn: whole.content.closedOn,
      });
    }
  }
  await repository.finalize(trx, { account: account.id, agreed });
  if (whole.content.closedOn === null) return;
  for (const missing of await repository.dropMissing(trx, {
    account: account.id,
    before: whole.content.closedOn,
  })) {
    if (!missing.isFinal) continue;
    logger.error('the bank told of a payment that its books do not have', {
      ...{ account: account.id, entry: missing.identity, amount: missing.amount },
    });
  }
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
  const early = await repository.listUnpaired(trx, { account: account.id, amount, role: 'early' });
  const pair = findPair(
    early.map((row) => ({ ...row, entry: fromJson(row.entry) })),
    dated,
  );
  if (pair) {
    // What counted already keeps counting.
    await repository.bookEntry(trx, { ...booked, id: pair.id, isFinal: booked.isFinal || pair.isFinal });
    if (pair.kind !== found.kind) total.entry(found.kind);
  } else {
    const fingerprint = fingerprintOf(account.id, currency, dated);
    const { count = 0 } =
      (await repository.countEqual(trx, { account: account.id, fingerprint, role: 'books' })) ?? {};
    await repository.insertEntry(trx, {
      ...booked,
      account: account.id,
      identity: identityOf(account.id, fingerprint, count + 1),
      fingerprint,
      role: 'books',
      isPaired: false,
      amount,
      currency,
      isBooked: true,
    });
    total.entry(found.kind);
  }
  if (found.kind === 'pay_out') await settleOrders(trx, found.subject ?? '');
  if (found.kind === 'unknown') {
    logger.error('a movement of the account at the bank is not explained: payments bank unknown shows it', {
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
 * Early files overlap: of equal entries, only as many are new as the file has more than were told before. One that was
 * pending and is booked now is the same one.
 */
async function takeEarly({ trx, account, total }: Work, statement: FileStatement): Promise<void> {
  const seen = new Map<string, number>();
  for (const entry of statement.entries) {
    if (entry.status === 'information' || entry.amount.isZero()) continue;
    const fingerprint = fingerprintOf(account.id, statement.currency, entry);
    const n = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, n);
    const isBooked = entry.status === 'booked';
    const amount = formatAmount(entry.amount);
    const unpaired = await repository.listUnpaired(trx, { account: account.id, amount, role: 'early' });
    const json = JSON.stringify(toJson(entry));
    const isFinal =
      isBooked && account.early === 'final' && (account.cap === undefined || entry.amount.lte(account.cap));
    if (isBooked) {
      const pending = findPair(
        unpaired.filter((row) => !row.isBooked).map((row) => ({ ...row, entry: fromJson(row.entry) })),
        entry,
      );
      if (pending) {
        await repository.settleEarly(trx, {
          id: pending.id,
          isFinal,
          entry: json,
          bookingDate: entry.bookingDate,
        });
        continue;
      }
    }
    const { count = 0 } =
      (await repository.countEqual(trx, { account: account.id, fingerprint, role: 'early' })) ?? {};
    if (count >= n) continue;
    const books = await repository.listUnpaired(trx, { account: account.id, amount, role: 'books' });
    const pair = findPair(
      books.map((row) => ({ ...row, entry: fromJson(row.entry) })),
      entry,
    );
    if (pair) {
      await repository.pairEntry(trx, { id: pair.id });
      continue;
    }
    const found = await classify(trx, account, entry);
    // Only the books say that money left, or that something is wrong.
    if (found.kind !== 'deposit') continue;
    await repository.insertEntry(trx, {
      ...found,
      account: account.id,
      identity: identityOf(account.id, `early:${fingerprint}`, count + 1),
      fingerprint,
      role: 'early',
      isPaired: false,
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
