import type { Database, Trx } from '../../../../db/index.ts';
import { createLogger, type Logger } from '../../../../lib/logger.ts';
import { formatAmount, money, type Money } from '../../../../lib/money.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import { isNamed, type BankAccountConfig } from '../accounts/account.ts';
import { FileRefused, readStatementFile, refusalOf, type FileStatement } from '../files/index.ts';
import { hashOf, refuseFile, storeFile } from '../intake/store.ts';
import type { Foreseen, ForeseenAccount, ForeseenStatement, HandedIn, Imported } from '../../../index.ts';
import { NOTHING_TAKEN } from '../intake/nothing-taken.ts';
import { findFile } from '../intake/repository.ts';
import { describeAccounts, describeStatement, type KnownStatement } from './foresee.ts';
import { statementIdentityOf } from './fingerprint.ts';
import { requireOneKind } from './early.ts';
import * as repository from './repository.ts';
import { decideOnWaiting, type WaitingDecision } from './accept.ts';
import { bookWaiting, takeStatement } from './statements.ts';
import { waitKindOf } from './waits.ts';
import { Tally } from './work.ts';

export interface Importer {
  /**
   * Imports a statement file, in one transaction; once, however often it is uploaded and whatever it overlaps with. Its
   * content is believed only as far as the account's balances continue without a gap (D42): a statement whose opening
   * balance is not the last closing balance waits, and is booked when the missing one has arrived. `also` runs in the
   * same transaction for a file that is not refused.
   */
  take(file: HandedIn, also?: (trx: Trx, imported: Imported) => Promise<void>): Promise<Imported>;
  /** Previews an import by doing and undoing it. */
  foresee(file: HandedIn): Promise<Foreseen>;
  /**
   * Sets an account's initial balance, as a person read it at the bank; then books the statements that waited for it.
   */
  open(account: string, balance: Money): Promise<Imported>;
  /**
   * Records that a person read the last closing balance at the bank; deposits that waited for this become final. Throws
   * FileRefused if the statements do not prove that balance. `within` an open transaction, or in its own.
   */
  agree(account: string, balance: Money, within?: Trx): Promise<void>;
  /**
   * Books or discards a waiting statement, as decided by two operators who read the balance at the bank; then books the
   * statements that waited for it. Throws FileRefused if that balance no longer fits, or if it waits no more.
   */
  decide(
    trx: Trx,
    what: { statement: string; decision: WaitingDecision; balance: Money; operator: string },
  ): Promise<void>;
}

interface Parts {
  db: Database;
  logger: Logger;
  keyring: Keyring;
  accounts: readonly BankAccountConfig[];
}

/** A larger file is too much for a person to review, and takes too long to preview. */
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
    refuseFile({ db, logger, keyring }, 'statement file', file, { format, refused });

  const readFile = (file: HandedIn): ReadFile => {
    const candidates = accounts.filter(({ id }) => file.among?.includes(id) ?? true);
    let read;
    try {
      // Files of all accounts are read alike until the account is known; only a CSV file must know it in advance.
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
    // Banks put several accounts into one file; it is accepted for the chosen account if that is one of them.
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
    await requireOneKind(trx, known, format);
    const fileId = await storeFile(trx, { keyring }, file, { format, refused: null });
    const total = new Tally(format);
    for (const { statement, account } of known) {
      if (account.openingBalance) {
        const closing = formatAmount(account.openingBalance);
        await repository.openAccount(trx, { account: account.id, closing });
      }
      await takeStatement({ ...on, account, fileId, format, total }, statement);
    }
    return total.result;
  };

  return {
    async take(file, also) {
      const read = readFile(file);
      if (read.refused !== null) return refuse(file, read.format, read.refused);
      try {
        return await db.transaction(async (trx) => {
          const imported = await takeKnown({ trx, logger }, file, read);
          await also?.(trx, imported);
          return imported;
        });
      } catch (error) {
        if (error instanceof FileRefused) return refuse(file, read.format, error.message);
        throw error;
      }
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
      let refusal: string | null = null;
      await db
        .transaction(async (trx) => {
          await lockAccounts(trx, known);
          const before = [];
          for (const one of known) before.push(await foreseeStatement(trx, one));
          described = await describeAccounts(trx, known);
          // An undone import raises no alarm.
          await takeKnown({ trx, logger: createLogger('silent') }, file, read);
          statements = [];
          for (const one of before) statements.push(await one(trx));
          throw undone;
        })
        .catch((error: unknown) => {
          if (error instanceof FileRefused) refusal = error.message;
          else if (error !== undone) throw error;
        });
      if (refusal !== null) return { ...foreseen, refused: refusal };
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
        await bookWaiting({ trx, logger, account, fileId: '', format: null, total }, null);
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

    async decide(trx, { statement, ...decision }) {
      const found = await repository.findWaiting(trx, { id: statement });
      if (found) await repository.lockAccount(trx, { account: found.account });
      const row = found && (await repository.findWaiting(trx, { id: statement }));
      if (!row) throw new FileRefused('It waits no more.');
      const account = getAccount(row.account);
      await decideOnWaiting(
        { trx, logger, account, fileId: '', format: null, total: new Tally(null) },
        row,
        decision,
      );
    },
  };
}

function nameOf({ account, currency }: FileStatement): string {
  return `It is of the account ${account} in ${currency}`;
}

/** Describes a statement's content and, once imported, the outcome. */
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
    const waiting = row && row.waits !== null ? await repository.findWaiting(after, row) : undefined;
    if (waiting) {
      const waits = waitKindOf(waiting, await repository.findState(after, { account: account.id }));
      return { ...said, outcome: isKnown ? 'known' : 'waits', waits };
    }
    // A page has no number of its own.
    const isNew =
      !isKnown && (statement.role === 'early' || statement.page !== null || typeof row?.number === 'string');
    return {
      ...said,
      outcome: !isNew ? 'known' : statement.role === 'early' ? 'early' : 'booked',
      waits: null,
    };
  };
}
