import { columns, command, sql, statement, type Trx } from '../../db/index.ts';

interface CostRow {
  accountId: string;
  provider: string;
  reference: string;
  id: string;
  asset: string;
  amount: string;
  booked: string;
}

const insertStatement = statement<CostRow & { at: Date }>('provider_costs.insert', (p) =>
  sql('provider_costs')
    .insert({
      ...columns(p, ['provider', 'reference', 'id', 'asset', 'amount', 'booked']),
      account_id: p.accountId,
      created_at: p.at,
    })
    .onConflict(['account_id', 'provider', 'reference'])
    .ignore(),
);

/** False for a cost that is already recorded. */
export async function insertCost(trx: Trx, cost: CostRow): Promise<boolean> {
  return (await insertStatement.run(trx, { ...cost, at: await trx.now })) === 1;
}

interface ExcessKey {
  accountId: string;
  asset: string;
}

const openStatement = statement<ExcessKey>('provider_cost_roundings.open', (p) =>
  sql('provider_cost_roundings')
    .insert({ account_id: p.accountId, asset: p.asset })
    .onConflict(['account_id', 'asset'])
    .ignore(),
);

const lockStatement = statement<ExcessKey, { excess: string }>('provider_cost_roundings.lock', (p) =>
  sql('provider_cost_roundings')
    .where({ account_id: p.accountId, asset: p.asset })
    .forUpdate()
    .select('excess'),
);

/** How much more than the exact costs was booked of an asset; locked until the transaction ends. */
export async function lockExcess(trx: Trx, accountId: string, asset: string): Promise<string> {
  trx.defer(openStatement.run(trx, { accountId, asset }));
  return (await lockStatement.first(trx, { accountId, asset }))?.excess ?? '0';
}

export const writeExcess = command.run<ExcessKey & { excess: string }>('provider_cost_roundings.write', (p) =>
  sql('provider_cost_roundings')
    .where({ account_id: p.accountId, asset: p.asset })
    .update({ excess: p.excess }),
);
