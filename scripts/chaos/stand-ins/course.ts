import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { advance } from '../../../src/clock/repository.ts';
import { readConfig } from '../../../src/config/config.ts';
import { openFoundation, type Foundation } from '../../../src/composition/foundation.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { money, type Money } from '../../../src/lib/money.ts';
import { changeMethod } from '../../../src/methods/catalogue.ts';
import { startWithdrawal } from '../../../test/transfers/started.ts';
import { createChance, type Chance } from '../chance.ts';
import { openAccount } from '../money.ts';
import { killSome, persistently, postgresOf, startVictims, type Victim } from '../processes.ts';
import type { Offer } from '../payers.ts';
import { call, findOffer, type Account } from '../writers.ts';
import { judge } from './judge.ts';
import type { Link, People, StandIn } from './stand-in.ts';
import { freePort } from '../../../test/support/outside/free-port.ts';

const KILL_EVERY_MS = 3_500;
const PAUSE_MS = 900;
const OFFERED_WITHIN_MS = 8_000;
const CREATED_WITHIN_MS = 5_000;
const DB_TIMEOUT_MS = 30_000;
const REST_TIMEOUT_MS = 150_000;
const REST_PAUSE_MS = 1_000;
/** How far the clock goes on with each look at whether all is at rest: what is tried again later, is due then. */
const AHEAD_S = 15;

