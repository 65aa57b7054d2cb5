import { StartupError } from '../../../../lib/errors/errors.ts';
import type { Environment } from '../../../../lib/environment.ts';

/** An API that is called with signed requests. */
export interface SignedApi {
  readonly apiKey: string;
  readonly secret: string;
  readonly baseUrl: string;
}

/** The account at Bitso. */
export interface BitsoConfig extends SignedApi {
  /** Undefined: nothing is minted or redeemed at Juno. */
  readonly juno: SignedApi | undefined;
}

const API_URLS = {
  BITSO: { live: 'https://api.bitso.com', test: 'https://api-stage.bitso.com' },
  JUNO: { live: 'https://buildwithjuno.com', test: 'https://stage.buildwithjuno.com' },
} as const;

type SignedApiVariables = { ENVIRONMENT: Environment } & {
  readonly [Name in `${keyof typeof API_URLS}_${'API_KEY' | 'API_SECRET' | 'BASE_URL'}`]: string | undefined;
};

/** Throws StartupError when it is half configured, or points to the other environment. */
export function bitsoOf(env: SignedApiVariables): BitsoConfig | undefined {
  const [bitso, juno] = [signedApiOf(env, 'BITSO'), signedApiOf(env, 'JUNO')];
  if (juno && !bitso) {
    throw new StartupError('Juno issues MXNB for pesos held at Bitso: JUNO_API_KEY needs BITSO_API_KEY.');
  }
  return bitso && { ...bitso, juno };
}

function signedApiOf(env: SignedApiVariables, name: keyof typeof API_URLS): SignedApi | undefined {
  const apiKey = env[`${name}_API_KEY`];
  const secret = env[`${name}_API_SECRET`];
  const url = env[`${name}_BASE_URL`];
  if ([apiKey, secret, url].every((one) => one === undefined)) return undefined;
  if (apiKey === undefined || secret === undefined) {
    throw new StartupError(
      `${name}_API_KEY must be set together with ${name}_API_SECRET, or ${name}_API_SECRET_FILE (docs/rails/bitso.md).`,
    );
  }
  const { live, test } = API_URLS[name];
  const baseUrl = url ?? API_URLS[name][env.ENVIRONMENT];
  if (env.ENVIRONMENT === 'live' && (!baseUrl.startsWith('https://') || /\bstage\b/.test(baseUrl))) {
    throw new StartupError(`ENVIRONMENT=live moves real money: ${name}_BASE_URL must be like ${live}.`);
  }
  if (env.ENVIRONMENT === 'test' && [live, 'https://bitso.com'].includes(baseUrl)) {
    throw new StartupError(`ENVIRONMENT=test moves no real money: ${name}_BASE_URL must be like ${test}.`);
  }
  return { apiKey, secret, baseUrl };
}
