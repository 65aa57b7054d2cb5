import { createAccount } from '../../../src/accounts/service.ts';
import { formatApiKey, newPublicId, newSecret } from '../../../src/credentials/secret.ts';
import type { TestService } from '../service.ts';

/** A well-formed API key for each reason that makes one unusable (D13). */
export async function makeUnusableKeys(service: TestService): Promise<Record<string, string>> {
  const { id } = await service.createAccount();
  const { credentials, db } = service.foundation;
  const unapproved = await db.transaction((trx) =>
    createAccount(trx, { name: 'Never approved', email: null, approved: false }),
  );
  const revoked = await service.createKey(id);
  await db.transaction((trx) => credentials.revoke(trx, id, revoked.id));
  const secretOf = async (accountId: string, credential = {}) =>
    (await service.createKey(accountId, credential)).secret;
  return {
    nonexistent: formatApiKey({ environment: 'test', publicId: newPublicId(), secret: newSecret() }),
    revoked: revoked.secret,
    expired: await secretOf(id, { expiresAt: new Date(Date.now() - 1) }),
    'of another environment': await secretOf(id, { environment: 'live' }),
    'from an address not allowed': await secretOf(id, { allowedCidrs: ['192.0.2.1/32'] }),
    'of an account never approved': await secretOf(unapproved.id),
  };
}
