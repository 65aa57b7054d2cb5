import type { Database } from '../../../db/index.ts';
import { ProviderFailure } from '../../index.ts';
import type { FaultInjection } from './fault-injection.ts';

/** The database and the injected faults, which all operations of the simulated provider use. */
export interface Parts {
  db: Database;
  faults: FaultInjection;
}

export const REFUSED = 'The simulator is set to refuse.';

export function refuseIf(condition: boolean, message: string): void {
  if (condition) throw new ProviderFailure('refused', message);
}
