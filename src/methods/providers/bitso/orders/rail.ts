import { isUsedBefore } from '../../http-rail/index.ts';
import { PROVIDER_TIMEOUTS_MS } from '../../../index.ts';
import type { OrderRail, Said, Terms } from '../../orders/index.ts';
import { isTurnedAway } from '../client/errors.ts';
import { findRefusal, recordRefusal } from '../refusals/repository.ts';

/**
 * Bitso and Juno recognize what was requested before for good. They do not say how far their lists lag, nor in which order
 * they check a request: a repeated one can be refused for the balance that the first one holds.
 */
const TERMS: Terms = {
  answeredWithinMs: PROVIDER_TIMEOUTS_MS.money,
  repeatAfterMs: 0,
  repeatForMs: Infinity,
  absentForMs: 5 * 60_000,
};

/** How Bitso takes orders, and Juno, which belongs to it. A conversion may have several, each at another quote. */
export const BITSO: OrderRail = {
  provider: 'bitso',
  name: 'Bitso',
  terms: TERMS,
  saidBy,
  refusedKeys: { find: findRefusal, record: recordRefusal },
};

function saidBy(error: unknown): Said {
  if (isTurnedAway(error)) return 'turned_away';
  return isUsedBefore(error) ? 'accepted' : undefined;
}
