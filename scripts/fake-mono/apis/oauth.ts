import { randomBytes } from 'node:crypto';
import type { Endpoint } from '../http/dispatch.ts';
import { Refusal } from '../http/refusal.ts';
import type { World } from '../state/world.ts';

export interface Client {
  id: string;
  secret: string;
}

const SCOPES = ['collections', 'outgoing_transfers', 'target_resolutions', 'tenant_accounts:readonly'];

/** Access tokens, by client credentials. */
export function createOauth({ settings, clock }: World, client: Client) {
  const tokens = new Map<string, number>();
  let scopes = SCOPES;

  const endpoint: Endpoint = {
    ...{ method: 'POST', path: '/api/v1/oauth/token', source: 'token', scope: null },
    handle({ body }) {
      const { client_id, client_secret, grant_type } = Object(body) as Record<string, unknown>;
      if (grant_type !== 'client_credentials')
        throw new Refusal(400, 'unsupported_grant_type', 'Unsupported grant type', 'token_refused');
      if (client_id !== client.id || client_secret !== client.secret)
        throw new Refusal(401, 'invalid_client', 'Client authentication failed', 'token_refused');
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, clock.now() + settings.tokenSeconds * 1_000);
      return {
        ...{ access_token: token, token_type: 'Bearer', expires_in: settings.tokenSeconds },
        ...{ refresh_token: randomBytes(24).toString('base64url'), scope: scopes.join(' ') },
      };
    },
  };

  return {
    endpoints: [endpoint],
    admit: (authorization: string | undefined, scope: string): void => {
      const [, token] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
      if (token === undefined)
        throw new Refusal(401, 'missing_authorization_header', 'No token', 'unauthorized');
      const until = tokens.get(token);
      if (until === undefined) throw new Refusal(401, 'invalid_token', 'Unknown token', 'unauthorized');
      if (until <= clock.now()) throw new Refusal(401, 'expired_token', 'Expired token', 'unauthorized');
      if (!scopes.some((one) => scope === one || scope === `${one}:readonly`))
        throw new Refusal(403, 'not_authorized', 'No scope');
    },
    /** Ends all tokens, as a revocation does. */
    revoke: () => tokens.clear(),
    allow(allowed: string[] = SCOPES): void {
      scopes = allowed;
    },
  };
}

export type Oauth = ReturnType<typeof createOauth>;
