import { invalidParam } from '../errors/errors.ts';

/** The choices of the panel, in seconds, from none to the maximum (D63). */
export const OVERLAPS_S = [0, 3_600, 86_400, 604_800] as const;
/** The panel's default choice. */
export const USUAL_OVERLAP_S: (typeof OVERLAPS_S)[number] = 86_400;
/** How long a rotated secret may keep working beside its successor, at most: 7 days. */
export const MAX_OVERLAP_S: (typeof OVERLAPS_S)[number] = 604_800;

/**
 * The end of the previous secret's validity; undefined for immediately. Throws `invalid_request` naming the parameter.
 */
export function endOfOverlap(now: Date, overlapS: number, param: string): Date | undefined {
  if (!Number.isInteger(overlapS) || overlapS < 0 || overlapS > MAX_OVERLAP_S) {
    throw invalidParam(param, `${param} must be a whole number of seconds from 0 to ${MAX_OVERLAP_S}.`);
  }
  return overlapS === 0 ? undefined : new Date(now.getTime() + overlapS * 1000);
}
