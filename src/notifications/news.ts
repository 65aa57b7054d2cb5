import type { Trx } from '../db/index.ts';
import type { EventData, EventType } from '../events/index.ts';
import { newId } from '../lib/ids.ts';
import type { News } from './kinds.ts';
import {
  type Fact,
  insertFact,
  listAssets,
  listEventsAfter,
  listUndecidedDeposits,
  takeFacts,
  type ToldEvent,
} from './repository.ts';

const PAGE = 1_000;
/** The rest is sent in the next round, so that a round's memory is bounded. */
const MOST_PAGES = 20;

const TOLD = [
  'payment_link.paid',
  'payment_link.partial_deposit',
  'deposit.failed',
  'refund.completed',
  'refund.failed',
  'withdrawal.completed',
  'withdrawal.failed',
] as const satisfies readonly EventType[];
type Told = { [T in (typeof TOLD)[number]]: { type: T; data: EventData[T] } }[(typeof TOLD)[number]];

/**
 * Records what has no event, in the transaction that causes it. It is told like an event, and forgotten if the account
 * tells no one.
 */
export async function recordNews(
  trx: Trx,
  accountId: string,
  { what, subject: subjectId, amount, asset }: Omit<News, 'what'> & { what: Fact['kind'] },
): Promise<void> {
  await insertFact(trx, { accountId, id: newId(), kind: what, subjectId, amount, asset });
}

/** The news of an account after one of its events, and the event up to which they were read. */
export async function readNews(
  trx: Trx,
  accountId: string,
  { after, until }: { after: string; until: string },
): Promise<{ news: News[]; readUpTo: string }> {
  const facts = await takeFacts(trx, { accountId });
  const news: News[] = facts.map(({ kind: what, subjectId: subject, amount, asset }) => ({
    ...{ what, subject, amount, asset },
  }));
  let readUpTo = after;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const events = await listEventsAfter(trx, {
      ...{ accountId, types: TOLD, after: readUpTo, until, limit: PAGE },
    });
    news.push(...(await newsOf(trx, accountId, events)));
    if (events.length < PAGE) return { news, readUpTo: until };
    readUpTo = events.at(-1)?.sequence ?? until;
  }
  return { news, readUpTo };
}

async function newsOf(trx: Trx, accountId: string, events: readonly ToldEvent[]): Promise<News[]> {
  const told = events.map(({ body }) => JSON.parse(body) as Told);
  const [undecided, assets] = await Promise.all([
    undecidedOf(trx, accountId, told),
    assetsOf(trx, accountId, told),
  ]);
  return [...told.flatMap((event) => happeningOf(event, assets)), ...undecided];
}

/** The news that an event contains by itself. A deposit that pays no link is read from its row. */
function happeningOf({ type, data }: Told, assets: ReadonlyMap<string, string>): News[] {
  switch (type) {
    case 'payment_link.paid':
      return [{ what: 'payment', amount: data.amount, asset: data.currency, subject: data.link_code }];
    case 'refund.completed':
    case 'refund.failed': {
      const what = type === 'refund.completed' ? 'refund_sent' : 'refund_failed';
      return [{ what, amount: data.amount, asset: data.asset, subject: data.refund_id }];
    }
    case 'withdrawal.completed':
    case 'withdrawal.failed': {
      const { withdrawal_id: subject, amount } = data;
      const what = type === 'withdrawal.completed' ? 'withdrawal_sent' : 'withdrawal_failed';
      return [{ what, amount, asset: assets.get(subject) ?? '', subject }];
    }
    default:
      return [];
  }
}

/** Only what still waits for a decision, because a deposit may have been refunded or accepted meanwhile. */
async function undecidedOf(trx: Trx, accountId: string, told: readonly Told[]): Promise<News[]> {
  const ids = told.flatMap(({ type, data }) => (type === 'deposit.failed' ? [data.deposit_id] : []));
  const codes = told.flatMap(({ type, data }) =>
    type === 'payment_link.partial_deposit' ? [data.link_code] : [],
  );
  if (ids.length === 0 && codes.length === 0) return [];
  const deposits = await listUndecidedDeposits(trx, { accountId, ids, codes: [...new Set(codes)] });
  return deposits.map(({ id: subject, amount, asset }) => ({ what: 'review', amount, asset, subject }));
}

/** Of withdrawals, by their ids, because their failure does not name it. */
async function assetsOf(
  trx: Trx,
  accountId: string,
  told: readonly Told[],
): Promise<ReadonlyMap<string, string>> {
  const ids = told.flatMap(({ data }) => ('withdrawal_id' in data ? [data.withdrawal_id] : []));
  if (ids.length === 0) return new Map();
  const rows = await listAssets(trx, { accountId, ids });
  return new Map(rows.map(({ id, asset }) => [id, asset]));
}
