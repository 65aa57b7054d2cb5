import { connect } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createRateLimit } from '../../../src/methods/providers/bitso/client/rate-limit.ts';

/** Takes nonces as fast as it can, and prints them. */
const [connectionString = '', count = '0'] = process.argv.slice(2);
const logger = createLogger('silent');
const db = connect({ connectionString, maxTransactions: 8, logger });
const turns = createRateLimit({ db, logger, apiKey: 'one key', callsPerMinute: 6_000_000 });
const signal = AbortSignal.timeout(50_000);
const nonces: string[] = [];
const take = async (): Promise<void> => {
  while (nonces.length < Number(count)) nonces.push(await turns.acquire({ isBackground: false }, signal));
};
await Promise.all([take(), take(), take(), take()]);
process.stdout.write(`${nonces.join('\n')}\n`);
await db.close();
