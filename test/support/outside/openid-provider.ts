import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Provider } from 'oidc-provider';
import { issueCertificate, testCa } from './receiver.ts';

/** Somebody at the provider. */
export interface ProviderUser {
  subject: string;
  email: string;
  emailVerified: boolean;
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  caFile: string;
  /** Who is at the keyboard: signs in, and consents, wherever the provider asks. */
  user: ProviderUser;
  /** How often the provider asked for a sign-in. */
  signIns: number;
  /** Changes the claims of ID tokens, which are then signed by the provider, or by somebody else. */
  forge: { claims?: Record<string, unknown>; by?: 'provider' | 'somebody else' | 'nobody' } | undefined;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'payments', clientSecret: 'a secret that only the two know of, 32+' };

/** A real OpenID provider (oidc-provider) over https on localhost, whose pages answer themselves. */
export async function startOpenIdProvider(): Promise<OpenIdProvider & { allow(callback: string): void }> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const strangers = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer(await issueCertificate(['localhost'], 'valid'), (request, response) =>
    handle(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'openid-provider-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, (await testCa()).cert);

  const own: OpenIdProvider & { allow(callback: string): void } = {
    issuer,
    ...CLIENT,
    caFile,
    user: { subject: 'nobody', email: 'nobody@acme.example', emailVerified: true },
    signIns: 0,
    forge: undefined,
    // The address of the callback is known only once the service runs, which needs the issuer to start.
    allow(callback) {
      const provider = createProvider(issuer, callback, keys.privateKey, own);
      const serve = provider.callback();
      handle = (request, response) => {
        if (request.url?.startsWith('/interaction/')) return void interact(provider, own, request, response);
        if (request.url === '/token') replaceIdToken(response, own, keys.privateKey, strangers.privateKey);
        void serve(request, response);
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return own;
}

function createProvider(issuer: string, callback: string, key: KeyObject, own: OpenIdProvider): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [callback] }],
    jwks: {
      keys: [{ ...key.export({ format: 'jwk' }), kid: 'provider', alg: 'RS256', use: 'sig' }] as never,
    },
    cookies: { keys: ['a key of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: own.user.email, email_verified: own.user.emailVerified }),
    }),
  });
}

/** What its user would do on the provider's pages. */
async function interact(
  provider: Provider,
  own: OpenIdProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, session, params } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    own.signIns += 1;
    const login = { accountId: own.user.subject };
    return provider.interactionFinished(request, response, { login });
  }
  const grant = new provider.Grant({ accountId: session!.accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid email');
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}

function replaceIdToken(
  response: ServerResponse,
  own: OpenIdProvider,
  key: KeyObject,
  strange: KeyObject,
): void {
  const { forge } = own;
  if (!forge) return;
  const end = response.end.bind(response);
  response.end = ((body: string | Buffer) => {
    const tokens = JSON.parse(String(body)) as { id_token: string };
    const [head = '', payload = ''] = tokens.id_token.split('.');
    const claims = { ...(decode(payload) as object), ...forge.claims };
    const nobody = { ...(decode(head) as object), alg: 'none' };
    const signed = `${forge.by === 'nobody' ? encode(nobody) : head}.${encode(claims)}`;
    const by = forge.by === 'somebody else' ? strange : key;
    const signature = createSign('RSA-SHA256').update(signed).sign(by, 'base64url');
    const id_token = `${signed}.${forge.by === 'nobody' ? '' : signature}`;
    const text = JSON.stringify({ ...tokens, id_token });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
