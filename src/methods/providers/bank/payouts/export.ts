import { join } from 'node:path';
import type { Database } from '../../../../db/index.ts';
import { writeWholeFile } from '../../../../lib/files/whole-file.ts';
import { formatAmount, money, type Money } from '../../../../lib/money.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import { executionDateOf } from '../../../index.ts';
import { writePaymentFile } from '../payments/index.ts';
import { messageIdOf } from './message-id.ts';
import type { PayingAccount } from './payouts.ts';
import * as repository from './repository.ts';

/** The rest goes into the next file, because banks limit files. */
const MOST_PAYMENTS = 500;

/** A payment file that was released. */
interface Exported {
  /** Its path. */
  file: string;
  payments: number;
  sum: Money;
  sha256: string;
}

interface Parts {
  db: Database;
  keyring: Keyring;
}

/**
 * Releases the waiting payments as one file. The file is stored with its orders, and then written to its folder, once.
 * It is never made anew, because a bank may pay a second file, too. `seen` is the number and sum that the operator has
 * checked; anything else is refused. Undefined when nothing waits.
 */
export async function exportPayments(
  { db, keyring }: Parts,
  paying: PayingAccount,
  { by, seen }: { by: string | null; seen: { payments: number; sum: Money } | undefined },
): Promise<Exported | undefined> {
  const { account, profile } = paying;
  const batch = await db.transaction(async (trx) => {
    const orders = await repository.lockWaiting(trx, { account: account.id, limit: MOST_PAYMENTS });
    if (orders.length === 0) return undefined;
    const sum = sumOf(orders);
    if (seen && (seen.payments !== orders.length || !seen.sum.eq(sum))) {
      throw new ExportChanged(
        `${orders.length} payments of ${sum.toFixed(2)} in total wait, not ${seen.payments} of ${seen.sum.toFixed(2)}: look again.`,
      );
    }
    const now = await trx.now;
    const day = now.toISOString().slice(0, 10);
    const fileOfDay = ((await repository.countBatches(trx, { account: account.id, day }))?.count ?? 0) + 1;
    const messageId = messageIdOf(orders[0]?.id ?? '', day);
    const { bytes, count, sha256, name, groups } = writePaymentFile(profile, {
      messageId,
      createdAt: now,
      fileOfDay,
      executionDate: executionDateOf(profile.bankingDays, now),
      payments: orders.map(({ id, amount, destination }) => ({
        instructionId: id,
        amount: money(amount),
        currency: account.asset,
        destination,
        // The payee sees our id, which a file has wherever there is room for words.
        remittance: null,
      })),
    });
    await repository.insertBatch(trx, {
      id: messageId,
      account: account.id,
      name,
      sha256,
      payments: count,
      total: formatAmount(sum),
      content: keyring.seal(bytes.toString('base64'), `bank_batches ${messageId}`),
      groups: JSON.stringify(groups.map((group) => ({ ...group, sum: group.sum.toFixed() }))),
      releasedBy: by,
    });
    await repository.exportOrders(trx, { batch: messageId, ids: orders.map(({ id }) => id) });
    return { id: messageId, name, bytes, sha256, payments: count, sum };
  });
  if (!batch) return undefined;
  const { payments, sum, sha256 } = batch;
  return { file: await write(db, paying, batch), payments, sum, sha256 };
}

/**
 * Writes a released file once more, with the same bytes, when a process ended before it was written, or the bank
 * requests it again. Only an operator does that, because the transfer process may have taken the first one. Undefined
 * if there is no such file.
 */
export async function exportAgain(
  { db, keyring }: Parts,
  paying: PayingAccount,
  batchId: string,
): Promise<Exported | undefined> {
  const stored = await repository.findBatch(db.read, { account: paying.account.id, id: batchId });
  if (!stored) return undefined;
  const { id, name, content, sha256, payments, total } = stored;
  const bytes = Buffer.from(keyring.open(content, `bank_batches ${id}`), 'base64');
  return { file: await write(db, paying, { id, name, bytes }), payments, sum: money(total), sha256 };
}

async function write(
  db: Database,
  { folder }: PayingAccount,
  { id, name, bytes }: { id: string; name: string; bytes: Buffer },
): Promise<string> {
  const path = join(folder, name);
  await writeWholeFile(
    path,
    (sink) =>
      new Promise<void>((resolve, reject) => {
        sink.on('error', reject).on('close', resolve).end(bytes);
      }),
  );
  await db.transaction((trx) => repository.markWritten(trx, { id }));
  return path;
}

/** The waiting payments differ from those that the operator saw. */
export class ExportChanged extends Error {
  override readonly name = 'ExportChanged';
}

function sumOf(orders: readonly { amount: string }[]): Money {
  return orders.reduce((total, { amount }) => total.plus(money(amount)), money('0'));
}
