import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { advance } from '../../../src/clock/repository.ts';
import { readConfig } from '../../../src/config/config.ts';
import { openFoundation, type Foundation } from '../../../src/composition/foundation.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { money } from '../../../src/lib/money.ts';
import { changeMethod, MAX_SLIPPAGE } from '../../../src/methods/catalogue.ts';
import { createChance, type Chance } from '../chance.ts';
import { openAccount } from '../money.ts';
import { killSome, persistently, postgresOf, startVictims, type Victim } from '../processes.ts';
import { SPECS, writeAccounts } from './accounts.ts';
import { Courier } from './courier.ts';
import { hireFinance } from './forgers.ts';
import { plain } from './files.ts';
import { judgeBank } from './judge.ts';
import { hireOperators } from './operators.ts';
import { OwnBank } from './own-bank.ts';
import { fund, movePeople, type People } from './people.ts';
import { Register } from './register.ts';
import { Teller, type HasClosed } from './teller.ts';

const DAY_MS = 1_500;
const KILL_EVERY_MS = 3_000;
/** How far the clock goes on with each of the bank's days: links and quotes must not expire meanwhile. */
const AHEAD_S = 120;
const READ_EVERY_MS = 2_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const DB_TIMEOUT_MS = 30_000;
const REST_TIMEOUT_MS = 240_000;
/** After the last payment: enough for what is booked to be agreed with by a later statement. */
const LAST_DAYS = 3;
const LOOKED_AT_WITHIN_MS = 5_000;
/** On a slow machine the run is longer than it was asked for, up to as many times, so that this many are made. */
const PAYMENTS_A_MINUTE = 330;
const LONGEST = 4;

/**
 * Takes and sends money over two accounts at a bank of its own, which tells each day one to four times, in four formats, under
 * other ids, in ranges and pages, late, early, cut and out of order, refuses and returns payments in every shape and takes
 * deposits back. Payers write lines of files into their texts, files are forged, tampered with and restated, and two people of
 * the account's finance forge statements in the panel. Meanwhile the service's processes, its commands and Postgres are killed,
 * and two operators decide what nothing explains and what waits. At the end the bank's true book and the service's must say the
 * same. Returns what it did and what is wrong.
 */
