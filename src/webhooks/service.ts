import { findAccount, lockAccount, requireGoodStanding, standingOf } from '../accounts/index.ts';
import type { Actor } from '../audit-log/index.ts';
import type { Caller } from '../credentials/index.ts';
import type { Trx } from '../db/index.ts';
import {
  checkDestinationUrl,
  DestinationNotAllowed,
  type AddressGuard,
} from '../lib/outgoing/address-guard.ts';
import { newSigningSecret } from '../lib/outgoing/signature.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { endOfOverlap } from '../lib/secrets/overlap.ts';
import { listMembers, tellOwners } from '../people/index.ts';
import * as repository from './repository.ts';

/** Per account, because each event has a delivery for each endpoint (D19). */
export const MAX_ENDPOINTS = 16;

export interface EndpointRequest {
  url: string;
  description: string;
  enabledEvents: readonly string[];
  /** Whether deliveries get the headers of Standard Webhooks beside ours (D69). */
  standardWebhooks: boolean;
}

/** Undefined fields stay unchanged. */
export interface EndpointChange {
  url: string | undefined;
  description: string | undefined;
  enabledEvents: readonly string[] | undefined;
  standardWebhooks: boolean | undefined;
  enabled: boolean | undefined;
}

/** The author of a change, which is a user of the panel, the operator, or an API key. */
export type Changer = Pick<Actor, 'email'> | Pick<Caller, 'credentialName' | 'lastFour'>;

export interface EndpointWithSecret {
  endpoint: repository.WebhookEndpoint;
  /** Shown only once. */
  secret: string;
}

/** All but `create` throw `webhook_endpoint_not_found`. */
export interface WebhookEndpointService {
  /**
   * Registers a destination. Throws the error of an account not in good standing (D14), `invalid_request` for a URL
   * that events must not be sent to, and `webhook_endpoint_limit_reached` beyond 16.
   */
  create(trx: Trx, accountId: string, request: EndpointRequest): Promise<EndpointWithSecret>;
  /**
   * Applies the given changes, to pending deliveries too. The account's owners get an e-mail about a changed URL.
   * Throws `invalid_request` for a URL as `create` does.
   */
  update(
    trx: Trx,
    accountId: string,
    id: string,
    change: EndpointChange,
    by: Changer,
  ): Promise<repository.WebhookEndpoint>;
  /** Undoes disabling by the service and resets the failure count; the owner's own `enabled` stays as it is. */
  enable(trx: Trx, accountId: string, id: string): Promise<repository.WebhookEndpoint>;
  /**
   * Issues a new secret. The old one no longer signs anything, retries included, or keeps signing everything beside the
   * new one for `overlapS` seconds (D63); an even older one ends immediately. Throws `invalid_request` for too many
   * seconds.
   */
  rotateSecret(trx: Trx, accountId: string, id: string, overlapS?: number): Promise<EndpointWithSecret>;
  /** Ends the previous secret now, if one still signs. */
  endPreviousSecret(trx: Trx, accountId: string, id: string): Promise<repository.WebhookEndpoint>;
  remove(trx: Trx, accountId: string, id: string): Promise<void>;
}

interface Parts {
  keyring: Keyring;
  guard: AddressGuard;
  panelUrl: () => string;
}

export function createWebhookEndpointService(parts: Parts): WebhookEndpointService {
  return {
    create: (trx, accountId, request) => createEndpoint(parts, trx, accountId, request),
    update: (trx, accountId, id, change, by) => updateEndpoint(parts, trx, accountId, id, change, by),
    enable: enableEndpoint,
    rotateSecret: (trx, accountId, id, overlapS) => rotateSecret(parts, trx, accountId, id, overlapS),
    endPreviousSecret,
    remove: removeEndpoint,
  };
}

async function createEndpoint(
  { guard, keyring }: Parts,
  trx: Trx,
  accountId: string,
  request: EndpointRequest,
): Promise<EndpointWithSecret> {
  // Locks the account, so that two registrations cannot both see room for the last endpoint.
  const account = await lockAccount(trx, { id: accountId });
  if (!account) throw new Error('the account of a new endpoint does not exist');
  requireGoodStanding(standingOf(account));
  requireDestination(request.url, guard);
  if ((await repository.countEndpoints(trx, accountId)) >= MAX_ENDPOINTS) {
    throw new DomainError('webhook_endpoint_limit_reached');
  }
  const id = newId();
  const secret = newSigningSecret();
  const endpoint = {
    accountId,
    id,
    // As given, because the parsed URL may be longer than the one that was checked.
    url: request.url,
    description: request.description,
    enabledEvents: [...new Set(request.enabledEvents)],
    standardWebhooks: request.standardWebhooks,
    sealedSecret: keyring.seal(secret, sealContext(accountId, id)),
    createdAt: await trx.now,
  };
  trx.defer(repository.insertEndpoint(trx, endpoint));
  const fresh = { enabled: true, disabledAt: null, disabledReason: null, consecutiveFailures: 0 };
  return { endpoint: { ...endpoint, ...fresh, ...NO_PREVIOUS }, secret };
}

