import { openSync, closeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/config.ts';
import { openFoundation } from '../../../src/composition/foundation.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { changeMethod } from '../../../src/methods/catalogue.ts';
import { createBitsoClient } from '../../../src/methods/providers/bitso/client/client.ts';
import { createCredentials } from '../../../src/methods/providers/bitso/client/credentials.ts';
import { subscribe } from '../../../src/methods/providers/bitso/check/subscriptions.ts';
import { startFakeBitso } from '../../fake-bitso/server.ts';
import { createChance, type Chance } from '../chance.ts';
import { killSome, startVictims, type Victim } from '../processes.ts';
import { CANARIES } from './canaries.ts';
import { judgeBitso } from './judge.ts';
import { decideAtRandom } from './operator.ts';
import { fundAccounts, movePeople, openAccounts, OWN_MONEY } from './people.ts';
import { bringPeace, makeBitsoWeather } from './weather.ts';
import { untilSettled } from './rest.ts';
import { freePort } from '../../../test/support/outside/free-port.ts';

const KILL_EVERY_MS = 6_000;

/**
 * Takes, sends and exchanges pesos at a stand-in for Bitso that loses answers, fails, limits calls, undoes withdrawals,
 * has lists that lag and runs out of money, reads what is not documented now in this way and now in that, and loses,
 * doubles, delays and forges notices, while the service's processes are killed and an operator decides at random. At the
 * end the books, the stand-in's books and its statement must say the same, and the logs must name nobody. Returns what it
 * did and what is wrong.
 */
export async function bitsoUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  const logFile = join(dataDir, 'service.log');
  const log = openSync(logFile, 'a');
  const fake = await startFakeBitso({
    ...{ seed, balance: OWN_MONEY, bitso: { key: 'chaos-bitso', secret: CANARIES.secret } },
    juno: { key: 'chaos-juno', secret: CANARIES.junoSecret },
    settings: { pendingMs: 200, processingMs: 300, mintMs: 300 },
  });
  const port = await freePort();
  const environment = {
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'debug', PORT: String(port), BITSO_API_KEY: fake.bitso.key },
    ...{ BITSO_API_SECRET: fake.bitso.secret, BITSO_BASE_URL: fake.url },
    ...{ JUNO_API_KEY: fake.juno.key, JUNO_API_SECRET: fake.juno.secret, JUNO_BASE_URL: fake.url },
  };
  const config = readConfig(environment);
  const foundation = await openFoundation(config, createLogger('silent'));
  const victims: Victim[] = [];
  try {
    const { db, logger } = foundation;
    await db.transaction((trx) => changeMethod(trx, 'SPEI', { provider: 'bitso' }));
    const client = createBitsoClient({
      ...{
        db,
        logger,
        baseUrl: fake.url,
        credentials: createCredentials(config.rails.bitso!.apiKey, config.rails.bitso!.secret),
      },
    });
    const url = `http://127.0.0.1:${port}/providers/bitso/notices`;
    await subscribe(client, { url, replaces: false }, AbortSignal.timeout(10_000));
    const accounts = await openAccounts(foundation);
    await startVictims(victims, environment, log);
    await fundAccounts({ foundation, fake, accounts, baseUrl: `http://127.0.0.1:${port}` });
    const endsAt = Date.now() + durationMs;
    const isOver = (): boolean => Date.now() >= endsAt;
    let parts = 0;
    const chance = (): Chance => createChance(seed * 1_000 + parts++);
    const surroundings = { foundation, fake, accounts, baseUrl: `http://127.0.0.1:${port}` };
    const [people, weather, decisions, kills] = await Promise.all([
      movePeople(surroundings, chance, isOver),
      makeBitsoWeather(fake, chance, durationMs),
      decideAtRandom(foundation, fake, chance(), isOver),
      killSome(victims, KILL_EVERY_MS, isOver, chance()),
    ]);
    bringPeace(fake);
    const restMs = await untilSettled(foundation, fake);
    const { report, faults } = await judgeBitso(foundation, fake, {
      people,
      forged: weather.forged,
      logFile,
    });
    return {
      faults,
      report: {
        ...{ seconds: durationMs / 1_000, seed, kills, weather: weather.report, decisions, ...report },
        seconds_to_rest: restMs / 1_000,
      },
    };
  } finally {
    await Promise.all(victims.map((victim) => victim.stop()));
    closeSync(log);
    await foundation.close();
    await fake.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
