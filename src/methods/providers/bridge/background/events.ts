import type { Database } from '../../../../db/index.ts';
import { DatabaseAway } from '../../../../lib/errors/database-away.ts';
import { describeWithoutWords, type Logger } from '../../../../lib/logger.ts';
import type { Worker } from '../../../../lib/work/claim-worker.ts';
import { ProviderFailure, type Report, type TakeInReports } from '../../../index.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, textOf, timeOf, Unreadable } from '../client/fields.ts';
import { transferIn } from '../notices/reader.ts';
import type { ReadReports } from '../notices/transfers.ts';
import { createListReader } from './list-reader.ts';
import type { Progress } from './repository.ts';

const PAUSE_MS = 5_000;
const EVERY_MS = 60_000;
const PAGE_SIZE = 100;
/** The pages read per look; events beyond are found by the statement and by polling each transfer. */
const MAX_PAGES = 20;
/** Events may be listed a little late. */
const OVERLAP_MS = 10 * 60_000;

interface Event {
  id: string;
  at: Date;
  transferId: string | undefined;
}

interface Parts {
  db: Database;
  logger: Logger;
  client: BridgeClient;
  readReports: ReadReports;
  takeIn: TakeInReports;
}

/**
 * Reads the list of events to find those that no notice brought, while this service was away and after Bridge stopped
 * sending. It is not documented whether the list begins with the newest or the oldest event, so both orders are
 * handled.
 */
export function createEventReader(parts: Parts): Worker {
  const { db, logger, client } = parts;
  return createListReader({
    db,
    logger,
    name: 'events',
    what: 'events',
    pauseMs: PAUSE_MS,
    everyMs: EVERY_MS,
    retryMs: EVERY_MS,
    readForMs: EVERY_MS,
    async read(progress, signal) {
      const { events, reached } = await listSince(client, progress, signal);
      await takeInAll(parts, events, signal);
      const newest = events.at(-1);
      return newest && newest.at >= progress.lastAt
        ? { lastId: newest.id, lastAt: newest.at }
        : { lastId: reached, lastAt: progress.lastAt };
    },
  });
}

async function listPage(
  client: BridgeClient,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Event[]> {
  const query = { category: 'transfer', limit: PAGE_SIZE, starting_after: after };
  const events = await client.list('/webhook_events', 'events', signal, { query, isBackground: true });
  return events.map(eventOf);
}

/** Events since a time, oldest first; and the position reached in a list that begins with the oldest. */
async function listSince(
  client: BridgeClient,
  { lastId, lastAt }: Progress,
  signal: AbortSignal,
): Promise<{ events: Event[]; reached: string | null }> {
  const since = lastAt.getTime() - OVERLAP_MS;
  const found = new Map<string, Event>();
  let reached = lastId;
  // From the newest on or, where the list begins with the oldest, from the last known one.
  for (const start of lastId === null ? [undefined] : [undefined, lastId]) {
    let after: string | undefined = start;
    for (let read = 0; read < MAX_PAGES; read++) {
      const events = await listPage(client, after, signal);
      for (const event of events) if (event.at.getTime() >= since) found.set(event.id, event);
      const [first, last] = [events[0], events.at(-1)];
      if (!first || !last || events.length < PAGE_SIZE) break;
      const isDescending = first.at > last.at;
      // Ever older ones, or older ones that lead up to those that the other start finds faster.
      if (isDescending ? last.at.getTime() < since : start === undefined && lastId !== null) break;
      if (last.id === after) throw new Unreadable('a page that repeats itself');
      after = last.id;
      if (!isDescending) reached = last.id;
    }
  }
  const events = [...found.values()].sort((one, other) => one.at.getTime() - other.at.getTime());
  return { events, reached };
}

async function takeInAll(
  { db, logger, readReports, takeIn }: Parts,
  events: readonly Event[],
  signal: AbortSignal,
): Promise<void> {
  const report = readReports(signal, { isBackground: true });
  for (const transferId of new Set(events.flatMap((event) => event.transferId ?? []))) {
    try {
      const reported: Report = await report(transferId);
      if (reported.type !== 'nothing') await db.transaction((trx) => takeIn(trx, [reported]));
    } catch (error) {
      const isAway =
        error instanceof DatabaseAway || (error instanceof ProviderFailure && !(error instanceof Unreadable));
      if (isAway) throw error;
      // Skips only this event, which must not hide the others; the statement reports it too.
      logger.warn('Bridge event could not be processed', {
        transfer: transferId,
        ...describeWithoutWords(error),
      });
    }
  }
}

function eventOf(event: Fields): Event {
  return {
    id: textOf(event, 'event_id'),
    at: timeOf(event, 'event_created_at'),
    transferId: transferIn(event),
  };
}