/** Has links paid and money paid out at a stand-in that misbehaves, while processes and Postgres are killed. */
export async function runCourse(
  durationMs: number,
  seed: number,
  standIn: StandIn,
): Promise<{ report: object; faults: string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  const log = openSync(join(dataDir, 'service.log'), 'a');
  const port = await freePort();
  const environment = {
    ...{ DATA_DIR: join(dataDir, 'data'), LOG_LEVEL: 'warn', PORT: String(port), ...standIn.environment },
  };
  const foundation = await openFoundation(readConfig(environment), createLogger('silent'));
  const victims: Victim[] = [];
  let parts = 0;
  const chance = (): Chance => createChance(seed * 1_000 + parts++);
  try {
    const { provider, method } = standIn;
    await foundation.db.transaction((trx) => changeMethod(trx, method, { provider }));
    await standIn.subscribe(`http://127.0.0.1:${port}/providers/${provider}/notices`);
    const account = await openAccount(foundation);
    await startVictims(victims, environment, log);
    const baseUrl = `http://127.0.0.1:${port}`;
    const endsAt = { ms: Infinity };
    const isOver = (): boolean => Date.now() >= endsAt.ms;
    const people = await startPeople({ foundation, standIn, account, baseUrl }, chance());
    endsAt.ms = Date.now() + durationMs;
    const troubled = { ended: 0, returned: 0 };
    const trouble = async (of: Chance): Promise<void> => {
      while (!isOver()) {
        standIn.misbehave(of);
        await delay(600 * (0.5 + of.share()));
        troubled.returned += standIn.returnSome(of);
        troubled.ended++;
      }
    };
    const [, kills] = await Promise.all([
      people.live(chance, isOver),
      killSome([...victims, postgresOf(environment.DATA_DIR)], KILL_EVERY_MS, isOver, chance()),
      trouble(chance()),
    ]);
    standIn.bringPeace();
    const restMs = await untilAtRest(foundation, standIn);
    const { report, faults } = await judge(foundation, standIn, people.told);
    return {
      faults,
      report: {
        ...{ seconds: durationMs / 1_000, seed, kills, people: people.told.counts },
        ...{ troubles: troubled.ended, returned_later: troubled.returned, ...report },
        seconds_to_rest: restMs / 1_000,
      },
    };
  } finally {
    await Promise.all(victims.map((victim) => victim.stop()));
    closeSync(log);
    await foundation.close();
    await standIn.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

interface Surroundings {
  foundation: Foundation;
  standIn: StandIn;
  account: Account;
  baseUrl: string;
}

/** Payers, and an account that pays out what a first link has brought. */
async function startPeople(
  { foundation, standIn, account, baseUrl }: Surroundings,
  firstChance: Chance,
): Promise<{ told: People; live: (newChance: () => Chance, isOver: () => boolean) => Promise<void> }> {
  const told: People = { links: [], counts: {} };
  const count = (what: string): void => void (told.counts[what] = (told.counts[what] ?? 0) + 1);
  let made = 0;
  const ownAmount = (about: string) => money(about).plus(money(standIn.unit).times(made++));

  const openLink = async (
    amount: Money,
  ): Promise<(Link & { offer: Offer & { reference: string } }) | undefined> => {
    const request = {
      ...{ amount: amount.toFixed(2), currency: standIn.currency, description: 'chaos' },
      accepted_methods: [standIn.method],
    };
    const create = call(account, '/v1/payment_links', request);
    const { code } = await persistently(() => create(baseUrl), CREATED_WITHIN_MS);
    for (const until = Date.now() + OFFERED_WITHIN_MS; Date.now() < until; await delay(150)) {
      const find = () => findOffer(foundation, account.id, String(code), standIn.method);
      const offer = await persistently(find, DB_TIMEOUT_MS);
      if (!offer) continue;
      const link = { code: String(code), due: money(offer.amount_due), paid: 0 };
      told.links.push(link);
      return Object.assign(link, { offer: { ...offer, reference: offer.reference ?? offer.destination } });
    }
    return void count('links without a place in time');
  };

  const pay = async (chance: Chance): Promise<void> => {
    const link = await openLink(ownAmount(chance.pick(standIn.amounts)));
    if (!link) return;
    const { due, offer } = link;
    const send = async (amount: Money): Promise<void> => {
      if ((await standIn.pay(offer, amount, chance)) && amount.eq(due)) link.paid++;
    };
    const dice = chance.share();
    if (dice < 0.1) return count('not paid');
    if (dice < 0.2) return void (await send(due.minus('1')), count('paid too little'));
    await send(due);
    count('paid');
    if (dice > 0.9) return void (await send(due), count('paid twice'));
  };

  const withdraw = async (chance: Chance): Promise<void> => {
    await foundation.db.transaction((trx) =>
      startWithdrawal(foundation, trx, {
        ...{ accountId: account.id, asset: standIn.currency, amount: ownAmount(standIn.payout) },
        ...{ method: standIn.method, destination: standIn.destination(chance), requestId: null },
      }),
    );
    count('payouts');
  };

  const first = await openLink(money(standIn.funds));
  if (!first) throw new Error('the first link got no place to pay to');
  await standIn.pay(first.offer, first.due, firstChance);
  first.paid++;
  await untilPaid(foundation, first.code);

  return {
    told,
    async live(newChance, isOver) {
      const one = async (chance: Chance): Promise<void> => {
        while (!isOver()) {
          try {
            if (chance.happens(0.5)) await pay(chance);
            else await withdraw(chance);
          } catch (error) {
            // Postgres is being killed meanwhile.
            count(`failed: ${(error as Error).message.slice(0, 60)}`);
          }
          await delay(PAUSE_MS * (0.5 + chance.share()));
        }
      };
      await Promise.all(Array.from({ length: standIn.writers }, () => one(newChance())));
    },
  };
}

async function untilPaid({ db }: Foundation, code: string): Promise<void> {
  for (const until = Date.now() + REST_TIMEOUT_MS; Date.now() < until; await delay(200)) {
    const { rowCount } = await db.read.query({
      text: `select from payment_links where code = $1 and status = 'paid'`,
      values: [code],
    });
    if (rowCount === 1) return;
  }
  throw new Error('the first link was not paid');
}

/** Until nothing waits, and all that was never told is found: in the statement, and by asking again of each payout. */
async function untilAtRest(foundation: Foundation, standIn: StandIn): Promise<number> {
  const startedAt = Date.now();
  const isTooLate = (): boolean => Date.now() - startedAt > REST_TIMEOUT_MS;
  await standIn.noticesAtRest();
  for (let reading = 0; reading < 2; reading++) {
    await untilNothingWaits(foundation, standIn, isTooLate);
    await untilStatementIsRead(foundation, standIn, isTooLate);
  }
  await untilNothingWaits(foundation, standIn, isTooLate);
  return Date.now() - startedAt;
}

async function untilNothingWaits(
  { db }: Foundation,
  standIn: StandIn,
  isTooLate: () => boolean,
): Promise<void> {
  for (;;) {
    // What was to be held only later, too.
    standIn.bringPeace();
    const { rows } = await db.read.query<{ waiting: number }>({
      text: `select ((select count(*) from transfers where status in ('requested', 'held', 'sent'))
                     + (select count(*) from deposits where status = 'pending')
                     + (select count(*) from provider_notices where status = 'waiting'))::integer as waiting`,
    });
    if (rows[0]?.waiting === 0 || isTooLate()) return;
    await goOn({ db });
  }
}

async function goOn({ db }: Pick<Foundation, 'db'>): Promise<void> {
  await delay(REST_PAUSE_MS);
  await db.transaction((trx) => advance(trx, { seconds: AHEAD_S, mostS: 365 * 24 * 3_600 }));
}

async function untilStatementIsRead(
  { db }: Foundation,
  { provider, hasten }: StandIn,
  isTooLate: () => boolean,
): Promise<void> {
  const { rows } = await db.transaction(async (trx) => {
    await trx.query({ text: hasten });
    return trx.query<{ now: Date }>({
      text: `update provider_statements
                set due_at = service_now(), next_from = since, complete_to = since, read_to = since,
                    lease_token = gen_random_uuid()
              where provider = $1 returning service_now() as now`,
      values: [provider],
    });
  });
  const unread = () =>
    db.read.query({
      text: 'select from provider_statements where provider = $1 and read_to < $2',
      values: [provider, rows[0]?.now],
    });
  while (!isTooLate() && (await unread()).rowCount !== 0) await goOn({ db });
  // The watch of payouts looks every ten seconds.
  await delay(11_000);
}
