import { ProviderFailure } from '../../index.ts';
import type { Reader } from './reader.ts';

/** A token is not used in its last minute, because it could expire on the way. */
const MARGIN_MS = 60_000;
/** Applies when the rail does not state a token's lifetime. */
const SHORTEST_LIFE_MS = 5 * 60_000;

/** The access token that this process calls with. */
export interface AccessToken {
  /** Fetched when there is none that is still valid; calls that need one at once share a fetch. */
  get(signal: AbortSignal): Promise<string>;
  /** Discards a token that the rail has rejected. The next call fetches another, unless one was fetched meanwhile. */
  drop(token: string): void;
}

/**
 * `fetchToken` requests a token from the rail. It has its own deadline, because its caller may give up before the
 * others that wait for the token.
 */
export function createAccessToken(
  { rail, fieldsOf, textOf, optionalText }: Reader,
  fetchToken: () => Promise<unknown>,
): AccessToken {
  let current: { token: string; validUntil: number } | undefined;
  let fetching: Promise<string> | undefined;

  const renew = async (): Promise<string> => {
    const answer = fieldsOf(await fetchToken(), 'token');
    const token = textOf(answer, 'access_token');
    const { expires_in: seconds } = answer;
    const lifeMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : SHORTEST_LIFE_MS;
    if ((optionalText(answer, 'token_type') ?? 'Bearer').toLowerCase() !== 'bearer')
      throw new ProviderFailure('unavailable', `${rail} gave a token of another type than Bearer.`);
    current = { token, validUntil: performance.now() + Math.max(lifeMs - MARGIN_MS, lifeMs / 2) };
    return token;
  };

  return {
    async get(signal) {
      if (current && performance.now() < current.validUntil) return current.token;
      fetching ??= renew().finally(() => (fetching = undefined));
      return Promise.race([fetching, failWhenAborted(signal)]);
    },
    drop(token) {
      if (current?.token === token) current = undefined;
    },
  };
}

function failWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new ProviderFailure('timeout', 'There was no time left to get a token.'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
