import { OPERATOR } from '../../audit-log/index.ts';
import {
  findAccountOfCredential,
  type IssuedCredential,
  listCredentials,
  type Scope,
} from '../../credentials/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { configuredPanelBaseUrl, createApiKeys } from '../../people/index.ts';
import { listLastCalls } from '../../request-logs/index.ts';
import { CommandFailure, MAX_LISTED } from '../frame/index.ts';
import { requireAccount, requireAccountHere } from './account.ts';

export interface CreateOptions {
  account: string;
  name: string;
  scopes: Scope[];
  environment?: string;
  allowIp: string[];
  expiresAt?: Date;
  apiVersion: string;
  requestsPerMinute: number;
  moneyPerDay: number;
  beforeApproval?: true;
}

export async function createOne(foundation: Foundation, options: CreateOptions): Promise<object> {
  await requireAccountHere(foundation.db.read, options.account);
  if (!options.beforeApproval) await requireApproval(foundation, options.account);
  const issued = await foundation.db.transaction((trx) =>
    apiKeysOf(foundation).create(trx, OPERATOR, {
      accountId: options.account,
      name: options.name,
      environment: options.environment ?? foundation.config.environment,
      scopes: options.scopes,
      allowedCidrs: options.allowIp,
      apiVersion: options.apiVersion,
      requestsPerMinute: options.requestsPerMinute,
      moneyOperationsPerDay: options.moneyPerDay,
      expiresAt: options.expiresAt ?? null,
      beforeApproval: options.beforeApproval ?? false,
    }),
  );
  return view(issued);
}

/** Refuses with advice. For an individual, which has no keys, the service refuses. */
async function requireApproval({ db, credentials }: Foundation, accountId: string): Promise<void> {
  const obstacle = await credentials.findObstacle(db.read, accountId);
  if (obstacle === undefined || obstacle === 'company_account_required') return;
  throw new CommandFailure(
    `This account was never approved, and its API keys only work once it is: payments accounts set ${accountId} --kyb approved. To create one now all the same, add --before-approval.`,
  );
}

export async function list({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const range = { afterTime: undefined, afterId: undefined, limit: MAX_LISTED };
  const listed = await listCredentials(db.read, { accountId, ...range });
  const ids = listed.map(({ id }) => id);
  const calls = await listLastCalls(db.read, { accountId, credentialIds: ids });
  return {
    data: listed.map(({ id, name, lastFour, state, environment, scopes, apiVersion, expiresAt }) => ({
      id,
      name,
      last_four: lastFour,
      state,
      last_used_at: calls.find((call) => call.credentialId === id)?.createdAt.toISOString() ?? null,
      environment,
      scopes,
      api_version: apiVersion,
      expires_at: expiresAt?.toISOString() ?? null,
    })),
  };
}

/** `overlapS` is how long the old secret keeps working (D63). */
export async function rotate(foundation: Foundation, id: string, overlapS: number): Promise<object> {
  const accountId = await accountOf(foundation, id);
  const rotated = await foundation.db.transaction((trx) =>
    apiKeysOf(foundation).rotate(trx, accountId, OPERATOR, id, overlapS),
  );
  // From the next call on, every process refuses the old secret and accepts the new one.
  await foundation.credentials.knownEverywhere();
  const { previousValidUntil } = rotated;
  return { ...view(rotated), ...(previousValidUntil !== null && { old_valid_until: previousValidUntil }) };
}

export async function endPrevious(foundation: Foundation, id: string): Promise<object> {
  const accountId = await accountOf(foundation, id);
  await foundation.db.transaction((trx) => apiKeysOf(foundation).endPrevious(trx, accountId, OPERATOR, id));
  await foundation.credentials.knownEverywhere();
  return { id, old_secret_ended: true };
}

export async function revoke(foundation: Foundation, id: string): Promise<object> {
  const accountId = await accountOf(foundation, id);
  await foundation.db.transaction((trx) => apiKeysOf(foundation).revoke(trx, accountId, OPERATOR, id));
  await foundation.credentials.knownEverywhere();
  return { id, revoked: true };
}

function apiKeysOf({ credentials, config }: Foundation) {
  return createApiKeys({ credentials, panelUrl: () => `${configuredPanelBaseUrl(config)}/panel` });
}

/** The operator gives only the key's id. */
async function accountOf({ db }: Foundation, id: string): Promise<string> {
  const accountId = await findAccountOfCredential(db.read, id);
  if (accountId === undefined)
    throw new CommandFailure(
      `There is no key ${id}; \`payments keys list --account <id>\` lists the keys of an account.`,
    );
  return accountId;
}

function view(issued: IssuedCredential): object {
  return { id: issued.id, secret: issued.secret, last_four: issued.lastFour };
}
