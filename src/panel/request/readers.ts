import type { Role } from '../../people/index.ts';

/** Who sees where the account's money goes. */
export const READERS: readonly Role[] = ['owner', 'finance', 'viewer'];
