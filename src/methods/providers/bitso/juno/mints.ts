import { formatAmount, money } from '../../../../lib/money.ts';
import type { ConversionRequest, Converted, Waiting } from '../../../index.ts';
import type { Access } from '../../orders/index.ts';
import type { BitsoWithdrawals } from '../withdrawals/withdrawals.ts';
import type { JunoApi, JunoTransaction } from './api.ts';
import { claimIssuance, findMint, openMint } from './repository.ts';

interface MintParts {
  db: Access['db'];
  juno: JunoApi;
  withdrawals: BitsoWithdrawals;
}

/**
 * Sends pesos from Bitso to Juno, once for each key, and returns whether Juno has issued MXNB for them. `leg`: the pesos
 * were bought for that. Throws a ProviderFailure.
 */
export async function mint(
  parts: MintParts,
  request: ConversionRequest,
  purpose: 'mint' | 'leg',
  signal: AbortSignal,
): Promise<Converted> {
  const { idempotencyKey, fromAsset: asset, fromAmount: amount } = request;
  const { db, juno, withdrawals } = parts;
  const clabe = await juno.mintingClabe(signal);
  await db.transaction((trx) => openMint(trx, { key: idempotencyKey, amount: formatAmount(amount) }));
  const order = { idempotencyKey, purpose, asset, amount, to: { clabe, beneficiary: 'Juno' } };
  const sent = await withdrawals.send(order, signal);
  if (sent.status === 'pending')
    return {
      ...sent,
      waits: sent.waits ?? notIssued('Bitso has not completed the transfer of the pesos to Juno.'),
    };
  const { providerReference } = sent;
  const issuance = await findIssuance(parts, idempotencyKey, signal);
  if (issuance?.status === 'done') return { status: 'done', providerReference, toAmount: amount };
  // Nothing may be released, because the pesos have left Bitso. If they come back, this reference identifies their order.
  const words =
    issuance?.status === 'failed'
      ? `Juno issued nothing for withdrawal ${providerReference}: its transaction ${issuance.id} failed.`
      : `Juno has not issued MXNB for withdrawal ${providerReference} yet.`;
  return { status: 'pending', providerReference, waits: notIssued(words) };
}

/**
 * The issuance that belongs to a mint. Juno does not state the transfer behind an issuance, so any of the same amount
 * will do, as long as each counts once.
 */
async function findIssuance(
  { db, juno }: MintParts,
  key: string,
  signal: AbortSignal,
): Promise<JunoTransaction | undefined> {
  const opened = await findMint(db.read, { key });
  if (!opened) throw new Error('a mint vanished');
  if (opened.issuanceId !== null) return juno.transaction(opened.issuanceId, signal);
  const amount = money(opened.amount);
  const issued = await juno.transactionsSince('ISSUANCE', opened.startedAt, signal);
  const oldestFirst = issued
    .filter((one) => one.amount.eq(amount))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  // A failed issuance is not claimed, because only the returned pesos show which mint it was for.
  for (const issuance of oldestFirst.filter(({ status }) => status !== 'failed')) {
    const claimed = await db.transaction((trx) => claimIssuance(trx, { key, issuanceId: issuance.id }));
    if (claimed === 1) return issuance;
  }
  const claimed = (await findMint(db.read, { key }))?.issuanceId;
  return issued.find(({ id }) => id === claimed) ?? oldestFirst.find(({ status }) => status === 'failed');
}

function notIssued(words: string): Waiting {
  return { reason: 'NOT_ISSUED', words };
}
