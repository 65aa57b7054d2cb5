import { StartupError } from '../../../../lib/errors/errors.ts';
import { formatExact } from '../../../../lib/money.ts';
import { toChecksumAddress } from '../../../address.ts';
import { readBalances } from '../chain/balances.ts';
import { getBlock, readHeights, toHex, type Chain } from '../chain/chain.ts';
import type { CheckChain } from '../chain/check.ts';
import { isChainFailure } from '../chain/quorum.ts';
import { readNumber, readQuantity } from '../chain/responses.ts';
import type { RpcEndpoint } from '../chain/rpc.ts';
import { COIN_DECIMALS, fromUnits } from '../chain/token.ts';
import type { ChainRow } from '../follower/chains/repository.ts';
import { readCoin } from '../sender/node.ts';
import type { EndpointStatus } from './endpoint.ts';

/** What a hot wallet holds, the chain's coin first; decimals in `asset`. */
export interface HotWalletReading {
  address: string;
  balances: { asset: string; amount: string }[];
}

export interface ChainReading {
  endpoints: EndpointStatus[];
  /** Without those that cannot be read now. */
  hotWallets: HotWalletReading[];
}

const TIMEOUT_MS = 5_000;

/**
 * Looks at a chain from outside: asks each endpoint by itself, so that one that is wrong is named although it is outvoted
 * everywhere else, and reads what the hot wallets hold. Never throws for what endpoints do.
 */
export async function readChain(
  chain: Chain,
  { checked, row, wallets }: { checked: CheckChain; row: ChainRow | undefined; wallets: readonly string[] },
): Promise<ChainReading> {
  const [endpoints, hotWallets] = await Promise.all([
    readEndpoints(chain, row, wallets),
    Promise.all(wallets.map((address) => readHotWallet(chain, checked, address))),
  ]);
  return { endpoints, hotWallets: hotWallets.filter((wallet) => wallet !== undefined) };
}

async function readEndpoints(
  chain: Chain,
  row: ChainRow | undefined,
  wallets: readonly string[],
): Promise<EndpointStatus[]> {
  const asked = await Promise.all(chain.endpoints.map((endpoint) => ask(endpoint, chain, row)));
  const contradictions = await compareNonces(chain, asked, wallets);
  return asked.map((status, place) => {
    const error = contradictions.get(place);
    return error === undefined || status.agrees === false ? status : { ...status, agrees: false, error };
  });
}

async function ask(
  endpoint: RpcEndpoint,
  { config }: Chain,
  row: ChainRow | undefined,
): Promise<EndpointStatus> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const status: EndpointStatus = {
    endpoint: endpoint.host,
    responds: false,
    agrees: null,
    // Before the heights: a narrow terminal shows those last.
    error: null,
    head: null,
    final: null,
  };
  try {
    const id = readNumber(await endpoint.call('eth_chainId', [], signal), endpoint);
    status.responds = true;
    if (id !== config.chainId) {
      return { ...status, agrees: false, error: `it serves chain ${id}, not ${config.chainId}` };
    }
    Object.assign(status, await readHeights(endpoint, config, signal));
    if (!row || row.final_hash === null) return status;
    const { hash } = await getBlock(endpoint, Number(row.final_block), signal);
    if (hash === row.final_hash) return { ...status, agrees: true };
    const error = `its block ${row.final_block} is not the one that was followed as final`;
    return { ...status, agrees: false, error };
  } catch (error) {
    return { ...status, error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Has all endpoints tell the nonces of the hot wallets at one block: whoever is believed about them decides what is paid.
 * Returns what is wrong, by the endpoint's place. When too few say the same, nobody knows who is right: then all are.
 */
async function compareNonces(
  chain: Chain,
  asked: readonly EndpointStatus[],
  wallets: readonly string[],
): Promise<Map<number, string>> {
  const { agree } = chain.config;
  const wrong = new Map<number, string>();
  const heads = asked.flatMap(({ head }) => head ?? []).sort((a, b) => b - a);
  const block = heads[agree - 1];
  if (block === undefined) return wrong;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (const address of wallets) {
    const answers = await Promise.all(
      chain.endpoints.map((endpoint, place) =>
        // What it does not respond to, or does not have yet, is no contradiction.
        asked[place]?.head == null ? undefined : nonceAt(endpoint, address, block, signal),
      ),
    );
    const votes = answers.filter((nonce) => nonce !== undefined);
    const agreed = votes.find((nonce) => votes.filter((other) => other === nonce).length >= agree);
    const others = agreed ?? [...new Set(votes)].join(' or ');
    if (new Set(votes).size < 2) continue;
    answers.forEach((nonce, place) => {
      if (nonce === undefined || nonce === agreed) return;
      const said = `it says nonce ${nonce} of ${toChecksumAddress(address)} at block ${block}`;
      wrong.set(place, `${said}; others say ${others}`);
    });
  }
  return wrong;
}

async function nonceAt(
  endpoint: RpcEndpoint,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  try {
    const nonce = await endpoint.call('eth_getTransactionCount', [address, toHex(block)], signal);
    return readQuantity(nonce, endpoint);
  } catch (error) {
    if (isChainFailure(error)) return undefined;
    throw error;
  }
}

async function readHotWallet(
  chain: Chain,
  checked: CheckChain,
  address: string,
): Promise<HotWalletReading | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const decimalsOf = await checked(chain, signal);
    const { head: block } = await chain.heights(signal);
    const coin = fromUnits(await readCoin(chain, address, block, signal), COIN_DECIMALS);
    const tokens = await Promise.all(
      [...chain.config.contracts].map(async ([asset, contract]) => {
        const [units = 0n] = await readBalances(chain, { contract, addresses: [address], block }, signal);
        return { asset, amount: formatExact(fromUnits(units, decimalsOf.get(asset) ?? 0)) };
      }),
    );
    return {
      address: toChecksumAddress(address),
      balances: [{ asset: chain.config.coin, amount: coin.toFixed() }, ...tokens],
    };
  } catch (error) {
    if (isChainFailure(error) || error instanceof StartupError) return undefined;
    throw error;
  }
}
