import type { Role } from '../../people/index.ts';
import type { MemberVisit } from '../request/route.ts';

/** Everybody who may work with payment links. */
export const CHANGERS: readonly Role[] = ['owner', 'finance', 'developer'];

export function mayChange({ membership }: MemberVisit): boolean {
  return CHANGERS.includes(membership.role);
}
