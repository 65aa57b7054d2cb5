export const ROLES = ['owner', 'finance', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/** Of a user; undefined or null means whatever the browser prefers. */
export type UserLanguage = 'en' | 'es';
