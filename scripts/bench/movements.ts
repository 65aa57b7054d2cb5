// Whether an account's history slows down what it asks most: the same reads of an account with a million movements
// and of one with a thousand, one after the other in random order.
import pg from 'pg';
import { median } from './load.ts';
import { openRig } from './rig.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const PAGE = 25;
/** Of the account with a thousand movements, its last page. */
const LAST_PAGE_OF_FEW = FEW / PAGE;
const DEEP_PAGE = 1_000;
const CALLS_PER_ROUND = 100;

export async function benchMovements({
  rounds,
}: {
  rounds: number;
}): Promise<Record<string, number | string>[]> {
  const rig = await openRig();
  try {
    const service = await rig.start();
    const [few, many] = [await rig.openAccount(), await rig.openAccount()];
    const owner = new pg.Client({ connectionString: rig.environment['DATABASE_URL'] });
    await owner.connect();
    await insertMovements(owner, few.id, FEW);
    await insertMovements(owner, many.id, MANY);
    await owner.query('vacuum analyze');
    await owner.end();

    const call = async (apiKey: string, path: string): Promise<any> => {
      const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${apiKey}` } });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return response.json();
    };
    const pageOf = async (apiKey: string, number: number): Promise<string> => {
      let cursor = '';
      for (let read = PAGE; read < number * PAGE;) {
        const limit = Math.min(100, number * PAGE - read);
        const page = await call(apiKey, `/v1/transactions?limit=${limit}${cursor}`);
        cursor = `&cursor=${page.next_cursor}`;
        read += limit;
      }
      return `/v1/transactions?limit=${PAGE}${cursor}`;
    };
    const cases = {
      'transactions, page 1': [`/v1/transactions?limit=${PAGE}`, `/v1/transactions?limit=${PAGE}`],
      [`transactions, page ${DEEP_PAGE} (of a thousand: page ${LAST_PAGE_OF_FEW})`]: [
        await pageOf(few.apiKey, LAST_PAGE_OF_FEW),
        await pageOf(many.apiKey, DEEP_PAGE),
      ],
      balances: ['/v1/balances', '/v1/balances'],
    } as const;

    const report = [];
    for (const [name, [pathOfFew, pathOfMany]] of Object.entries(cases)) {
      const ratios: number[] = [];
      const times: { few: number[]; many: number[] } = { few: [], many: [] };
      for (let round = -1; round < rounds; round++) {
        const took = { few: 0, many: 0 };
        for (const which of Math.random() < 0.5 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
          const [apiKey, path] = which === 'few' ? [few.apiKey, pathOfFew] : [many.apiKey, pathOfMany];
          const startedAt = performance.now();
          for (let made = 0; made < CALLS_PER_ROUND; made++) await call(apiKey, path);
          took[which] = (performance.now() - startedAt) / CALLS_PER_ROUND;
        }
        // The first round only warms up.
        if (round < 0) continue;
        ratios.push(took.many / took.few);
        times.few.push(took.few);
        times.many.push(took.many);
      }
      report.push({
        case: name,
        'ms with 1,000': median(times.few).toFixed(2),
        'ms with 1,000,000': median(times.many).toFixed(2),
        ratio: median(ratios).toFixed(2),
      });
    }
    return report;
  } finally {
    await rig.close();
  }
}

/** Entries of one movement each, a second apart; past the app's role, in one statement per table. */
async function insertMovements(owner: pg.Client, accountId: string, count: number): Promise<void> {
  await owner.query(
    `insert into ledger_balances (account_id, asset, book, balance, moved_at)
     select $1, 'MXNB', book, sign * $2::numeric, now()
       from (values ('available', 1), ('rail', -1)) as side (book, sign)`,
    [accountId, count],
  );
  await owner.query(
    `with entry as (
       insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
       select $1, gen_random_uuid(), 'payment', 'deposit', n::text, now() - ($2 - n) * interval '1 second'
         from generate_series(1, $2::integer) as n
       returning account_id, id, source_id::integer as n, created_at)
     insert into ledger_postings (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
     select account_id, gen_random_uuid(), id, 'MXNB', book, sign, sign * n, 'payment', created_at
       from entry, (values ('available', 1), ('rail', -1)) as side (book, sign)`,
    [accountId, count],
  );
}
