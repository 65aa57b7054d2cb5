import type { Queryable } from '../../../../db/connect.ts';
import { named, statement } from '../../../../db/statement.ts';

export interface Holding {
  asset: string;
  address: string;
  /** Decimal, in `asset`. */
  amount: string;
}

/**
 * What the books say that addresses hold as of a final block: what arrived, less what was swept. A sweep counts from the
 * block that it is in. One that was reverted while the next found nothing was carried to the token by somebody else:
 * an authorization is anybody's to use.
 */
const holdingsStatement = statement<
  { network: string; block: number; addresses: readonly string[] },
  Holding
>('audit.evm_holdings', (p) =>
  named(
    `with moves as (
       select asset, recipient as address, amount from evm_transfers
        where network = :network and status = 'final' and block_number <= :block
          and recipient = any(:addresses::text[])
       union all
       select s.asset, s.address, - s.amount from evm_sweeps s
         join evm_orders o on o.idempotency_key = format('sweep:%s:%s:%s:%s', s.network, s.address, s.asset, s.number)
         left join evm_sweeps next
                on next.network = s.network and next.address = s.address and next.asset = s.asset
               and next.number = s.number + 1
        where s.network = :network and s.address = any(:addresses::text[]) and o.block_number <= :block
          and (o.status <> 'reverted' or next.outcome = 'empty')
     )
     select asset, address, sum(amount)::text as amount from moves group by asset, address`,
    p,
  ),
);

export function listHoldings(
  on: Queryable,
  of: { network: string; block: number; addresses: readonly string[] },
): Promise<Holding[]> {
  return holdingsStatement.all(on, of);
}
