import { Refusal } from '../http/refusal.ts';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

/** A page of v3: after the marker, which is the id of the last one of the page before. */
export function pageOf<T>(
  items: readonly T[],
  query: Record<string, string>,
  idOf: (item: T) => string,
): T[] {
  const { limit = String(DEFAULT_LIMIT), marker } = query;
  if (!/^[0-9]{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT) {
    throw new Refusal('0304', 'Invalid value: limit');
  }
  const place = marker === undefined ? -1 : items.findIndex((item) => idOf(item) === marker);
  if (marker !== undefined && place === -1) {
    throw new Refusal('0304', 'Invalid value: marker', 'unknown_marker');
  }
  return items.slice(place + 1, place + 1 + Number(limit));
}
