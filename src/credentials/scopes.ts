/** Everything a credential can be allowed to do (D13). */
export const SCOPES = [
  'balances:read',
  'transactions:read',
  'links:read',
  'links:write',
  'customers:read',
  'customers:write',
  'qr:read',
  'qr:write',
  'logs:read',
  'webhooks:manage',
  'refunds:write',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Sends money out of the account, so `all` does not contain it; the creator of the key must name it (D41). */
export const REFUND_SCOPE = 'refunds:write' satisfies Scope;

/** The scopes that `all` stands for. */
export const ALL_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== REFUND_SCOPE);

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
