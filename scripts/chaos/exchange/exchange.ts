import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BigNumber } from 'bignumber.js';
import { readConfig } from '../../../src/config/config.ts';
import { openFoundation, type Foundation } from '../../../src/composition/foundation.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { money } from '../../../src/lib/money.ts';
import { changeMethod, MAX_SLIPPAGE } from '../../../src/methods/catalogue.ts';
import { createRailAdapter } from '../../../test/support/outside/rail/adapter.ts';
import { bundleScript } from '../../../test/support/processes/bundle.ts';
import { createChance, type Chance } from '../chance.ts';
import { twoOperatorsOf } from '../deciding.ts';
import { untilAtRest } from '../judge.ts';
import { killAtRandom, openAccount } from '../money.ts';
import { createTeller, type Teller } from '../notices.ts';
import { payThrough } from '../payers.ts';
import { persistently, startVictim, type Victim } from '../processes.ts';
import { makeWeather, openRails, type Rails } from '../rails.ts';
import { call, findOffer, Refusal, type Account } from '../writers.ts';
import { carry } from './courier.ts';
import { judgeExchange, untilDebtsArePaid, untilNothingIsInTransit } from './judge.ts';
import { acceptLosses, bendQuotes, convertDust, takeBack } from './mischief.ts';

const LINKS_PER_MINUTE = 500;
const PAYERS = 24;
const ACCOUNTS = 5;
/** North receives each, and south exchanges it. */
const PAIRS = [
  { method: 'USDC', currency: 'MXNB', amount: '20500' },
  { method: 'USDT', currency: 'MXNB', amount: '21000' },
  { method: 'WIRE', currency: 'MXNB', amount: '30000' },
  { method: 'BREB', currency: 'MXNB', amount: '22000' },
  { method: 'SPEI', currency: 'USDC', amount: '1500' },
  { method: 'BREB', currency: 'USDC', amount: '1600' },
] as const;
/** South's address for the deployment. */
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
/** What south has to sell at first: of USDT for a few links, so that it runs dry. */
const FLOATS = { USDC: '2000000', USDT: '12000', USD: '3000000', COP: '9000000000', MXN: '9000000' };
const SPARE_USDT = '2000000';
/** Floats are read more often than usual, because all is over in a minute. */
const READ_EVERY_MS = 2_000;
const JUMP_EVERY_MS = 1_500;
const RETRY_PAUSE_MS = 200;
/** Payers who wait until the market may have moved, and those who never pay. */
const SHARE_WAITING = 0.2;
const WAITS_MS = 4_000;
const SHARE_NEVER_PAYING = 0.1;
/** Payers who send the amount in two parts. */
const SHARE_IN_PARTS = 0.2;
const MOST_REFUSALS = 20;
const DB_TIMEOUT_MS = 30_000;
const WHY = ['--reason', 'Chaos', '--evidence', 'scripts/chaos/exchange'];

/**
 * Has 500 links for each minute, in six pairs, paid by one rail and exchanged by another, while processes and Postgres are
 * killed, answers lost and orders refused, prices jump, a float runs dry, and what is sent between the rails arrives late,
 * short or named twice. The one who exchanges quotes ten times the amounts, or what it does not keep to; payers wait for the
 * market and pay a cent less, in two parts, or never pay; payments are taken back, and accounts convert dust. At the end the books of both
 * rails and the service's must say the same, place by place, every payment must be converted or have a reason, every link
 * must be credited with no more than was locked, and the deployment may have lost no more than D28 allows. Returns what it
 * did and what is wrong.
 */
