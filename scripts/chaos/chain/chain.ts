import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { advance } from '../../../src/clock/repository.ts';
import { readConfig } from '../../../src/config/config.ts';
import { openFoundation, type Foundation } from '../../../src/composition/foundation.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { chainEntry, TEST_XPUB, writeChainsFile } from '../../../test/support/chain/chains-file.ts';
import { deploy } from '../../../test/support/chain/contracts.ts';
import { startFaultyEndpoint } from '../../../test/support/chain/faulty-endpoint.ts';
import { startNode } from '../../../test/support/chain/node.ts';
import { deployFiatToken } from '../../../test/support/chain/tokens.ts';
import { createChance, type Chance } from '../chance.ts';
import { killSome, persistently, postgresOf, startVictim, type Victim } from '../processes.ts';
import { judgeChain } from './judge.ts';
import { lieOn } from './liar.ts';
import { openMerchant } from './merchant.ts';
import { DEEPEST, Payers, type LinkToPay } from './payers.ts';
import { makeChainWeather } from './weather.ts';

/** For a run of a minute or longer; a shorter one gets its share. */
const DEPOSITS = 1_000;
const BLOCKS = 300;
const REORGANISATION_EVERY = 6;
const KILL_EVERY_MS = 6_000;
const NETWORK = 'Arbitrum';
const QUERY_TIMEOUT_MS = 30_000;
const REST_TIMEOUT_MS = 120_000;
/** After that, what a reorganisation took out for good is given up. */
const GIVEN_UP_AFTER_S = 2 * 3600;

/**
 * Pays links on a real node that reorganises its chain, some by transactions that then pay something else, while two
 * watchers follow it through three endpoints of which one lies and the others fail now and then, and they and Postgres are
 * killed. At the end, the ledger, the chain's own logs and `balanceOf` must say the same. Returns what it did and what is
 * wrong.
 */
export async function chainUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const share = Math.min(1, durationMs / 60_000);
  const deposits = Math.round(DEPOSITS * share);
  const blocks = Math.round(BLOCKS * share);
  const startedAt = Date.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  const node = await startNode();
  const endpoints = await Promise.all([1, 2, 3].map(() => startFaultyEndpoint(node.url)));
  const tokens = { MXNB: await deployFiatToken(node, 'MXNB'), USDC: await deployFiatToken(node, 'USDC') };
  const file = writeChainsFile([
    chainEntry({
      network: NETWORK,
      endpoints: endpoints.map(({ url }) => url),
      agree: 2,
      finality: { confirmations: DEEPEST + 1 },
      tokens: { MXNB: { address: tokens.MXNB.address }, USDC: { address: tokens.USDC.address } },
    }),
  ]);
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    CHAINS_FILE: file.path,
    CHAIN_XPUB: TEST_XPUB,
  };
  const foundation = await openFoundation(readConfig(environment), createLogger('silent'));
  const watchers: Victim[] = [];
  try {
    const merchant = await openMerchant(foundation);
    const links = await merchant.links(Array.from({ length: deposits }, (_, at) => BigInt(100_000_000 + at)));
    let parts = 0;
    const chance = (): Chance => createChance(seed * 1_000 + parts++);
    const means = {
      ...{ right: tokens.MXNB, wrong: tokens.USDC },
      splitter: await deploy(node, 'Splitter'),
      lottery: await deploy(node, 'Lottery'),
    };
    const payers = new Payers(node, means, chance());
    await payers.open();
    const liar = chance().pick(endpoints);
    const honest = endpoints.filter((endpoint) => endpoint !== liar);
    const endsAt = Date.now() + durationMs;
    let isPaid = false;
    let isFollowed = false;
    const isOver = (): boolean => isPaid && Date.now() >= endsAt;
    // It lies from the first start on, until the books are closed.
    const lying = lieOn(liar, chance(), () => isFollowed);
    for (const name of ['watcher 1', 'watcher 2']) {
      watchers.push(await startVictim(name, { ...environment, ROLES: 'worker' }));
    }
    const [, endpointFaults, kills] = await Promise.all([
      payAll(payers, links, { blocks, pauseMs: durationMs / blocks }, chance()).finally(() => {
        isPaid = true;
      }),
      makeChainWeather(honest, chance(), isOver),
      killSome([...watchers, postgresOf(dataDir)], KILL_EVERY_MS, isOver, chance()),
    ]);
    const restFrom = Date.now();
    await payers.finish();
    await untilFollowed(foundation, Number(await node.call('eth_blockNumber')) - DEEPEST - 1);
    await persistently(
      () =>
        foundation.db.transaction((trx) =>
          advance(trx, { seconds: GIVEN_UP_AFTER_S, mostS: GIVEN_UP_AFTER_S * 2 }),
        ),
      QUERY_TIMEOUT_MS,
    );
    await node.mine(2);
    await untilFollowed(foundation, Number(await node.call('eth_blockNumber')) - DEEPEST - 1);
    const restMs = Date.now() - restFrom;
    isFollowed = true;
    const lies = await lying;
    const verdict = await judgeChain(foundation, node, { network: NETWORK, tokens });
    const { faults, ...found } = verdict;
    if (payers.counts.changed === 0)
      faults.push('no transaction changed: there was too little trouble to prove anything');
    const report = {
      ...{ seed, links: links.length, ...payers.counts, endpointFaults, lies, kills },
      ...{
        ...found,
        rest_s: Math.round(restMs / 1_000),
        took_s: Math.round((Date.now() - startedAt) / 1_000),
      },
    };
    return { report, faults };
  } finally {
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    await foundation.close();
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    await node.stop();
    file.remove();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Spreads the payments over the blocks, with a reorganisation now and then. */
async function payAll(
  payers: Payers,
  links: readonly LinkToPay[],
  { blocks, pauseMs }: { blocks: number; pauseMs: number },
  chance: Chance,
): Promise<void> {
  const waiting = [...links];
  for (let block = 1; block <= blocks; block++) {
    const startedAt = Date.now();
    const left = Math.ceil(waiting.length / (blocks - block + 1));
    for (let paid = 0; paid < left && waiting.length > 0;) {
      const [link, ...more] = waiting.splice(0, chance.happens(0.1) ? 3 : 1);
      if (link) await payers.pay(link, more);
      paid += 1 + more.length;
    }
    if (chance.happens(0.3)) await payers.makeNoise();
    await payers.mine();
    if (block % REORGANISATION_EVERY === 0) await payers.reorganise();
    await delay(Math.max(0, pauseMs - (Date.now() - startedAt)));
  }
}

/** Until everything up to a block is final here, and taken in. */
async function untilFollowed({ db }: Foundation, block: number): Promise<void> {
  for (const givesUpAt = Date.now() + REST_TIMEOUT_MS; Date.now() < givesUpAt; await delay(250)) {
    const { rows } = await persistently(
      () =>
        db.read.query<{ final: string; halted: string | null; open: number }>({
          text: `select final_block as final, last_error as halted,
                        ((select count(*) from evm_transfers where report_at is not null and status in ('seen', 'final'))
                         + (select count(*) from deposits d where status = 'pending' and not exists (
                              select from evm_transfers t where t.status = 'gone'
                                 and d.provider_reference = format('%s:%s:%s', network, transaction_hash, position)))
                        )::integer as open
                   from evm_chains`,
        }),
      QUERY_TIMEOUT_MS,
    );
    const [row] = rows;
    if (row && Number(row.final) >= block && row.open === 0) return;
  }
}
