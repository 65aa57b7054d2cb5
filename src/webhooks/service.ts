import { randomBytes } from 'node:crypto';
import { lockAccount } from '../accounts/repository.ts';
import type { Trx } from '../db/connect.ts';
import { checkDestinationUrl, DestinationNotAllowed, type AddressGuard } from '../lib/address-guard.ts';
import { DomainError, invalidParam } from '../lib/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import type { Keyring } from '../lib/keyring.ts';
import * as repository from './repository.ts';

/** At most as many per account (D19). */
const MAX_ENDPOINTS = 16;
const SECRET_BYTES = 32;

export interface EndpointRequest {
  url: string;
  description: string;
  enabledEvents: readonly string[];
}

export interface WebhookEndpointService {
  /**
   * Registers a destination, with a signing secret that is shown this once. Throws `invalid_request` for an
   * address that notices must not be sent to, and `webhook_endpoint_limit_reached` beyond 16.
   */
  create(
    trx: Trx,
    accountId: string,
    request: EndpointRequest,
  ): Promise<{ endpoint: repository.EndpointRow; secret: string }>;
  /** Throws `webhook_endpoint_not_found`. */
  remove(trx: Trx, accountId: string, id: string): Promise<void>;
}

export function createWebhookEndpointService(options: {
  keyring: Keyring;
  guard: AddressGuard;
}): WebhookEndpointService {
  const { keyring, guard } = options;
  return {
    async create(trx, accountId, request) {
      requireDestination(request.url, guard);
      // The account's row is the gate: two registrations cannot both see room for the last one.
      await lockAccount(trx, accountId);
      if ((await repository.countEndpoints(trx, accountId)) >= MAX_ENDPOINTS) {
        throw new DomainError('webhook_endpoint_limit_reached');
      }
      const id = newId();
      const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const endpoint = {
        account_id: accountId,
        id,
        // As it was given: what a parser makes of it may be longer than what was checked.
        url: request.url,
        description: request.description,
        enabled_events: [...new Set(request.enabledEvents)],
        sealed_secret: keyring.seal(secret, sealContext(accountId, id)),
        created_at: await trx.now,
      };
      trx.settleAtCommit(repository.insertEndpoint(trx, endpoint));
      const fresh = { enabled: true, disabled_at: null, disabled_reason: null, consecutive_failures: 0 };
      return { endpoint: { ...endpoint, ...fresh }, secret };
    },

    async remove(trx, accountId, id) {
      const removed = isId(id) && (await repository.deleteEndpoint(trx, accountId, id));
      if (!removed) throw new DomainError('webhook_endpoint_not_found');
    },
  };
}

/** Binds a sealed secret to its endpoint. */
export function sealContext(accountId: string, endpointId: string): string {
  return `webhook_endpoint:${accountId}:${endpointId}`;
}

function requireDestination(url: string, guard: AddressGuard): void {
  try {
    checkDestinationUrl(url, guard);
  } catch (error) {
    if (error instanceof DestinationNotAllowed) throw invalidParam('url', error.message);
    throw error;
  }
}
