import { findAccount } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import {
  type CredentialService,
  findCredential,
  type IssuedCredential,
  type NewCredential,
  REFUND_SCOPE,
  type RotatedCredential,
} from '../credentials/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { tellOwners } from './mail.ts';
import type { MEMBER_EMAILS } from './member-emails.ts';
import { findMember, listMembers } from './repository.ts';

/**
 * Changes to an account's API keys, in the panel or on the command line. Each is in the audit log, and the owners get
 * an e-mail about each new secret. Throws like the credential service, and `forbidden` if anyone but an owner would get
 * the secret of a key that can refund payments (D41).
 */
export interface ApiKeys {
  create(trx: Trx, actor: Actor, credential: NewCredential): Promise<IssuedCredential>;
  /** The old secret stops working immediately or, with an overlap, after that many seconds (D63). */
  rotate(
    trx: Trx,
    accountId: string,
    actor: Actor,
    id: string,
    overlapS?: number,
  ): Promise<RotatedCredential>;
  /** Ends the previous secret now, if one still works. */
  endPrevious(trx: Trx, accountId: string, actor: Actor, id: string): Promise<void>;
  revoke(trx: Trx, accountId: string, actor: Actor, id: string): Promise<void>;
  rename(trx: Trx, accountId: string, actor: Actor, id: string, name: string): Promise<void>;
}

interface Parts {
  credentials: Pick<CredentialService, 'create' | 'rotate' | 'endPrevious' | 'revoke' | 'rename'>;
  panelUrl: () => string;
}

export function createApiKeys(parts: Parts): ApiKeys {
  return {
    create: (trx, actor, credential) => createKey(parts, trx, actor, credential),
    rotate: (trx, accountId, actor, id, overlapS) => rotateKey(parts, trx, accountId, actor, id, overlapS),
    endPrevious: (trx, accountId, actor, id) => endPreviousSecret(parts, trx, accountId, actor, id),
    revoke: (trx, accountId, actor, id) => revokeKey(parts, trx, accountId, actor, id),
    rename: (trx, accountId, actor, id, name) => renameKey(parts, trx, accountId, actor, id, name),
  };
}

async function createKey(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  credential: NewCredential,
): Promise<IssuedCredential> {
  const { accountId, scopes, environment } = credential;
  await requireMayIssue(trx, accountId, actor, scopes);
  const issued = await parts.credentials.create(trx, credential);
  await recordAction(trx, accountId, actor, {
    action: 'api_key.created',
    subject: issued.name,
    details: { id: issued.id, last_four: issued.lastFour, environment, scopes: scopes.join(' ') },
  });
  await announce(parts, trx, accountId, actor, 'created', issued);
  return issued;
}

async function announce(
  { panelUrl }: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  what: keyof (typeof MEMBER_EMAILS)['en']['keyChanges'],
  { id, name, lastFour, previousValidUntil = null }: IssuedCredential & Partial<RotatedCredential>,
): Promise<void> {
  const account = (await findAccount(trx, { id: accountId }))?.name ?? '';
  await tellOwners(trx, accountId, await listMembers(trx, { accountId }), (words, timeOf) =>
    words.apiKey({
      account,
      what: words.keyChanges[what](
        `${name} (…${lastFour})`,
        previousValidUntil && timeOf(new Date(previousValidUntil)),
      ),
      by: actor.email ?? words.operator,
      panel: `${panelUrl()}/accounts/${accountId}/keys/${id}`,
    }),
  );
}

async function rotateKey(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  id: string,
  overlapS?: number,
): Promise<RotatedCredential> {
  const { scopes = [] } = (await findCredential(trx, { accountId, id })) ?? {};
  await requireMayIssue(trx, accountId, actor, scopes);
  const issued = await parts.credentials.rotate(trx, accountId, id, overlapS);
  const until = issued.previousValidUntil;
  await recordAction(trx, accountId, actor, {
    action: 'api_key.rotated',
    subject: issued.name,
    details: { id, last_four: issued.lastFour, ...(until !== null && { previous_valid_until: until }) },
  });
  await announce(parts, trx, accountId, actor, 'rotated', issued);
  return issued;
}

async function endPreviousSecret(
  { credentials }: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  id: string,
): Promise<void> {
  const ended = await credentials.endPrevious(trx, accountId, id);
  if (!ended) return;
  await recordAction(trx, accountId, actor, {
    action: 'api_key.previous_ended',
    subject: ended.name,
    details: { id, last_four: ended.lastFour },
  });
}

async function revokeKey(
  { credentials }: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  id: string,
): Promise<void> {
  const { name, lastFour } = await credentials.revoke(trx, accountId, id);
  await recordAction(trx, accountId, actor, {
    action: 'api_key.revoked',
    subject: name,
    details: { id, last_four: lastFour },
  });
}

async function renameKey(
  { credentials }: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  id: string,
  name: string,
): Promise<void> {
  const { from, to } = await credentials.rename(trx, accountId, id, name);
  if (from === to) return;
  await recordAction(trx, accountId, actor, {
    action: 'api_key.renamed',
    subject: to,
    details: { id, from },
  });
}

async function requireMayIssue(
  trx: Trx,
  accountId: string,
  { userId }: Actor,
  scopes: readonly string[],
): Promise<void> {
  if (userId === null || !scopes.includes(REFUND_SCOPE)) return;
  const member = await findMember(trx, { accountId, userId });
  if (member?.role !== 'owner')
    throw new DomainError('forbidden', { message: 'Only an owner issues a key that can refund payments.' });
}