export async function bankUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  const log = openSync(join(dataDir, 'service.log'), 'a');
  const { file, folders, letHandIn } = await writeAccounts(join(dataDir, 'bank'));
  const environment = {
    ...{ DATA_DIR: join(dataDir, 'data'), LOG_LEVEL: 'warn', BANK_ACCOUNTS_FILE: file },
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const foundation = await openFoundation(readConfig(environment), createLogger('silent'));
  const victims: Victim[] = [];
  let parts = 0;
  const chance = (): Chance => createChance(seed * 1_000 + parts++);
  try {
    const account = await openAccount(foundation);
    await letHandIn(account.id);
    await startVictims(victims, environment, log);
    const baseUrl = (): string => victims[0]?.url() ?? '';
    const surroundings = { foundation, account, baseUrl };
    await fund(surroundings);
    await setUp(foundation);
    const [courier, register] = [new Courier(), new Register()];
    const closes: HasClosed = (...what) => hasClosed(foundation, ...what);
    const teller = new Teller({ folders, courier, register, chance: chance(), hasClosed: closes });
    const bank = new OwnBank({ folders, courier, teller, chance: chance() });
    const people: People = { links: [], counts: {} };
    const operators = await hireOperators(foundation, { bank, register }, environment, chance());
    const finance = await hireFinance({ ...surroundings, people, bank, register }, closes, chance());
    const startedAt = Date.now();
    const least = (PAYMENTS_A_MINUTE * durationMs) / 60_000;
    const isOver = (): boolean => {
      const took = Date.now() - startedAt;
      return took >= durationMs && (bank.payments >= least || took > LONGEST * durationMs);
    };
    let isAtRest = false;
    const background = Promise.all([
      courier.carry(() => isAtRest),
      operators.work(() => isAtRest),
      readOften(foundation, () => isAtRest),
    ]);
    const [, kills] = await Promise.all([
      movePeople(surroundings, people, bank, chance, isOver),
      killSome([...victims, postgresOf(environment.DATA_DIR)], KILL_EVERY_MS, isOver, chance()),
      finance.work(isOver),
      runDays(foundation, bank, isOver),
    ]);
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    operators.calm();
    teller.isCalm = true;
    const restMs = await untilAtRest(foundation, bank, courier);
    isAtRest = true;
    await background;
    const { report, faults } = await judgeBank(foundation, bank, { people, operators, finance, register });
    if (bank.payments < least) faults.push(`there were only ${bank.payments} payments`);
    return {
      faults,
      report: {
        ...{ seconds, seed, kills, payments: bank.payments, people: people.counts },
        ...{ files: courier.counts, finance: finance.counts, operators: operators.counts },
        ...{ days: bank.bookOf({ id: 'mxn' }).day, ...report },
        seconds_to_rest: restMs / 1_000,
      },
    };
  } finally {
    await Promise.all(victims.map((victim) => victim.stop()));
    closeSync(log);
    await foundation.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The bank's methods, the simulator that exchanges what arrives by them, and the balances that people read in the portal. */
async function setUp(foundation: Foundation): Promise<void> {
  const {
    db,
    simulator,
    rails: { bank },
  } = foundation;
  for (const { id, method, currency, opening } of SPECS) {
    await db.transaction(async (trx) => {
      const terms = { provider: 'bank', exchangeProvider: 'simulator', quoteLifeMs: WEEK_MS };
      await changeMethod(trx, method, { ...terms, maxSlippage: MAX_SLIPPAGE });
      await simulator!.announceDeposit(trx, {
        ...{ providerReference: `float in ${currency}`, method, asset: currency, network: null, final: true },
        ...{ amount: money('9000000'), destination: 'float', reference: null, payer: {} },
      });
    });
    await bank!.importer.open(id, money(plain(opening)));
  }
}

async function hasClosed(
  { db }: Foundation,
  account: string,
  date: string,
  closing?: bigint,
): Promise<boolean> {
  const find = () =>
    db.read.query({
      text: `select from bank_accounts
              where account = $1 and (closed_on > $2 or closed_on = $2 and closing = coalesce($3::numeric, closing))`,
      values: [account, date, closing === undefined ? null : plain(closing)],
    });
  return ((await persistently(find, DB_TIMEOUT_MS)).rowCount ?? 0) > 0;
}

async function runDays(foundation: Foundation, bank: OwnBank, isOver: () => boolean): Promise<void> {
  while (!isOver()) await passDay(foundation, bank, DAY_MS);
}

async function passDay({ db }: Foundation, bank: OwnBank, ms: number): Promise<void> {
  await delay(ms / 2);
  await bank.midday();
  await delay(ms / 2);
  await bank.midday();
  bank.endDay();
  const ahead = { seconds: AHEAD_S, mostS: 365 * 24 * 3_600 };
  await persistently(() => db.transaction((trx) => advance(trx, ahead)), DB_TIMEOUT_MS);
}

/** What exchanges is asked what it holds more often than usual, because all is over in a minute. */
async function readOften({ db }: Foundation, isOver: () => boolean): Promise<void> {
  const hasten = () =>
    db.transaction((trx) => trx.query({ text: 'update exchange_readings set due_at = service_now()' }));
  for (; !isOver(); await delay(READ_EVERY_MS)) await persistently(hasten, DB_TIMEOUT_MS);
}

/** Days go by until everything is paid, returned, told, carried and taken in. */
async function untilAtRest(foundation: Foundation, bank: OwnBank, courier: Courier): Promise<number> {
  const startedAt = Date.now();
  const isTooLate = (): boolean => Date.now() - startedAt > REST_TIMEOUT_MS;
  do await passDay(foundation, bank, DAY_MS);
  while (!isTooLate() && !(bank.isQuiet && (await hasNoOrders(foundation))));
  courier.flush();
  while (!isTooLate() && courier.waits > 0) await delay(100);
  // The watcher's two looks: what was announced late must be there before the days on which it is missed.
  await delay(LOOKED_AT_WITHIN_MS);
  for (let day = 0; day < LAST_DAYS; day++) await passDay(foundation, bank, DAY_MS);
  while (!isTooLate() && !(await isSettled(foundation, bank))) await passDay(foundation, bank, DAY_MS);
  return Date.now() - startedAt;
}

/** Nothing is still on its way into a payment file. */
async function hasNoOrders({ db }: Foundation): Promise<boolean> {
  const { rows } = await db.read.query<{ count: number }>({
    text: `select ((select count(*) from transfers where provider = 'bank' and status = 'held')
                   + (select count(*) from bank_orders where state = 'waiting')
                   + (select count(*) from bank_batches where written_at is null))::integer as count`,
  });
  return rows[0]?.count === 0;
}

async function isSettled({ db }: Foundation, bank: OwnBank): Promise<boolean> {
  const { rows } = await db.read.query<{ waiting: number }>({
    text: `select ((select count(*) from transfers where status in ('requested', 'held', 'sent'))
                   + (select count(*) from deposits where status = 'pending')
                   + (select count(*) from bank_entries where report_due_at is not null))::integer as waiting`,
  });
  const { rows: proven } = await db.read.query<{ account: string; closing: string }>({
    text: 'select account, closing::text from bank_accounts',
  });
  const { rows: unknown } = await db.read.query<{ count: number }>({
    text: `select count(*)::integer as count from bank_entries where kind = 'unknown'`,
  });
  return (
    rows[0]?.waiting === 0 &&
    unknown[0]?.count === bank.manual.filter(({ isOwn }) => !isOwn).length &&
    proven.every(({ account, closing }) =>
      money(closing)
        .times(100)
        .eq(String(bank.bookOf({ id: account as 'mxn' }).balance)),
    )
  );
}
