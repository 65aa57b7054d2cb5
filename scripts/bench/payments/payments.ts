// What a payment costs: a deposit that pays a link, by the API's test helper, with all that belongs to it (ledger, history,
// events, idempotency, call log), on one account and on a hundred at once.
import pg from 'pg';
import { startDatabaseProxy } from '../../../test/support/outside/database-proxy.ts';
import { readUnits } from '../../../test/support/outside/database-units.ts';
import { measure, median, type Slice } from '../load.ts';
import { phase } from '../progress.ts';
import { openRig, type BenchAccount, type Rig } from '../rig.ts';
import { depositOf, newCallHeaders, post } from './calls.ts';
import { createStock, type Unpaid } from './stock.ts';
import { readWal } from './wal.ts';

const ACCOUNTS = [1, 100];
const CONNECTIONS = 16;
/** More than are paid in a second. */
const LINKS_PER_SECOND = 1_000;
/** Paid one after the other, to count what one needs. */
const COUNTED = 200;
/** The call log is written in batches. */
const SETTLE_MS = 2_000;

export async function benchPayments(options: {
  rounds: number;
  seconds: number;
}): Promise<Record<string, number | string>[]> {
  const rig = await openRig();
  const owner = new pg.Client({ connectionString: rig.environment['DATABASE_URL'] });
  await owner.connect();
  try {
    const { url } = await rig.start();
    const all = await rig.openAccounts(Math.max(...ACCOUNTS));
    const stocks = ACCOUNTS.map((count) => ({ count, stock: createStock(owner, url, all.slice(0, count)) }));
    const slices: { count: number; slice: Slice; walBytes: number }[] = [];
    // In turns, so that other load on the machine affects all alike; the first round only warms up.
    for (let round = 0; round <= options.rounds; round++) {
      for (const { count, stock } of stocks) {
        await phase(`round ${round}/${options.rounds}: ${count} accounts`, async () => {
          const taken = await payFor(
            owner,
            url,
            await stock.fill(options.seconds * LINKS_PER_SECOND),
            options,
          );
          if (round > 0) slices.push({ count, ...taken });
        });
      }
    }
    const needed = await phase('statements and round trips', () => countNeeds(rig, owner, all.slice(0, 1)));
    const rateOf = (of: number) =>
      median(slices.flatMap(({ count, slice }) => (count === of ? slice.perSecond : [])));
    return ACCOUNTS.map((of) => {
      const own = slices.filter(({ count }) => count === of);
      return {
        accounts: of,
        'per second': Math.round(rateOf(of)),
        'to one account': (rateOf(of) / rateOf(1)).toFixed(2),
        'p99 ms': Math.round(median(own.map(({ slice }) => slice.p99Ms))),
        'log kB': (median(own.map(({ walBytes }) => walBytes)) / 1000).toFixed(1),
        ...needed,
      };
    });
  } finally {
    await owner.end();
    await rig.close();
  }
}

async function payFor(
  owner: pg.Client,
  url: string,
  unpaid: readonly Unpaid[],
  { seconds }: { seconds: number },
): Promise<{ slice: Slice; walBytes: number }> {
  let next = 0;
  const before = await readWal(owner);
  const slice = await measure(
    url,
    {
      method: 'POST',
      path: '',
      headers: {},
      body: depositOf('').body,
      status: 201,
      vary: () => {
        const { account, code } = unpaid[next++] as Unpaid;
        return { path: depositOf(code).path, headers: newCallHeaders(account) };
      },
    },
    { seconds, connections: CONNECTIONS },
  );
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return { slice, walBytes: ((await readWal(owner)) - before) / (slice.perSecond * seconds) };
}

/** What one payment sends to the database and waits for, without what the service does besides. */
async function countNeeds(
  rig: Rig,
  owner: pg.Client,
  accounts: readonly BenchAccount[],
): Promise<Record<string, string>> {
  const seen = { statements: 0, roundTrips: 0 };
  const proxy = await startDatabaseProxy(rig.environment['DATABASE_URL'] ?? '', {
    observe: () =>
      readUnits(({ statements, roundTrips }) => {
        seen.statements += statements.length;
        seen.roundTrips += roundTrips;
      }),
  });
  try {
    const { url } = await rig.start({ DATABASE_URL: proxy.url, ROLES: 'api' });
    const unpaid = await createStock(owner, url, accounts).fill(2 * COUNTED);
    const pay = async (links: readonly Unpaid[]): Promise<void> => {
      for (const { account, code } of links) await post(url, account, depositOf(code));
    };
    await pay(unpaid.slice(0, COUNTED));
    const before = { ...seen };
    await pay(unpaid.slice(COUNTED));
    return {
      statements: ((seen.statements - before.statements) / COUNTED).toFixed(1),
      'round trips': ((seen.roundTrips - before.roundTrips) / COUNTED).toFixed(1),
    };
  } finally {
    proxy.close();
  }
}
