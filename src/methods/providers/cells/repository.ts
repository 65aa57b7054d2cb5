import { command, named, query, type Queryable, sql, type Trx, type Tables } from '../../../db/index.ts';
import type { WrittenReport } from '../../index.ts';

/** A deposit that another cell has handed on. */
export interface CellDeposit extends Pick<Tables['cell_deposits'], 'provider' | 'reference' | 'takenAt'> {
  report: WrittenReport;
}

type NewDeposit = Pick<CellDeposit, 'provider' | 'reference'> & { report: string };

const insertDeposits = command.rows<NewDeposit>(
  'cell_deposits.insert',
  { provider: 'text', reference: 'text', report: 'jsonb' },
  (deposits) =>
    sql.raw(
      `insert into cell_deposits (provider, reference, report, taken_at)
       select provider, reference, report, service_now() from ? on conflict (provider, reference) do nothing`,
      [deposits],
    ),
);

/** Stores a notice from another cell; once, however often it arrives. */
export function insertCellDeposit(
  trx: Trx,
  { provider, reference, report }: Omit<CellDeposit, 'takenAt'>,
): void {
  const row = { provider, reference, report: JSON.stringify(report) };
  trx.gather(insertDeposits, row, `${provider} ${reference}`);
}

/** A deposit under the name of the provider that reported it first. */
interface FirstReport {
  accountId: string;
  provider: string;
  providerReference: string;
}

const brought = query.all<{ reports: readonly FirstReport[] }, FirstReport>(
  'cell_deposits.find_brought_along',
  (p) =>
    sql.raw(
      `select r.account_id, r.provider, r.provider_reference
         from ?
         join deposit_references r on r.provider = g.provider and r.provider_reference = g.provider_reference
          and r.account_id = g.account_id
         join deposits d on d.account_id = r.account_id and d.id = r.deposit_id
        where d.status <> 'failed'`,
      [p.reports],
    ),
  { reports: { accountId: 'uuid', provider: 'text', providerReference: 'text' } },
);

/**
 * Deposits that the account has already, because it brought them along when it moved here. One that had vanished may
 * arrive after all.
 */
export async function findBroughtAlong(
  on: Queryable,
  reports: readonly FirstReport[],
): Promise<FirstReport[]> {
  return reports.length === 0 ? [] : brought(on, { reports });
}

/** Oldest first. The line after which a page begins is on the statement itself, so its time need not be sent. */
export const listCellDeposits = query.all<
  { provider: string; from: Date; to: Date; after: string; limit: number },
  CellDeposit
>('cell_deposits.list_statement', (p) =>
  named(
    `select d.* from cell_deposits d
      where d.provider = :provider and d.taken_at >= :from and d.taken_at < :to
        and (:after = '' or (d.taken_at, d.reference)
              > (select a.taken_at, a.reference from cell_deposits a
                  where a.provider = :provider and a.reference = :after))
      order by d.taken_at, d.reference limit :limit`,
    p,
  ),
);

export const findCellDeposit = query.first<Pick<CellDeposit, 'provider' | 'reference'>, CellDeposit>(
  'cell_deposits.find',
  (p) => sql('cell_deposits').where({ provider: p.provider, reference: p.reference }).select('*'),
);
