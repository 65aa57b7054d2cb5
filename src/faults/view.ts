import type { Schemas } from '../contract/index.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { FaultRow } from './repository.ts';

export function viewFault(fault: FaultRow): Schemas['Fault'] {
  return {
    object: 'fault',
    id: fault.id,
    kind: fault.kind,
    operation: fault.operation,
    delay_ms: fault.delayMs,
    count: fault.count,
    remaining: fault.remaining,
    created_at: formatTimestamp(fault.createdAt),
    expires_at: formatTimestamp(fault.expiresAt),
  };
}
