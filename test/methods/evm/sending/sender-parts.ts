import { connect, type Database, type Trx } from '../../../../src/db/connect.ts';
import { bookCost } from '../../../../src/ledger/costs.ts';
import { createLogger, type Logger } from '../../../../src/lib/logger.ts';
import { money } from '../../../../src/lib/money.ts';
import type { ChainConfig } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import { createEvm, type Evm } from '../../../../src/methods/providers/evm/evm.ts';
import { parseSenderKeys } from '../../../../src/methods/providers/evm/sender/keys.ts';
import type { Outcome, Provider, Report } from '../../../../src/methods/providers/provider.ts';

// Apart from the rig, because a process that is killed again and again should start quickly.

/** What a sender signs with. */
export interface SenderSecrets {
  /** The text of the file that CHAIN_SENDER_KEYS names. */
  keys: string;
  xpub: string;
}

export function openEvm(
  db: Database,
  chains: ChainConfig[],
  { keys, xpub }: SenderSecrets,
  logger: Logger = createLogger((process.env['TEST_LOG_LEVEL'] ?? 'silent') as 'silent'),
): Evm {
  return createEvm({ db, logger, chains, xpub, keys: parseSenderKeys(keys, xpub, chains) });
}

/** The sender of one process on a database. */
export function openSender(
  databaseUrl: string,
  chains: ChainConfig[],
  secrets: SenderSecrets,
  logger?: Logger,
) {
  const db = connect({ connectionString: databaseUrl, maxTransactions: 10, logger: createLogger('silent') });
  const evm = openEvm(db, chains, secrets, logger);
  const reports: Report[] = [];
  const takeIn = async (trx: Trx, told: readonly Report[]): Promise<void> => {
    reports.push(...told);
    for (const report of told) if (report.type === 'cost') await bookCost(trx, 'evm', report.cost);
  };
  const [follower, reporter, , worker, sweeper] = evm.background?.(takeIn) ?? [];
  if (!worker || !sweeper || !follower || !reporter) throw new Error('the provider has no sender');
  return { db, evm, worker, sweeper, follower, reports };
}

export function payOut(evm: Provider, key: string, amount: string, to: string): Promise<Outcome> {
  return evm.payOut(
    {
      idempotencyKey: key,
      method: 'USDC',
      asset: 'USDC',
      amount: money(amount),
      destination: { address: to, network: 'Polygon' },
    },
    AbortSignal.timeout(10_000),
  );
}
