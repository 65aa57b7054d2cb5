import type { Queryable } from '../db/index.ts';
import type { Metrics } from '../lib/metrics.ts';
import { countAddedAlone } from './repository.ts';

/** Exports cases in which a single operator does what should need two (D45). */
export function watchOperators(metrics: Metrics, read: Queryable): void {
  metrics.watch(
    'payments_operators_added_alone',
    'Operators who were added by the only one there was, and whose keys do not work yet.',
    () => countAddedAlone(read),
  );
}
