import type { Handlers } from '../contract/index.ts';
import type { Database, Queryable } from '../db/index.ts';
import { DEFAULT_LIMIT, type CursorCodec, type Page, type PageRequest } from '../lib/cursor.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { parseOptionalTimestamp } from '../lib/timestamp.ts';
import * as repository from './repository.ts';
import { viewEvent, type EventView } from './view.ts';

type EventHandlers = Pick<Handlers, 'listEvents' | 'getEvent'>;

export function eventHandlers(options: {
  db: Pick<Database, 'read' | 'listRead'>;
  cursors: CursorCodec;
}): EventHandlers {
  const { db, cursors } = options;
  return {
    async listEvents({ caller: { accountId }, query }) {
      const { order = 'desc' } = query;
      const filters = {
        type: query.type,
        createdAfter: parseOptionalTimestamp('created_after', query.created_after),
        createdBefore: parseOptionalTimestamp('created_before', query.created_before),
      };
      const read = db.listRead(accountId, filters);
      if (order === 'asc') {
        return { status: 200, body: await followPage({ read, cursors, accountId, filters, wanted: query }) };
      }
      const body = await cursors.list({ accountId, list: 'events', filters }, query, {
        read: (range) => repository.listEvents(read, { accountId, ...filters, ...range }),
        idOf: (row) => row.sequence,
        view: viewEvent,
      });
      return { status: 200, body };
    },

    async getEvent({ caller, path }) {
      const row = await repository.findEvent(db.read, { accountId: caller.accountId, id: path.id });
      if (!row) throw new DomainError('event_not_found');
      return { status: 200, body: viewEvent(row) };
    },
  };
}

const THE_BEGINNING = '0';

/**
 * A page for clients that follow the events. It always has a next cursor. After a page that is not full, the cursor
 * points past everything recorded before the page was read, so that events excluded by a filter are not read again.
 */
async function followPage(request: {
  read: Queryable;
  cursors: CursorCodec;
  accountId: string;
  filters: repository.EventFilters;
  wanted: PageRequest;
}): Promise<Page<EventView>> {
  const { read, cursors, accountId, filters } = request;
  const { limit = DEFAULT_LIMIT, cursor } = request.wanted;
  const scope = { accountId, list: 'events_by_sequence', filters };
  const afterSequence = cursor === undefined ? THE_BEGINNING : cursors.decode(scope, cursor).id;
  const recorded = await repository.readLastSequence(read, accountId);
  const rows = await repository.followEvents(read, {
    ...filters,
    accountId,
    afterSequence,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = shown.at(-1)?.sequence ?? afterSequence;
  const reached = hasMore || BigInt(last) > BigInt(recorded) ? last : recorded;
  return {
    object: 'list',
    data: shown.map(viewEvent),
    has_more: hasMore,
    next_cursor: cursors.encode(scope, { createdAt: new Date(0), id: reached }),
  };
}
