import type { Trx } from '../db/connect.ts';
import { sql, statement } from '../db/statement.ts';
import type { UnmatchedReason } from './match.ts';

export interface DepositRow {
  account_id: string;
  id: string;
  status: 'credited' | 'unmatched';
  unmatched_reason: UnmatchedReason | null;
  payment_link_code: string | null;
  method: string;
  asset: string;
  network: string | null;
  amount: string;
  destination: string;
  reference: string | null;
  provider: string;
  provider_reference: string;
  /** Never in events: payer's name, tracking key, transaction hash, source address or account. */
  payer: Record<string, string>;
  request_id: string | null;
  created_at: Date;
}

const insertStatement = statement<Omit<DepositRow, 'payer'> & { payer: string }>('deposits.insert', (p) =>
  sql('deposits').insert({
    account_id: p.account_id,
    id: p.id,
    status: p.status,
    unmatched_reason: p.unmatched_reason,
    payment_link_code: p.payment_link_code,
    method: p.method,
    asset: p.asset,
    network: p.network,
    amount: p.amount,
    destination: p.destination,
    reference: p.reference,
    provider: p.provider,
    provider_reference: p.provider_reference,
    payer: p.payer,
    request_id: p.request_id,
    created_at: p.created_at,
  }),
);

export async function insertDeposit(trx: Trx, deposit: DepositRow): Promise<void> {
  await insertStatement.run(trx, { ...deposit, payer: JSON.stringify(deposit.payer) });
}

type NoticeKey = Pick<DepositRow, 'account_id' | 'provider' | 'provider_reference'>;

const findByNoticeStatement = statement<NoticeKey, DepositRow>('deposits.find_by_notice', (p) =>
  sql('deposits')
    .where({ account_id: p.account_id, provider: p.provider, provider_reference: p.provider_reference })
    .select('*'),
);

export function findDepositByNotice(trx: Trx, key: NoticeKey): Promise<DepositRow | undefined> {
  return findByNoticeStatement.first(trx, key);
}
