import { DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';

export type AccountKind = 'company' | 'individual';
export type AccountStatus = 'active' | 'suspended' | 'blocked';
export type Kyb = 'not_started' | 'incomplete' | 'pending_review' | 'approved' | 'rejected';
export type Kyc = 'not_started' | 'incomplete' | 'approved';

/** The facts that decide whether an account may take on new business. */
export interface Standing {
  status: AccountStatus;
  kyb: Kyb;
  kyc: Kyc;
  emailVerified: boolean;
  phoneVerified: boolean;
  ownerExists: boolean;
}

/**
 * The reasons why an account may not take on new business. The first one that applies is reported, so that
 * documents are only asked of an account that has an owner and is not blocked (D14).
 */
const OBSTACLES = {
  user_not_found: ({ ownerExists }) => !ownerExists,
  account_blocked: ({ status }) => status === 'blocked',
  account_suspended: ({ status }) => status === 'suspended',
  email_not_verified: ({ emailVerified }) => !emailVerified,
  phone_not_verified: ({ phoneVerified }) => !phoneVerified,
  kyc_not_started: ({ kyc }) => kyc === 'not_started',
  kyc_incomplete: ({ kyc }) => kyc === 'incomplete',
  kyb_not_started: ({ kyb }) => kyb === 'not_started',
  kyb_incomplete: ({ kyb }) => kyb === 'incomplete',
  kyb_pending_review: ({ kyb }) => kyb === 'pending_review',
  forbidden: ({ kyb }) => kyb !== 'approved',
} as const satisfies Partial<Record<ErrorCode, (standing: Standing) => boolean>>;

export type Obstacle = keyof typeof OBSTACLES;
export const OBSTACLE_CODES = Object.keys(OBSTACLES) as readonly Obstacle[];

/**
 * The first reason why the account may not create payment links, QR codes or webhook endpoints; undefined when it may.
 * It may always read and change its existing ones.
 */
export function firstObstacle(standing: Standing): Obstacle | undefined {
  return OBSTACLE_CODES.find((code) => OBSTACLES[code](standing));
}

/** The facts that decide whether an account has API keys. */
export interface KeyHolder {
  kind: AccountKind;
  kyb: Kyb;
  /** Whether its business was ever approved. */
  everApproved: boolean;
}

/**
 * The reason why the account may not be issued API keys (D14); undefined when it may. Only companies whose business was
 * approved have keys. Keys keep working when an approval is withdrawn, so the first approval counts. The operator may
 * issue a key `beforeApproval`.
 */
export function obstacleToKeys(
  { kind, kyb, everApproved }: KeyHolder,
  beforeApproval: boolean,
): ErrorCode | undefined {
  if (kind === 'individual') return 'company_account_required';
  if (everApproved || beforeApproval) return undefined;
  switch (kyb) {
    case 'not_started':
    case 'incomplete':
    case 'pending_review':
      return `kyb_${kyb}`;
    default:
      return 'forbidden';
  }
}

/** Throws the account's first obstacle, if it has one. */
export function requireGoodStanding(standing: Standing): void {
  const obstacle = firstObstacle(standing);
  if (obstacle) throw new DomainError(obstacle);
}
