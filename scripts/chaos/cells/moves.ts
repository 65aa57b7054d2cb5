import { setTimeout as delay } from 'node:timers/promises';
import type { Step } from '../../../src/account-moves/move.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { findLedgerFaults, inEach } from './books.ts';
import { runCommand } from './command.ts';
import type { RunningCell } from './deployment.ts';
import { get, payLink, shopOn, type Attempt, type Calls } from './shop.ts';

const CALLERS = 3;
const PAUSE_MS = 20;
/** What killing the command before an account has left must not change; and what the same command completes. */
const BEFORE: readonly Step[] = ['begun', 'copied', 'proven', 'frozen'];
const AFTER: readonly Step[] = ['left', 'arrived'];
/** Nothing of an account may be changed for longer. */
const MAX_PAUSE_MS = 2_000;
/** The same where the command is killed meanwhile, with what a busy machine and a caller's pause add. */
const MAX_GAP_MS = 4_000;

interface Moved {
  paused_ms: number | null;
}

/**
 * Moves an account from cell to cell while it is used by both proxies, and kills the command at each of its steps (D74). No
 * call may be lost or done twice, its events must have no gap, and its first key and codes must lead to it wherever it is.
 */
export async function moveUnderLoad(
  cells: readonly RunningCell[],
  calls: Calls,
  cellsFile: string,
): Promise<{ report: object; faults: string[] }> {
  const [home] = cells as [RunningCell];
  const attempts: Attempt[] = [];
  let isOver = false;
  const shopping = Promise.all(
    Array.from({ length: CALLERS }, () =>
      shopOn(
        home,
        calls,
        attempts,
        () => isOver,
        () => delay(PAUSE_MS),
      ),
    ),
  );
  const pauses: number[] = [];
  const faults: string[] = [];
  let kills = 0;
  let at = 0;
  const move = async (to: number, killedOnce?: Step): Promise<void> => {
    const { moved, said } = await runMove(cellsFile, home.accountId, at, to, killedOnce);
    if (killedOnce !== undefined) {
      kills += 1;
      if (moved) faults.push(`the command was not killed once ${killedOnce}: ${said}`);
      return;
    }
    if (!moved) return void faults.push(`the account did not move from cell ${at} to ${to}: ${said}`);
    if (moved.paused_ms !== null) pauses.push(moved.paused_ms);
    at = to;
  };
  try {
    for (const step of BEFORE) await move(1, step);
    for (const step of AFTER) {
      const to = at === 1 ? 0 : 1;
      await move(to, step);
      await move(to);
    }
    // Then cell 1, which leads to cell 0 by now, has to lead to cell 2.
    await move(2);
    await move(0);
  } finally {
    isOver = true;
  }
  const acknowledged = (await shopping).flat();
  const outcome = await judge(cells, at, home, calls, acknowledged);
  const longestGapMs = longestGapOf(attempts);
  if (longestGapMs > MAX_GAP_MS) faults.push(`for ${longestGapMs} ms, nothing could be done`);
  if (Math.max(...pauses) > MAX_PAUSE_MS) faults.push(`an account paused for ${Math.max(...pauses)} ms`);
  return {
    report: {
      moves: { acknowledged: acknowledged.length, kills, paused_ms: pauses, longest_gap_ms: longestGapMs },
    },
    faults: [...faults, ...outcome],
  };
}

/** Moves an account; undefined where the command failed or was killed. */
async function runMove(
  cellsFile: string,
  accountId: string,
  from: number,
  to: number,
  killedOnce: Step | undefined,
): Promise<{ moved: Moved | undefined; said: string }> {
  const args = ['--cell', String(from), 'accounts', 'move', accountId, '--to', String(to)];
  const { isDone, result, said } = await runCommand({ cellsFile, keys: [] }, args, killedOnce);
  return { moved: isDone ? (result as Moved) : undefined, said };
}

/** What is not as it should be once the account has come to rest in a cell. */
async function judge(
  cells: readonly RunningCell[],
  at: number,
  shop: RunningCell,
  calls: Calls,
  acknowledged: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  const [url = ''] = calls.urls;
  for (const reference of acknowledged) {
    const { body } = await get(url, `/v1/payment_links?reference=${reference}`, shop, calls.agent);
    const links = body.data as { code: string }[];
    if (links.length !== 1) faults.push(`of order ${reference} there are ${links.length} links`);
  }
  const { body } = await get(url, '/v1/payment_links?limit=1', shop, calls.agent);
  const code = String((body.data as { code: string }[])[0]?.code);
  const page = await fetch(`${url}/pay/${code}`);
  await page.body?.cancel();
  if (page.status !== 200) faults.push(`the page of a link answers ${page.status}`);
  const paid = await payLink(url, shop, calls.agent, { code });
  if (paid.status !== 201) faults.push(`a payment is answered ${paid.status}`);
  faults.push(...(await findLedgerFaults(cells)));
  const sums = new Map<string, number>();
  await inEach(cells, async (foundation, { cell }) => {
    if (cell === at) faults.push(...(await gapsOf(foundation, shop.accountId)));
    for (const { asset, held } of await heldFor(foundation))
      sums.set(asset, (sums.get(asset) ?? 0) + Number(held));
  });
  for (const [asset, sum] of sums)
    if (sum !== 0) faults.push(`cells do not agree on what they hold for each other: ${sum} ${asset}`);
  return faults;
}

async function gapsOf({ db }: Foundation, accountId: string): Promise<string[]> {
  const { rows } = await db.read.query<{ gaps: number }>({
    text: `select (max(sequence) - count(*))::integer as gaps from events where account_id = $1`,
    values: [accountId],
  });
  return rows[0]?.gaps === 0 ? [] : [`the events of the account have ${rows[0]?.gaps} gaps`];
}

async function heldFor({ db }: Foundation): Promise<{ asset: string; held: string }[]> {
  const { rows } = await db.read.query<{ asset: string; held: string }>({
    text: `select asset, sum(balance)::text as held from ledger_balances where book like 'rail:cell-%' group by asset`,
  });
  return rows;
}

/** The longest time in which no call was done, whichever of the callers made it. */
function longestGapOf(attempts: readonly Attempt[]): number {
  const done = attempts.filter(({ status }) => status === 201).map(({ endMs }) => endMs);
  const gaps = done
    .sort((one, other) => one - other)
    .map((endMs, index) => endMs - (done[index - 1] ?? endMs));
  return Math.round(Math.max(...gaps));
}
