/** Everything a credential can be allowed to do (D13). */
export const SCOPES = [
  'balances:read',
  'transactions:read',
  'links:read',
  'links:write',
  'qr:read',
  'qr:write',
  'logs:read',
  'webhooks:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
