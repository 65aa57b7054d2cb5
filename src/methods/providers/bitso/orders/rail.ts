import { isUsedBefore } from '../../http-rail/index.ts';
import { PROVIDER_TIMEOUTS_MS } from '../../../index.ts';
import type { OrderRail, Said, Terms } from '../../orders/index.ts';
import { isTurnedAway } from '../client/errors.ts';
import { findRefusal, recordRefusal } from '../refusals/repository.ts';

/**
 * Bitso and Juno recognise repeated requests indefinitely. The lag of their lists is not documented, nor the order in
 * which they check a request, so a repeated one can be refused for the balance that the first one holds.
 */
const TERMS: Terms = {
  answeredWithinMs: PROVIDER_TIMEOUTS_MS.money,
  repeatAfterMs: 0,
  repeatForMs: Infinity,
  absentForMs: 5 * 60_000,
};

/**
 * Bitso's handling of orders, and that of Juno, which belongs to it. A conversion may have several, each at another
 * quote.
 */
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
