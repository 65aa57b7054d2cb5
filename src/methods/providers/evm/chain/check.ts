import { StartupError } from '../../../../lib/errors/errors.ts';
import type { Chain } from './chain.ts';
import { readNumber } from './responses.ts';
import { EndpointsDisagree } from './quorum.ts';
import { isRevert, RpcUnavailable } from './rpc.ts';
import { decodeDecimals, decodeSymbol, tokenCalls } from './token.ts';

/** The decimals of a chain's tokens, by asset. */
export type Decimals = ReadonlyMap<string, number>;

/** More cannot be stored, because deposits have at most 18 decimals. */
const MAX_DECIMALS = 18;
const MAX_SYMBOL_LENGTH = 64;

/**
 * Ensures, once per process, that a chain is the configured one. Checks each endpoint's chain id, and each token's
 * symbol and decimals. Returns the decimals. Throws StartupError for a contradiction, with the correction, and
 * RpcUnavailable while it cannot be determined.
 */
export type CheckChain = (chain: Chain, signal: AbortSignal) => Promise<Decimals>;

export function createChecks(): CheckChain {
  const known = new Map<Chain, Decimals>();
  return async (chain, signal) => {
    const before = known.get(chain);
    if (before) return before;
    await requireChainId(chain, signal);
    const decimals = await readTokens(chain, signal);
    known.set(chain, decimals);
    return decimals;
  };
}

/**
 * Enough endpoints that serve the chain suffice; one that serves another is excluded (`createChain`). Throws
 * StartupError if enough of them agree on another chain, or the rest can never agree.
 */
async function requireChainId(chain: Chain, signal: AbortSignal): Promise<void> {
  const { network, chainId, agree } = chain.config;
  const answers = await Promise.allSettled(
    chain.endpoints.map(async (endpoint) => ({
      host: endpoint.host,
      id: readNumber(await endpoint.call('eth_chainId', [], signal), endpoint),
    })),
  );
  const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const others = known.filter(({ id }) => id !== chainId);
  const right = known.length - others.length;
  const agreedOther = others.some(({ id }) => others.filter((other) => other.id === id).length >= agree);
  if (right >= agree && !agreedOther) return;
  if (agreedOther || chain.endpoints.length - others.length < agree) {
    const said = [...new Set(others.map(({ host, id }) => `${host} serves chain ${id}`))];
    throw new StartupError(`CHAINS_FILE: ${said.join(', ')}, but ${network} is chain ${chainId}.`);
  }
  throw new RpcUnavailable(
    `${right} of ${chain.endpoints.length} endpoints of ${network} respond, and ${agree} must agree`,
  );
}

async function readTokens(chain: Chain, signal: AbortSignal): Promise<Decimals> {
  const { network, contracts, symbols } = chain.config;
  const decimals = new Map<string, number>();
  for (const [asset, contract] of contracts) {
    const ask = (data: string) => askToken(chain, { asset, contract }, data, signal);
    const [symbol, places] = await Promise.all([
      ask(tokenCalls.symbol()).then(decodeSymbol),
      ask(tokenCalls.decimals()).then(decodeDecimals),
    ]);
    if (symbol === undefined || symbol.length > MAX_SYMBOL_LENGTH || places === undefined)
      throw noToken(chain, { asset, contract });
    const expected = symbols.get(asset) ?? asset;
    if (symbol !== expected) {
      throw new StartupError(
        `CHAINS_FILE: the token at ${contract} on ${network} calls itself ${inJson(symbol)}, not ${expected}. If it is ${asset} all the same, write {"address": …, "symbol": "${inJson(symbol)}"}.`,
      );
    }
    if (places > MAX_DECIMALS) {
      throw new StartupError(
        `CHAINS_FILE: ${asset} on ${network} has ${places} decimals; at most ${MAX_DECIMALS} can be kept.`,
      );
    }
    decimals.set(asset, places);
  }
  return decimals;
}

interface NamedToken {
  asset: string;
  contract: string;
}

async function askToken(chain: Chain, token: NamedToken, data: string, signal: AbortSignal): Promise<string> {
  try {
    const result = await chain.call(token.contract, data, 'latest', signal);
    if (result === '0x') throw noToken(chain, token);
    return result;
  } catch (error) {
    if (error instanceof EndpointsDisagree && error.isComplete) {
      throw new StartupError(
        `CHAINS_FILE: the endpoints of ${chain.config.network} contradict each other about ${token.asset} (${error.message}).`,
      );
    }
    if (isRevert(error)) throw noToken(chain, token);
    throw error;
  }
}

function noToken({ config: { network } }: Chain, { asset, contract }: NamedToken): StartupError {
  return new StartupError(
    `CHAINS_FILE: there is no token at ${contract} on ${network}, which is named as ${asset}.`,
  );
}

/**
 * As written within a JSON string, because a contract can call itself anything. Visible characters can be copied, like
 * `USD₮0`, and invisible ones and line breaks are escaped.
 */
function inJson(symbol: string): string {
  return JSON.stringify(symbol)
    .slice(1, -1)
    .replaceAll(/[^ \p{L}\p{N}\p{P}\p{S}]/gu, (character) =>
      Array.from(
        { length: character.length },
        (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
      ).join(''),
    );
}
