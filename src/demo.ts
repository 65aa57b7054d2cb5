import { createAccount } from './accounts/service.ts';
import type { Foundation } from './foundation.ts';
import { SCOPES } from './credentials/scopes.ts';
import { sql, statement } from './db/statement.ts';
import { UNCLAIMED_ACCOUNT_ID } from './deposits/notifications/notification.ts';
import { HOUSE_ACCOUNT_ID } from './ledger/costs/service.ts';
import { CURRENT_VERSION } from './http/versions.ts';
import { DEFAULT_MONEY_OPERATIONS_PER_DAY, DEFAULT_REQUESTS_PER_MINUTE } from './credentials/service.ts';

const DEMO_LOCK = 7_262_027;

const lockStatement = statement<Record<string, never>>('demo.lock', () =>
  sql.select(sql.raw('pg_advisory_xact_lock(?)', [DEMO_LOCK])),
);
const anyAccountStatement = statement<Record<string, never>, { id: string }>('demo.any_account', () =>
  sql('accounts').whereNotIn('id', [UNCLAIMED_ACCOUNT_ID, HOUSE_ACCOUNT_ID]).select('id').limit(1),
);

/** Creates an account to try things with, on a deployment that has none yet; its key is shown only once. */
export function createDemoAccount({
  db,
  credentials,
  config,
}: Foundation): Promise<{ accountId: string; apiKey: string } | undefined> {
  return db.transaction(async (trx) => {
    // Two simultaneous first starts must create only one demo account.
    await lockStatement.run(trx, {});
    if (await anyAccountStatement.first(trx, {})) return undefined;
    const account = await createAccount(trx, { name: 'Demo Company', email: null, approved: true });
    const { secret } = await credentials.create(trx, {
      accountId: account.id,
      name: 'Demo key',
      environment: config.environment,
      scopes: SCOPES,
      allowedCidrs: [],
      apiVersion: CURRENT_VERSION,
      requestsPerMinute: DEFAULT_REQUESTS_PER_MINUTE,
      moneyOperationsPerDay: DEFAULT_MONEY_OPERATIONS_PER_DAY,
      expiresAt: null,
    });
    return { accountId: account.id, apiKey: secret };
  });
}