async function updateEndpoint(
  parts: Parts,
  trx: Trx,
  accountId: string,
  id: string,
  { url, description, enabledEvents, standardWebhooks, enabled }: EndpointChange,
  by: Changer,
): Promise<repository.WebhookEndpoint> {
  const before = await lock(trx, accountId, id);
  if (url !== undefined) requireDestination(url, parts.guard);
  const changed = save(trx, {
    ...before,
    url: url ?? before.url,
    description: description ?? before.description,
    enabledEvents: [...(enabledEvents ?? before.enabledEvents)],
    standardWebhooks: standardWebhooks ?? before.standardWebhooks,
    enabled: enabled ?? before.enabled,
  });
  if (changed.url !== before.url) await announceUrl(parts, trx, before, changed, by);
  return changed;
}

async function announceUrl(
  { panelUrl }: Parts,
  trx: Trx,
  before: repository.WebhookEndpoint,
  { accountId, id, url }: repository.WebhookEndpoint,
  by: Changer,
): Promise<void> {
  const account = (await findAccount(trx, { id: accountId }))?.name ?? '';
  await tellOwners(trx, accountId, await listMembers(trx, { accountId }), (words) =>
    words.webhookUrl({
      account,
      from: new URL(before.url).host,
      to: new URL(url).host,
      by:
        'email' in by
          ? (by.email ?? words.operator)
          : words.apiKeyNamed(`${by.credentialName} (…${by.lastFour})`),
      panel: `${panelUrl()}/accounts/${accountId}/webhooks/${id}`,
    }),
  );
}

async function enableEndpoint(trx: Trx, accountId: string, id: string): Promise<repository.WebhookEndpoint> {
  const endpoint = await lock(trx, accountId, id);
  return save(trx, { ...endpoint, disabledAt: null, disabledReason: null, consecutiveFailures: 0 });
}

async function rotateSecret(
  { keyring }: Parts,
  trx: Trx,
  accountId: string,
  id: string,
  overlapS = 0,
): Promise<EndpointWithSecret> {
  const secret = newSigningSecret();
  const endpoint = await lock(trx, accountId, id);
  const until = endOfOverlap(await trx.now, overlapS, 'previous_secret_valid_for');
  const previous = until && {
    previousSealedSecret: endpoint.sealedSecret,
    previousValidUntil: until,
  };
  const sealedSecret = keyring.seal(secret, sealContext(accountId, id));
  return { endpoint: save(trx, { ...endpoint, sealedSecret, ...(previous ?? NO_PREVIOUS) }), secret };
}

async function endPreviousSecret(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<repository.WebhookEndpoint> {
  return save(trx, { ...(await lock(trx, accountId, id)), ...NO_PREVIOUS });
}

async function removeEndpoint(trx: Trx, accountId: string, id: string): Promise<void> {
  const removed = isId(id) && (await repository.deleteEndpoint(trx, accountId, id));
  if (!removed) throw new DomainError('webhook_endpoint_not_found');
}

const NO_PREVIOUS = { previousSealedSecret: null, previousValidUntil: null };

/**
 * The secrets that sign an endpoint's deliveries, which are its own and, while that still works, the previous one
 * (D63).
 */
export function openSecrets(
  keyring: Keyring,
  { accountId, id, sealedSecret, previousSealedSecret }: SealedSecrets,
): string[] {
  return [sealedSecret, previousSealedSecret].flatMap((sealed) =>
    sealed === null ? [] : keyring.open(sealed, sealContext(accountId, id)),
  );
}

export type SealedSecrets = Pick<
  repository.WebhookEndpoint,
  'accountId' | 'id' | 'sealedSecret' | 'previousSealedSecret'
>;

/** Binds a sealed secret to its endpoint. */
function sealContext(accountId: string, endpointId: string): string {
  return `webhook_endpoint:${accountId}:${endpointId}`;
}

/** Locks the endpoint's row, so that neither a change nor a failure being counted gets lost. */
async function lock(trx: Trx, accountId: string, id: string): Promise<repository.WebhookEndpoint> {
  const endpoint = isId(id) ? await repository.lockEndpoint(trx, { accountId, id }) : undefined;
  if (!endpoint) throw new DomainError('webhook_endpoint_not_found');
  return endpoint;
}

/** Writes an endpoint that is locked. */
function save(trx: Trx, endpoint: repository.WebhookEndpoint): repository.WebhookEndpoint {
  trx.defer(repository.updateEndpoint(trx, endpoint));
  return endpoint;
}

function requireDestination(url: string, guard: AddressGuard): void {
  try {
    checkDestinationUrl(url, guard);
  } catch (error) {
    if (!(error instanceof DestinationNotAllowed)) throw error;
    const isOwnMachine = /^https?:\/\/(localhost|127\.|\[::1\])/i.test(url);
    const hint = isOwnMachine ? ' To receive events on your own machine, run `payments listen`.' : '';
    throw invalidParam('url', error.message + hint);
  }
}
