import { DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';

export type AccountKind = 'company' | 'individual';
export type AccountStatus = 'active' | 'suspended' | 'blocked';
export type Kyb = 'not_started' | 'incomplete' | 'pending_review' | 'approved' | 'rejected';
export type Kyc = 'not_started' | 'incomplete' | 'approved';

/** What decides whether an account may take on new business. */
export interface Standing {
  status: AccountStatus;
  kyb: Kyb;
  kyc: Kyc;
  emailVerified: boolean;
  phoneVerified: boolean;
  ownerExists: boolean;
}

/**
 * The first reason, in the order of D14, why the account may not create payment links, QR codes or webhook endpoints;
 * undefined when it may. Whatever the reason, it may still read and change what it has.
 */
export function firstObstacle(standing: Standing): ErrorCode | undefined {
  const obstacles: [boolean, ErrorCode][] = [
    [!standing.ownerExists, 'user_not_found'],
    [standing.status === 'blocked', 'account_blocked'],
    [standing.status === 'suspended', 'account_suspended'],
    [!standing.emailVerified, 'email_not_verified'],
    [!standing.phoneVerified, 'phone_not_verified'],
    [standing.kyc === 'not_started', 'kyc_not_started'],
    [standing.kyc === 'incomplete', 'kyc_incomplete'],
    [standing.kyb === 'not_started', 'kyb_not_started'],
    [standing.kyb === 'incomplete', 'kyb_incomplete'],
    [standing.kyb === 'pending_review', 'kyb_pending_review'],
    [standing.kyb !== 'approved', 'forbidden'],
  ];
  return obstacles.find(([met]) => met)?.[1];
}

/** What decides whether an account has API keys. */
export interface KeyHolder {
  kind: AccountKind;
  kyb: Kyb;
  /** Whether its business was ever approved. */
  everApproved: boolean;
}

/**
 * Why the account may not be issued API keys (D14); undefined when it may: only companies whose business was approved
 * have keys. As keys go on working when an approval is withdrawn, the first approval counts. The operator may issue a
 * key `beforeApproval`.
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
