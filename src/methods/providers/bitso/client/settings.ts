import { StartupError } from '../../../../lib/errors/errors.ts';
import type { Environment } from '../../../../lib/environment.ts';
import { allOrNone, baseUrlOf } from '../../http-rail/index.ts';

/** An API that is called with signed requests. */
export interface SignedApi {
  readonly apiKey: string;
  readonly secret: string;
  readonly baseUrl: string;
}

/** The account at Bitso. */
export interface BitsoConfig extends SignedApi {
  /** If undefined, nothing is minted or redeemed at Juno. */
  readonly juno: SignedApi | undefined;
}

const HOSTS = {
  BITSO: { live: 'https://api.bitso.com', test: 'https://api-stage.bitso.com', isTest: /\bstage\b/ },
  JUNO: { live: 'https://buildwithjuno.com', test: 'https://stage.buildwithjuno.com', isTest: /\bstage\b/ },
};

type Api = keyof typeof HOSTS;
type SignedApiVariables = { ENVIRONMENT: Environment } & {
  readonly [Name in `${Api}_${'API_KEY' | 'API_SECRET' | 'BASE_URL'}`]: string | undefined;
};

/** Throws StartupError when it is configured in part, or points to the other environment. */
export function bitsoOf(env: SignedApiVariables): BitsoConfig | undefined {
  const [bitso, juno] = [signedApiOf(env, 'BITSO'), signedApiOf(env, 'JUNO')];
  if (juno && !bitso) {
    throw new StartupError('Juno issues MXNB for pesos held at Bitso: JUNO_API_KEY needs BITSO_API_KEY.');
  }
  return bitso && { ...bitso, juno };
}

function signedApiOf(env: SignedApiVariables, name: Api): SignedApi | undefined {
  const [KEY, SECRET, URL] = [`${name}_API_KEY`, `${name}_API_SECRET`, `${name}_BASE_URL`] as const;
  const given = allOrNone(env, [KEY, SECRET], 'docs/rails/bitso.md', [URL]);
  if (!given) return undefined;
  const baseUrl = baseUrlOf(env.ENVIRONMENT, URL, env[URL], HOSTS[name]);
  return { apiKey: given[KEY], secret: given[SECRET], baseUrl };
}
