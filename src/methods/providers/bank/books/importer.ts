import type { Trx } from '../../../../db/index.ts';
import { formatAmount, money, type Money } from '../../../../lib/money.ts';
import { FileRefused } from '../files/index.ts';
import type { Foreseen, HandedIn, Imported } from '../../../index.ts';
import { decideOnWaiting, type WaitingDecision } from './accept.ts';
import { foresee } from './preview.ts';
import { requireAccount } from './read-file.ts';
import * as repository from './repository.ts';
import { bookWaiting } from './statements.ts';
import { take, type Parts } from './take.ts';
import { Tally } from './work.ts';

export interface Importer {
  /**
   * Imports a statement file in one transaction, once, however often it is uploaded and whatever it overlaps with. Its
   * content is believed only as far as the account's balances continue without a gap (D42). A statement whose opening
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

export function createImporter(parts: Parts): Importer {
  return {
    take: (file, also) => take(parts, file, also),
    foresee: (file) => foresee(parts, file),
    open: (account, balance) => openAccount(parts, account, balance),
    agree: (account, balance, within) => agree(parts, account, balance, within),
    decide: (trx, what) => decide(parts, trx, what),
  };
}

function openAccount({ db, logger, accounts }: Parts, id: string, balance: Money): Promise<Imported> {
  const account = requireAccount(accounts, id);
  return db.transaction(async (trx) => {
    await repository.lockAccount(trx, { account: id });
    if ((await repository.openAccount(trx, { account: id, closing: formatAmount(balance) })) === 0) {
      throw new FileRefused(`The account ${id} has an opening balance already.`);
    }
    const total = new Tally(null);
    await bookWaiting({ trx, logger, account, fileId: '', format: null, total }, null);
    return total.result;
  });
}

function agree({ db, accounts }: Parts, id: string, balance: Money, within?: Trx): Promise<void> {
  requireAccount(accounts, id);
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
}

async function decide(
  { logger, accounts }: Parts,
  trx: Trx,
  { statement, ...decision }: Parameters<Importer['decide']>[1],
): Promise<void> {
  const found = await repository.findWaiting(trx, { id: statement });
  if (found) await repository.lockAccount(trx, { account: found.account });
  const row = found && (await repository.findWaiting(trx, { id: statement }));
  if (!row) throw new FileRefused('It waits no more.');
  const account = requireAccount(accounts, row.account);
  await decideOnWaiting(
    { trx, logger, account, fileId: '', format: null, total: new Tally(null) },
    row,
    decision,
  );
}
