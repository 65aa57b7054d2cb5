export type { OwnActor, Proof, SignIn } from './access.ts';
export { createApiKeys, type ApiKeys } from './api-keys.ts';
export { changeContactEmail } from './contact.ts';
export { languageOfContact, tellOwners } from './mail.ts';
export type { MemberEmail } from './member-emails.ts';
export {
  findIdentity,
  listIdentities,
  listPasskeys,
  purgeChallenges,
  type Passkey,
  countRecoveryCodes,
  findPassword,
} from './proof-repository.ts';
export { CALLBACK_PATH, ERRAND_LIFE_S, type Errand, type Oidc, type VerifiedIdentity } from './oidc.ts';
export {
  findOpenLink,
  purgeLinks,
  type OpenLink,
  purgeSessions,
  type OpenSession,
  type StoredSession,
  purgeAttempts,
  purgeDevices,
} from './session-repository.ts';
export { setUserDisabled } from './operator.ts';
export { configuredPanelBaseUrl, panelBaseUrl } from './panel-address.ts';
export {
  normaliseEmail,
  MIN_PASSWORD_LENGTH,
  weaknessOf,
  type Verified,
  type Weakness,
} from './passwords.ts';
export { createPeople, type People } from './people.ts';
export {
  isRole,
  OWNERS,
  readBy,
  ROLES,
  TECHNICAL,
  TREASURERS,
  type Role,
  type UserLanguage,
} from './roles.ts';
export type { Sessions } from './sessions.ts';
export type { IssuedLink } from './team.ts';
export { cellOfToken, hashToken, isToken, newToken } from './token.ts';
export { MAX_NAME_LENGTH } from './name.ts';
export {
  findHome,
  findMember,
  listLockedOut,
  listMembers,
  listMembershipsOf,
  setLanguage,
  type ListedMember,
  type Member,
  type OwnMembership,
  type Membership,
} from './repository.ts';
