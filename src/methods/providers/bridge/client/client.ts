import { deterministicHex } from '../../../../lib/ids.ts';
import type { Logger } from '../../../../lib/logger.ts';
import {
  createLocalRateLimit,
  createRailClient,
  type RailCall,
  type RailClient,
} from '../../http-rail/index.ts';
import { faultOf } from './errors.ts';
import { listOf, reader } from './fields.ts';
import type { BridgeConfig } from './settings.ts';

/** `path` is relative to /v0. `id` identifies the request; the same id has the same effect. */
type BridgeCall = RailCall & ({ method: 'GET' | 'PUT' | 'DELETE' } | { method: 'POST'; id: string });

export type BridgeClient = RailClient<BridgeCall>;

/** Bridge documents no limit. This many calls a second and process stay below those of any known client. */
const CALLS_PER_SECOND = 5;
const BURST = 20;
const BACKGROUND_BURST = 10;

export function createBridgeClient({
  logger,
  config,
  callsPerSecond = CALLS_PER_SECOND,
}: {
  logger: Logger;
  config: Pick<BridgeConfig, 'apiKey' | 'baseUrl'>;
  /** For tests that make more calls. */
  callsPerSecond?: number | undefined;
}): BridgeClient {
  const pace = { callsPerSecond, burst: BURST, backgroundBurst: BACKGROUND_BURST };
  return createRailClient<BridgeCall, void>({
    reader,
    logger,
    baseUrl: `${config.baseUrl}/v0`,
    rateLimit: createLocalRateLimit({ rail: reader.rail, ...pace }),
    headersOf: (call) => ({
      'Api-Key': config.apiKey,
      ...('id' in call ? { 'Idempotency-Key': idempotencyKeyOf(call.id) } : {}),
    }),
    faultOf,
    listOf,
  });
}

/** A UUID, the same for the same id. */
function idempotencyKeyOf(id: string): string {
  const hex = deterministicHex('bridge', 'idempotency', id);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
