import { StartupError } from '../../../../lib/errors/errors.ts';
import { formatExact } from '../../../../lib/money.ts';
import { toChecksumAddress } from '../../../index.ts';
import { readBalances, readCoin } from '../chain/balances.ts';
import { getBlock, readHeights, toHex, type Chain } from '../chain/chain.ts';
import type { CheckChain } from '../chain/check.ts';
import { isChainFailure } from '../chain/quorum.ts';
import { readNumber, readQuantity } from '../chain/responses.ts';
import type { RpcEndpoint } from '../chain/rpc.ts';
import { COIN_DECIMALS, fromUnits } from '../chain/token.ts';
import type { ChainRow } from '../follower/chain-repository.ts';
import type { EndpointStatus } from './endpoint.ts';

/** The holdings of a hot wallet, the chain's coin first; decimals in `asset`. */
export interface HotWalletReading {
  address: string;
  balances: { asset: string; amount: string }[];
}

export interface ChainReading {
  endpoints: EndpointStatus[];
  /** Without wallets that cannot be read now. */
  hotWallets: HotWalletReading[];
}

const TIMEOUT_MS = 5_000;

/**
 * Checks a chain from outside. It queries each endpoint on its own, so that a wrong one is named although it is
 * outvoted everywhere else, and reads the hot wallets' balances. Never throws because of endpoints.
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
  const statuses = await Promise.all(chain.endpoints.map((endpoint) => ask(endpoint, chain, row)));
  const contradictions = await compareWallets(chain, statuses, wallets);
  return statuses.map((status, index) => {
    const error = contradictions.get(index);
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
    // Before the heights, because a narrow terminal shows those last.
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
    if (!row || row.finalHash === null) return status;
    const { hash } = await getBlock(endpoint, Number(row.finalBlock), signal);
    if (hash === row.finalHash) return { ...status, agrees: true };
    const error = `its block ${row.finalBlock} is not the one that was followed as final`;
    return { ...status, agrees: false, error };
  } catch (error) {
    return { ...status, error: error instanceof Error ? error.message : String(error) };
  }
}

/** The facts about each hot wallet that endpoints are queried for, because they decide what is sent. */
const QUESTIONS = [
  { what: 'nonce', method: 'eth_getTransactionCount' },
  { what: 'balance', method: 'eth_getBalance' },
] as const;

/**
 * Queries all endpoints about the hot wallets as of one block, and returns the faults, by the endpoint's index. If no
 * response has a majority of at least as many as must agree, it is unknown who is right, so all that differ are faulty.
 */
async function compareWallets(
  chain: Chain,
  statuses: readonly EndpointStatus[],
  wallets: readonly string[],
): Promise<Map<number, string>> {
  const wrong = new Map<number, string>();
  const heads = statuses.flatMap(({ head }) => head ?? []).sort((a, b) => b - a);
  const block = heads[chain.config.agree - 1];
  if (block === undefined) return wrong;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (const address of wallets) {
    for (const { what, method } of QUESTIONS) {
      const votes = await askAll(chain, (endpoint) => endpoint.call(method, [address, toHex(block)], signal));
      const said = [...new Set(votes.map(({ answer }) => answer))];
      if (said.length < 2) continue;
      const agreed = winnerOf(
        votes.map(({ answer }) => answer),
        chain.config.agree,
      );
      for (const { index, answer } of votes) {
        if (answer === agreed) continue;
        const others = said.filter((other) => (agreed === undefined ? other !== answer : other === agreed));
        const subject = `${what} ${answer} of ${toChecksumAddress(address)} at block ${block}`;
        wrong.set(index, `it says ${subject}; others say ${others.join(' or ')}`);
      }
    }
  }
  return wrong;
}

/** The quantities in endpoints' responses. A missing response, or a block not reached yet, is no contradiction. */
async function askAll(
  { endpoints }: Chain,
  ask: (endpoint: RpcEndpoint) => Promise<unknown>,
): Promise<{ index: number; answer: bigint }[]> {
  const votes = await Promise.all(
    endpoints.map(async (endpoint, index) => {
      try {
        return [{ index, answer: readQuantity(await ask(endpoint), endpoint) }];
      } catch (error) {
        if (isChainFailure(error)) return [];
        throw error;
      }
    }),
  );
  return votes.flat();
}

/** The answer that enough endpoints give, and more than any other; undefined if there is none. */
function winnerOf(answers: readonly bigint[], agree: number): bigint | undefined {
  const votesFor = (answer: bigint): number => answers.filter((other) => other === answer).length;
  return answers.find(
    (answer) =>
      votesFor(answer) >= agree &&
      answers.every((other) => other === answer || votesFor(other) < votesFor(answer)),
  );
}

async function readHotWallet(
  chain: Chain,
  checked: CheckChain,
  address: string,
): Promise<HotWalletReading | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const decimalsOf = await checked(chain, signal);
    const { number: block } = await chain.newest(signal);
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
