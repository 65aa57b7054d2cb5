export { contrast, legibleShade, mix, parseColor, textOn, type Mode } from './brand-color.ts';
export { changeBrand, findLogo, readBrand, type Brand, type BrandChange } from './brand.ts';
export { isEmailAddress } from './email.ts';
export {
  findAccount,
  findKeyHolder,
  countAccounts,
  listAccounts,
  lockAccount,
  renameAccount,
  setContactEmail,
  updateAccount,
  type Account,
} from './repository.ts';
export { changeReporting } from './reporting.ts';
export { changeAccount, createAccount, standingOf } from './service.ts';
export {
  firstObstacle,
  OBSTACLE_CODES,
  obstacleToKeys,
  requireGoodStanding,
  type AccountKind,
  type AccountStatus,
  type Kyb,
  type Kyc,
  type Obstacle,
  type Standing,
} from './standing.ts';
