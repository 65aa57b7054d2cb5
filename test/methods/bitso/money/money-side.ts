import type { FakeBitso } from '../../../../scripts/fake-bitso/server.ts';
import type { Database } from '../../../../src/db/connect.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import {
  createBitsoClient,
  type BitsoClient,
} from '../../../../src/methods/providers/bitso/client/client.ts';
import { createCredentials } from '../../../../src/methods/providers/bitso/client/credentials.ts';
import { createMoneySide, type MoneySide as Money } from '../../../../src/methods/providers/bitso/money.ts';

// Apart from the rig, because a process that is killed again and again should start quickly.

export type MoneySide = Money['provider'];

/** What a process does with money, by the keys of an account at Bitso and at Juno. */
export function openMoneySide(
  db: Database,
  { url, bitso, juno }: Pick<FakeBitso, 'url' | 'bitso'> & { juno: FakeBitso['juno'] | undefined },
): MoneySide {
  const logger = createLogger('silent');
  const clientOf = ({ key, secret }: FakeBitso['bitso']): BitsoClient =>
    createBitsoClient({
      ...{ db, logger, baseUrl: url, callsPerMinute: 100_000 },
      credentials: createCredentials(key, secret),
    });
  return createMoneySide({ db, logger, client: clientOf(bitso), juno: juno && clientOf(juno) }).provider;
}
