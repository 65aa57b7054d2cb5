import type { Config } from '../config/index.ts';
import { createAddressGuard, type AddressGuard } from '../lib/outgoing/address-guard.ts';
import { createGuardedClient, type GuardedClient } from '../lib/outgoing/guarded-client.ts';

/** The guard of the addresses that the service may call for accounts. */
export function guardOf(config: Config): AddressGuard {
  return createAddressGuard({
    allowCidrs: config.webhookAllowCidrs,
    allowsPlainHttp: config.sandbox !== undefined,
  });
}

export function createClient(config: Config): GuardedClient {
  return createGuardedClient({ guard: guardOf(config), caFile: config.webhookCaFile });
}
