/** From the most powerful to the least. An auditor reads everything and changes nothing. */
export const ROLES = ['owner', 'finance', 'developer', 'auditor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const OWNERS: readonly Role[] = ['owner'];
/** The roles that may move money out, and approve others' requests (D29). */
export const TREASURERS: readonly Role[] = ['owner', 'finance'];
/** The roles that may integrate, which means keys, webhooks and the call log. */
export const TECHNICAL: readonly Role[] = ['owner', 'developer'];

/** The roles that may read the pages of these roles, which are they themselves and auditors. */
export function readBy(roles: readonly Role[]): readonly Role[] {
  return [...roles, 'auditor'];
}

export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/** A user's language; undefined or null means the browser's preference. */
export type UserLanguage = 'en' | 'es';
