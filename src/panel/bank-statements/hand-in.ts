import { recordAction } from '../../audit-log/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { MemberVisit } from '../request/route.ts';
import type { Upload } from '../request/upload.ts';
import { getBankAccounts, type BankServices } from './access.ts';

/** Each takes up to 20 MB of the database for a day. */
const MOST_WAITING = 20;
/** Controls, and what is not seen but changes how the rest is read. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * Keeps a file, sealed, with what it would do, and returns its id; nothing is booked. One that waits already is the same
 * one. Throws `invalid_request` for what cannot be handed in.
 */
export async function handIn(services: BankServices, visit: MemberVisit): Promise<string> {
  const { db, handIns, keyring } = services;
  const { files } = handIns;
  const { accountId, actor, session } = visit;
  const among = getBankAccounts(services, visit).map(({ id }) => id);
  const upload = visit.file('file');
  if (!upload) throw invalidParam('file', 'file must be a file.');
  const chosen = visit.field('bank_account');
  if (chosen !== '' && !among.includes(chosen))
    throw invalidParam('bank_account', 'There is no such account.');
  const bankAccount = chosen === '' ? null : chosen;
  const { bytes } = upload;
  const name = nameOf(upload);
  const sha256 = handIns.hashOf(bytes);
  const same = await files.findSame(db.read, { accountId, sha256 });
  if (same && (await files.find(db.read, { accountId, id: same.id }))) return same.id;
  const summary = await handIns.foresee({
    bytes,
    name,
    source: 'panel',
    by: actor.email,
    account: bankAccount ?? undefined,
    among,
  });
  const id = newId();
  const content = keyring.seal(bytes.toString('base64'), `bank_handed_in ${id}`);
  return db.transaction(async (trx) => {
    await files.deleteExpired(trx, { accountId });
    const { count = 0 } = (await files.countWaiting(trx, { accountId })) ?? {};
    if (count >= MOST_WAITING) throw invalidParam('waiting', 'Too many files wait already.');
    const inserted = await files.insert(trx, {
      accountId,
      id,
      sha256,
      name,
      bankAccount,
      content,
      summary: JSON.stringify(summary),
      handedInBy: session.userId,
    });
    // Another person uploaded the same file meanwhile.
    if (inserted === 0) return (await files.findSame(trx, { accountId, sha256 }))?.id ?? id;
    await recordAction(trx, accountId, actor, {
      action: 'bank_statement.handed_in',
      subject: id,
      details: { name, sha256, refused: summary.refused },
    });
    return id;
  });
}

/** The name of a file as the browser sends it, without folders and invisible characters. */
function nameOf({ name }: Upload): string {
  const own = name.normalize('NFC').replace(UNSEEN, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  return [...own].slice(-100).join('');
}
