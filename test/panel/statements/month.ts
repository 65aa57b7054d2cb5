import type { TestService } from '../../support/service.ts';

/** What the statement of an account's asset must say, from its postings alone: from one day on, and before another. */
export async function monthOf(
  { database }: TestService,
  accountId: string,
  asset: string,
  from: string,
  until: string,
): Promise<{ opening: string; closing: string; movements: number }> {
  const [row] = await database.query(
    `select coalesce(sum(amount) filter (where created_at < $3), 0)::text as opening,
            coalesce(sum(amount) filter (where created_at < $4), 0)::text as closing,
            count(*) filter (where created_at >= $3 and created_at < $4)::integer as movements
       from ledger_postings where account_id = $1 and book = 'available' and asset = $2`,
    [accountId, asset, from, until],
  );
  return row as { opening: string; closing: string; movements: number };
}
