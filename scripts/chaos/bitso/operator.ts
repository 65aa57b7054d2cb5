import { setTimeout as delay } from 'node:timers/promises';
import {
  hold,
  listStuck,
  listWaiting,
  resume,
  type ResolveOptions,
} from '../../../src/commands/money/transfers-actions.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { DomainError } from '../../../src/lib/errors/errors.ts';
import { money } from '../../../src/lib/money.ts';
import type { FakeBitso } from '../../fake-bitso/server.ts';
import type { Chance } from '../chance.ts';
import { decideAsTwo } from '../deciding.ts';

const EVERY_MS = 12_000;
/** Long enough that a worker's attempt can be under way while the operator decides on its transfer. */
const HELD_FOR_MS = 1_500;

/** What the commands show of a transfer. */
interface Shown {
  id: string;
  kind: string;
  amount: string;
}

/**
 * An operator who holds transfers and decides on any that is unfinished, with another where it takes two, by the functions of
 * the command line. Only what is claimed to be done is true: Bitso shows it as complete. Returns how often each was decided,
 * or refused.
 */
export async function decideAtRandom(
  foundation: Foundation,
  fake: FakeBitso,
  chance: Chance,
  isOver: () => boolean,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  while (!isOver()) {
    await delay(EVERY_MS * (0.5 + chance.share()));
    await hold(foundation);
    try {
      await delay(HELD_FOR_MS * chance.share());
      for (const transfer of await unfinished(foundation)) {
        if (!chance.happens(0.4)) continue;
        const [name, options] = choose(transfer, fake, chance);
        const outcome = await decide(foundation, transfer.id, options);
        counts[`${name} ${outcome}`] = (counts[`${name} ${outcome}`] ?? 0) + 1;
      }
    } finally {
      await resume(foundation);
    }
  }
  return counts;
}

/** Has everything that is stuck asked about again. */
export async function retryStuck(foundation: Foundation): Promise<void> {
  const { data } = (await listStuck(foundation)) as { data: Shown[] };
  for (const { id } of data) await decide(foundation, id, { retry: true });
}

async function unfinished(foundation: Foundation): Promise<Shown[]> {
  const lists = (await Promise.all([listStuck(foundation), listWaiting(foundation)])) as { data: Shown[] }[];
  return lists.flatMap(({ data }) => data);
}

function choose(transfer: Shown, fake: FakeBitso, chance: Chance): [string, ResolveOptions] {
  const wid = completeFor(fake, transfer);
  const choices: [string, ResolveOptions][] = [
    ['retry', { retry: true }],
    ['failed', { failed: 'the operator says so' }],
    ...(wid === undefined ? [] : [['settled', { settled: wid }] as [string, ResolveOptions]]),
  ];
  return chance.pick(choices);
}

/** The withdrawal of a payout, by its amount, which no other has: what an operator reads in Bitso's own pages. */
function completeFor({ control }: FakeBitso, { kind, amount }: Shown): string | undefined {
  if (kind !== 'withdrawal') return undefined;
  return control
    .state()
    .withdrawals.find((one) => one.status === 'complete' && money(one.amount).eq(money(amount)))?.wid;
}

async function decide(foundation: Foundation, id: string, options: ResolveOptions): Promise<string> {
  try {
    await decideAsTwo(foundation, id, options);
    return 'accepted';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
