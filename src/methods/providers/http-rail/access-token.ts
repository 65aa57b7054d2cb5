import { ProviderFailure } from '../../index.ts';
import type { Reader } from './reader.ts';

/** A token is not used in its last minute: it could expire on the way. */
const MARGIN_MS = 60_000;
/** For one whose life the rail does not say. */
const SHORTEST_LIFE_MS = 5 * 60_000;

/** The access token that this process calls with. */
export interface AccessToken {
  /** Fetched when there is none that is still valid; calls that need one at once share a fetch. */
  get(signal: AbortSignal): Promise<string>;
  /** The rail has rejected this one: the next call fetches another, unless one did meanwhile. */
  drop(token: string): void;
}

/** `fetchToken` asks the rail for one. It has its own deadline: its caller may end before the others that wait for it. */
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