export async function exchangeUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const startedAt = Date.now();
  const links = Math.ceil((LINKS_PER_MINUTE * durationMs) / 60_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  const rails = await openRails({ receiving: true });
  const access = rails.all.map((rail) => rail.access);
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const foundation = await openFoundation(
    readConfig(environment),
    createLogger('silent'),
    access.map(createRailAdapter),
  );
  const victims: Victim[] = [];
  let parts = 0;
  const chance = (): Chance => createChance(seed * 1_000 + parts++);
  try {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(foundation)));
    await setUp(foundation, rails, accounts);
    const program = await bundleScript('scripts/chaos/service.ts', dataDir);
    for (const [name, roles] of [
      ['api', 'api'],
      ['worker 1', 'worker'],
      ['worker 2', 'worker'],
    ] as const) {
      const variables = { ...environment, ROLES: roles, CHAOS_RAILS: JSON.stringify(access) };
      victims.push(await startVictim(name, variables, program));
    }
    const baseUrls = (): string[] => victims.flatMap((victim) => victim.url() ?? []);
    const teller = createTeller(chance(), baseUrls);
    const [north, south] = [rails.find('north')!, rails.find('south')!];
    let isOver = false;
    let isAtRest = false;
    const ends = createEnd();
    const paying = payAll({ foundation, accounts, north, teller, baseUrls, links }, chance).finally(() => {
      isOver = true;
      ends.end();
    });
    const reading = readOften(foundation, () => isAtRest);
    const bent = bendQuotes(south, chance());
    const accepting = acceptLosses(foundation, () => isAtRest);
    const carrying = carry({ from: north, to: south, address: ADDRESS }, chance(), () => isAtRest);
    const [people, kills, jumps, railFaults, takenBack, dust] = await Promise.all([
      paying,
      killUntil(victims, dataDir, ends.ended, chance()),
      jump(south.database, chance(), () => isOver),
      makeWeather(rails, chance(), () => isOver),
      takeBack(north, teller, chance(), () => isOver),
      convertDust(foundation, accounts, chance(), () => isOver),
    ]);
    delete south.lies.lockQuote;
    const restMs = await untilAtRest(foundation);
    await endRebalancing(foundation);
    await untilNothingIsInTransit(foundation);
    await untilDebtsArePaid(foundation);
    await untilAtRest(foundation);
    isAtRest = true;
    const deliveries = await carrying;
    await reading;
    const lossesAccepted = await accepting;
    await untilNothingIsInTransit(foundation);
    const { report, faults } = await judgeExchange({ foundation, rails }, deliveries);
    return {
      faults: [...teller.faults, ...faults],
      report: {
        ...{ seconds: (Date.now() - startedAt) / 1_000, seed, people, kills, price_jumps: jumps },
        ...{ ...bent, ...dust, taken_back: takenBack, losses_accepted: lossesAccepted },
        ...{ rail_faults: railFaults, deliveries: { ...deliveries, unbooked: deliveries.unbooked.length } },
        ...{ seconds_to_rest: restMs / 1_000, ...report },
      },
    };
  } finally {
    await Promise.all(victims.map((victim) => victim.stop()));
    await foundation.close();
    await rails.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Methods, floats that the books know of, bands, and a route that has been agreed on. */
async function setUp(foundation: Foundation, rails: Rails, accounts: readonly Account[]): Promise<void> {
  const { db } = foundation;
  for (const { method } of PAIRS)
    await db.transaction((trx) =>
      // The market jumps here further than conversions may fall short by default.
      changeMethod(trx, method, { provider: 'north', exchangeProvider: 'south', maxSlippage: MAX_SLIPPAGE }),
    );
  // Of prices too, or nobody would be quoted after a jump.
  const assets = ['USDC', 'USDT', 'USD', 'COP', 'MXN', 'MXNB'];
  const operators = await twoOperatorsOf(foundation);
  const { json, ana } = operators;
  for (const from of assets)
    for (const to of ['MXNB', 'USDC'])
      if (from !== to)
        await json(ana, 'fx', 'limit', '--from', from, '--to', to, '--max-deviation-percent', '90');
  // Payers may pay the rest at most accounts.
  for (const { id } of accounts.slice(1)) await json(ana, 'accounts', 'set', id, '--pay-the-rest', 'true');
  // Half of the accounts tolerate a cent, the others accept it or leave it.
  for (const { id } of accounts.slice(0, Math.ceil(accounts.length / 2)))
    for (const { method } of PAIRS)
      await json(
        ana,
        'accounts',
        'tolerance',
        id,
        '--method',
        method,
        '--underpaid-tolerance',
        '0.01%',
        '--max',
        '1',
      );
  const agree = (...args: string[]) => operators.agree(...args, ...WHY);
  const putIn = async (name: 'north' | 'south', asset: string, amount: string): Promise<void> => {
    await rails.find(name)!.payIn({
      ...{ providerReference: `capital in ${asset}`, method: 'USDC', asset, network: null, reference: null },
      ...{ final: true, payer: {}, destination: 'capital', amount: money(amount) },
    });
    await agree(
      'adjustments',
      'create',
      '--provider',
      name,
      '--asset',
      asset,
      '--amount',
      amount,
      '--book',
      'capital',
    );
  };
  for (const [asset, amount] of Object.entries(FLOATS)) await putIn('south', asset, amount);
  await putIn('north', 'USDT', SPARE_USDT);
  await agree(
    ...[
      'liquidity',
      'route',
      'add',
      '--from',
      'north',
      '--to',
      'south',
      '--asset',
      'USDT',
      '--method',
      'USDT',
    ],
    ...['--network', 'Ethereum', '--address', ADDRESS, '--daily-limit', '1000000', '--proof-amount', '5'],
  );
  const set = ['liquidity', 'set', '--asset', 'USDT'];
  await json(
    ana,
    ...set,
    '--provider',
    'south',
    '--minimum',
    '9000',
    '--target',
    '12000',
    '--maximum',
    '900000',
  );
  await json(
    ana,
    ...set,
    '--provider',
    'north',
    '--minimum',
    '0',
    '--target',
    '1000',
    '--maximum',
    '9000000',
  );
}

interface Parts {
  foundation: Foundation;
  accounts: readonly Account[];
  north: ReturnType<Rails['find']> & object;
  teller: Teller;
  baseUrls: () => string[];
  links: number;
}

/** Payers who do not give up: a link that cannot be made because the float is dry is asked for again. */
async function payAll(parts: Parts, newChance: () => Chance): Promise<Record<string, number>> {
  const { foundation, accounts, north, teller, baseUrls, links } = parts;
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  let next = 0;
  const one = async (chance: Chance): Promise<void> => {
    const { method, currency, amount } = PAIRS[next++ % PAIRS.length]!;
    const account = chance.pick(accounts);
    const request = { amount, currency, description: 'chaos', accepted_methods: [method] };
    let create = call(account, '/v1/payment_links', request);
    for (let refusals = 0; ;) {
      try {
        const { code } = await create(chance.pick(baseUrls()));
        const offer = await untilOffered(foundation, account.id, String(code), method);
        if (!offer) return count('never quoted');
        if (chance.happens(SHARE_NEVER_PAYING)) return count('never paid');
        if (chance.happens(SHARE_WAITING)) await delay(WAITS_MS * chance.share());
        if (!chance.happens(SHARE_IN_PARTS)) {
          await payThrough(north, offer, teller, chance);
          return count(`${method} for ${currency}`);
        }
        const due = money(offer.amount_due);
        const first = due.times(chance.share()).decimalPlaces(0, BigNumber.ROUND_UP);
        const payer = randomUUID();
        for (const part of [first, due.minus(first)].filter((amount) => amount.gt(0)))
          await payThrough(north, { ...offer, amount_due: part.toFixed() }, teller, chance, payer);
        return count(`${method} for ${currency} in parts`);
      } catch (error) {
        if (error instanceof Refusal) {
          count('not offered for a while');
          // What others promised and never paid may hold the float for as long as their quotes live.
          if (++refusals === MOST_REFUSALS) return count('given up');
          // A new call: a refusal is the answer to its key for good.
          create = call(account, '/v1/payment_links', request);
          await delay(5 * RETRY_PAUSE_MS);
        }
        await delay(RETRY_PAUSE_MS);
      }
    }
  };
  await Promise.all(
    Array.from({ length: PAYERS }, async () => {
      const chance = newChance();
      while (next < links) await one(chance);
    }),
  );
  return counts;
}

async function untilOffered(foundation: Foundation, accountId: string, code: string, method: string) {
  for (let tries = 0; tries < 100; tries++) {
    const offer = await persistently(() => findOffer(foundation, accountId, code, method), DB_TIMEOUT_MS);
    if (offer) return offer;
    await delay(RETRY_PAUSE_MS);
  }
  return undefined;
}

/** Moves prices at south by up to an eighth, either way: further than a method may allow. Back in the end. Returns how often. */
async function jump(
  database: { query(text: string, values?: unknown[]): Promise<unknown> },
  chance: Chance,
  isOver: () => boolean,
): Promise<number> {
  const move = (by: string) =>
    database.query(`update simulator_rates set moved_by = $1 where asset in ('MXNB', 'USDC')`, [by]);
  let jumps = 0;
  for (; !isOver(); jumps++) {
    await move(((chance.share() - 0.5) / 4).toFixed(4));
    await delay(JUMP_EVERY_MS * chance.share());
  }
  await move('0');
  return jumps;
}

/** Without bands, nothing more is sent between the rails. */
async function endRebalancing({ db }: Foundation): Promise<void> {
  const end = () => db.transaction((trx) => trx.query({ text: 'delete from liquidity_bands' }));
  await persistently(end, DB_TIMEOUT_MS);
}

async function readOften({ db }: Foundation, isOver: () => boolean): Promise<void> {
  const hasten = () =>
    db.transaction((trx) => trx.query({ text: 'update exchange_readings set due_at = service_now()' }));
  for (; !isOver(); await delay(READ_EVERY_MS)) await persistently(hasten, DB_TIMEOUT_MS);
}

function createEnd(): { ended: Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end: () => end() };
}

/** In stretches, until the payers are done. */
async function killUntil(
  victims: readonly Victim[],
  dataDir: string,
  ended: Promise<void>,
  chance: Chance,
): Promise<Record<string, number>> {
  const kills: Record<string, number> = {};
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver)
    for (const [name, times] of Object.entries(await killAtRandom(victims, dataDir, 5_000, chance)))
      kills[name] = (kills[name] ?? 0) + times;
  return kills;
}
