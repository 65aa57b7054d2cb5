export type { OwnActor, Proof, SignIn } from './access.ts';
export { createApiKeys, type ApiKeys } from './api-keys.ts';
export { tellOwners } from './mail.ts';
export { findIdentity, listIdentities } from './oidc/repository.ts';
export {
  CALLBACK_PATH,
  ERRAND_LIFE_S,
  type Errand,
  type Oidc,
  type VerifiedIdentity,
} from './oidc/service.ts';
export { findOpenLink, purgeLinks, type OpenLink } from './one-time-links/repository.ts';
export { setUserDisabled } from './operator.ts';
export { configuredPanelBaseUrl, panelBaseUrl } from './panel-address.ts';
export { listPasskeys, purgeChallenges, type PasskeyRow } from './passkeys/repository.ts';
export { countRecoveryCodes, findPassword } from './passwords/repository.ts';
export { normaliseEmail } from './passwords/service.ts';
export { MIN_PASSWORD_LENGTH, weaknessOf, type Weakness } from './passwords/weakness.ts';
export { createPeople, type People } from './people.ts';
export { isRole, ROLES, type Role, type UserLanguage } from './roles.ts';
export { purgeSessions, type OpenSession, type SessionRow } from './sessions/repository.ts';
export type { Sessions } from './sessions/service.ts';
export { purgeAttempts, purgeDevices } from './sign-in/repository.ts';
export type { IssuedLink } from './team.ts';
export { hashToken, isToken, newToken } from './token.ts';
export { MAX_NAME_LENGTH } from './users/name.ts';
export {
  findHome,
  findMember,
  listMembers,
  listMembershipsOf,
  setLanguage,
  type MemberRow,
  type OwnMembership,
  type Standing,
} from './users/repository.ts';
