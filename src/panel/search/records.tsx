import { findEvent } from '../../events/index.ts';
import { findMovement, findMovementsByAmount, type Movement } from '../../ledger/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { accountNumberOf } from '../../methods/index.ts';
import { findLog } from '../../request-logs/index.ts';
import { describeShortly, listDestinations, type SavedDestination } from '../../treasury/index.ts';
import type { SearchTerm } from '../../search/index.ts';
import { Result } from '../call-log/views.tsx';
import { readEvent } from '../events/parts.tsx';
import { typeText } from '../movements/texts.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { isTechnical, type MemberVisit, READERS } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type Hit, LIMIT } from './hit.ts';

/** How many movements are read to find those of an amount. */
const MOST_MOVEMENTS = 2_000;

/** Movements by id, and recent ones by amount, such as a payment without its fee. They lead to what they are of. */
export async function findMovements(
  { db }: PanelServices,
  visit: MemberVisit,
  { text, id, amount }: SearchTerm,
): Promise<Movement[]> {
  const { accountId } = visit;
  const ofAmount = { accountId, amount: amount ?? '0', most: MOST_MOVEMENTS, limit: LIMIT };
  const [one, others] = await Promise.all([
    id === undefined ? undefined : findMovement(db.read, { accountId, id }),
    amount === undefined ? [] : findMovementsByAmount(db.listRead(accountId, { text }), ofAmount),
  ]);
  const mayRead = READERS.includes(visit.membership.role);
  return [...(one ? [one] : []), ...others].filter(
    ({ sourceObject }) => mayRead || sourceObject !== 'withdrawal',
  );
}

export function movementHit(visit: MemberVisit, movement: Movement): Hit[] {
  const { id, type, sourceObject, sourceId, paymentLinkCode, amount, asset, createdAt: at } = movement;
  if (!isKeyOf(objectPages, sourceObject)) return [];
  return [
    {
      id,
      href: objectPages[sourceObject](visit, sourceId),
      title: typeText(visit.language, type),
      notes: [paymentLinkCode],
      amount: { amount, asset },
      at,
    },
  ];
}

/** The call of a request id, for those who have the call log. */
export async function findCalls(
  { db }: PanelServices,
  visit: MemberVisit,
  { request }: SearchTerm,
): Promise<Hit[]> {
  if (!request || !isTechnical(visit)) return [];
  const { requestId, ...key } = request;
  const call = await findLog(db.read, { accountId: visit.accountId, ...key });
  if (!call) return [];
  return [
    {
      id: requestId,
      href: pathTo(visit, paths.callLog.call, { request: requestId }),
      title: `${call.method} ${call.path}`,
      notes: [call.operation, call.credentialName],
      status: <Result call={call} />,
      at: call.createdAt,
    },
  ];
}

export async function findEvents(
  { db }: PanelServices,
  visit: MemberVisit,
  { eventId: id }: SearchTerm,
): Promise<Hit[]> {
  const row = id === undefined ? undefined : await findEvent(db.read, { accountId: visit.accountId, id });
  if (!row) return [];
  const event = readEvent(row);
  return [
    {
      id: event.id,
      href: pathTo(visit, paths.events.event, { event: event.id }),
      title: event.type,
      notes: [event.id],
      at: event.createdAt,
    },
  ];
}

/** Saved destinations by their account or address; an account has few. */
export async function findDestinations(
  { db }: PanelServices,
  visit: MemberVisit,
  { mark }: SearchTerm,
): Promise<Hit[]> {
  if (mark === undefined || !READERS.includes(visit.membership.role)) return [];
  const saved = await listDestinations(db.read, { accountId: visit.accountId });
  return saved
    .filter(({ destination }) => numberOf(destination).toLowerCase() === mark.toLowerCase())
    .map(({ id, label, destination, method, createdAt: at }) => ({
      id,
      href: pathTo(visit, paths.destinations.destination, { destination: id }),
      title: label,
      notes: [describeShortly(destination), method],
      at,
    }));
}

function numberOf(destination: SavedDestination['destination']): string {
  if ('clabe' in destination) return destination.clabe;
  if ('bank' in destination) return accountNumberOf(destination.bank);
  if ('key' in destination) return destination.key;
  return destination.address;
}
