export { CREDENTIALS_CHANGED } from './cache.ts';
export {
  DEFAULT_MONEY_OPERATIONS_PER_DAY,
  DEFAULT_REQUESTS_PER_MINUTE,
  MAX_MONEY_OPERATIONS_PER_DAY,
  MAX_NAME_LENGTH,
  MAX_REQUESTS_PER_MINUTE,
  type NewCredential,
} from './new-credential.ts';
export { purgeQuotas, quotaStepsOf, type MoneyQuota } from './quota.ts';
export {
  findAccountOfCredential,
  findCredential,
  listCredentials,
  purgePreviousSecrets,
  type CredentialState,
  type ListedCredential,
} from './repository.ts';
export { ALL_SCOPES, isScope, REFUND_SCOPE, SCOPES, type Scope } from './scopes.ts';
export {
  cellOfPublicId,
  formatApiKey,
  newPublicId,
  newSecret,
  parseApiKey,
  lackOfKey,
  presentedKey,
  type ApiKeyParts,
} from './secret.ts';
export {
  createCredentialService,
  type Caller,
  type CredentialService,
  type IssuedCredential,
  type KeyLookUp,
  type RotatedCredential,
} from './service.ts';
