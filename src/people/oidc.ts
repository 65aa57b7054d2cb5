import type { Configuration, CustomFetch } from 'openid-client';
import type { Keyring } from '../lib/secrets/keyring.ts';
import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import type { Identity } from './proof-repository.ts';

/** The OpenID provider at which this deployment is registered. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The purpose of a round trip to the provider, sealed in a cookie. */
export interface Errand {
  purpose: 'sign-in' | 'link' | 'proof';
  /** The session that it is for; null for a sign-in. */
  sessionId: string | null;
  /** The page to continue to. */
  next: string;
}

/** An identity whose e-mail address the provider has verified. */
export interface VerifiedIdentity extends Identity {
  /** Lower case. */
  email: string;
}

export interface Oidc {
  /** The URL for the browser, and the cookie that it must return within ten minutes. */
  begin(errand: Errand): Promise<{ url: string; cookie: string }>;
  /**
   * The provider's identity of the user who came back to `url`. Throws if this browser did not start the sign-in, or
   * the provider's response is not valid, because of a wrong state, nonce, signature, issuer or audience, an e-mail
   * address that is not verified, or, for a proof, an earlier sign-in.
   */
  finish(cookie: string, url: URL): Promise<{ errand: Errand; identity: VerifiedIdentity }>;
}

interface Sealed {
  errand: Errand;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Seconds since 1970. */
  begunAt: number;
}

export const CALLBACK_PATH = '/panel/oidc/callback';
export const ERRAND_LIFE_S = 600;
const CONTEXT = 'oidc-errand';
const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 256 * 1024;
/** The tolerance for the provider's clock. */
const CLOCK_TOLERANCE_S = 30;

interface Options {
  client: Pick<GuardedClient, 'call'>;
  keyring: Keyring;
  baseUrl: () => string;
}

interface Parts extends Pick<Options, 'keyring' | 'baseUrl'> {
  /** The provider's endpoints and keys. Fetched once; again after a failure. */
  getConfiguration: () => Promise<Configuration>;
}

/** Signs users in by OpenID Connect, with the code flow, PKCE, state and nonce. Tokens are not kept. */
export function createOidc(provider: OidcProvider, { client, keyring, baseUrl }: Options): Oidc {
  let known: Promise<Configuration> | undefined;
  const getConfiguration = (): Promise<Configuration> =>
    (known ??= discover(provider, client).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
  const parts: Parts = { keyring, baseUrl, getConfiguration };
  return {
    begin: (errand) => beginErrand(parts, errand),
    finish: (cookie, url) => finishErrand(parts, cookie, url),
  };
}

async function beginErrand(
  { keyring, baseUrl, getConfiguration }: Parts,
  errand: Errand,
): Promise<{ url: string; cookie: string }> {
  const library = await loadLibrary();
  const sealed: Sealed = {
    errand,
    state: library.randomState(),
    nonce: library.randomNonce(),
    codeVerifier: library.randomPKCECodeVerifier(),
    begunAt: now(),
  };
  const url = library.buildAuthorizationUrl(await getConfiguration(), {
    redirect_uri: `${baseUrl()}${CALLBACK_PATH}`,
    scope: 'openid email',
    state: sealed.state,
    nonce: sealed.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(sealed.codeVerifier),
    code_challenge_method: 'S256',
    ...(errand.purpose === 'proof' ? { prompt: 'login', max_age: '0' } : {}),
  });
  return { url: url.href, cookie: keyring.seal(JSON.stringify(sealed), CONTEXT).toString('base64url') };
}

async function discover(
  { issuer, clientId, clientSecret }: OidcProvider,
  client: Options['client'],
): Promise<Configuration> {
  const { ClientSecretBasic, customFetch, discovery, enableNonRepudiationChecks } = await loadLibrary();
  const found = await discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
    [customFetch]: guardedFetch(client),
  });
  // Even if TLS alone would suffice, the signature of each ID token is checked.
  enableNonRepudiationChecks(found);
  return found;
}

async function finishErrand(
  { keyring, getConfiguration }: Parts,
  cookie: string,
  url: URL,
): Promise<{ errand: Errand; identity: VerifiedIdentity }> {
  const sealed = JSON.parse(keyring.open(Buffer.from(cookie, 'base64url'), CONTEXT)) as Sealed;
  const { errand, state, nonce, codeVerifier, begunAt } = sealed;
  if (now() - begunAt > ERRAND_LIFE_S) throw new Error('it took too long');
  const { authorizationCodeGrant, fetchUserInfo } = await loadLibrary();
  const configuration = await getConfiguration();
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('there is no ID token');
  if (errand.purpose === 'proof' && !((claims.auth_time ?? 0) >= begunAt - CLOCK_TOLERANCE_S))
    throw new Error('the provider did not ask for a new sign-in');
  const said =
    claims['email'] === undefined
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims;
  if (typeof said['email'] !== 'string' || said['email_verified'] !== true)
    throw new Error('the provider has not verified the e-mail address');
  return {
    errand,
    identity: { issuer: claims.iss, subject: claims.sub, email: said['email'].toLowerCase() },
  };
}

const now = (): number => Math.floor(Date.now() / 1000);

/** Loaded with its first use, like the other libraries for signing in. */
const loadLibrary = () => import('openid-client');

/** The provider is called like other parties, with certificates checked, no redirects, and limits of time and size. */
function guardedFetch(client: Pick<GuardedClient, 'call'>): CustomFetch {
  return async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : (body ?? undefined);
    if (text !== undefined && typeof text !== 'string') throw new TypeError('only forms and text are sent');
    const outcome = await client.call({
      accountId: 'oidc',
      method,
      url,
      headers,
      body: text,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
    });
    if (outcome.httpStatus === null) throw new TypeError(outcome.error);
    const type = outcome.headers['content-type'];
    return new Response(outcome.httpStatus === 204 ? null : new Uint8Array(outcome.body), {
      status: outcome.httpStatus,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}
