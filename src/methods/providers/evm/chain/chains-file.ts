import { type ConfigFile, configFile } from '../../../../lib/config-file.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { isAddress, isNetworkName } from '../../../index.ts';

/** A chain that this deployment uses (D28). */
export interface ChainConfig {
  /** As payment methods name it: `Arbitrum`. */
  network: string;
  chainId: number;
  /** JSON-RPC endpoints, each queried on its own. Their URLs may hold keys, so only the host is ever logged. */
  endpoints: readonly string[];
  /** The number of endpoints that must give the same response before it is trusted. */
  agree: number;
  /** The `finalized` tag, or for chains without it, the number of later blocks that make a block final. */
  finality: 'finalized' | number;
  /** The block at which following begins, when the deployment first had an address. */
  firstBlock: number;
  /** The chain's own coin, in which gas is paid. */
  coin: string;
  /** Token contracts by asset, in lower case. A bridged token is another contract, and so another asset. */
  contracts: ReadonlyMap<string, string>;
  /** A token's own symbol, where that is not the asset's name. */
  symbols: ReadonlyMap<string, string>;
  /** The maximum price per unit of gas, including the tip, in the coin's smallest units; above it, sending waits. */
  maxFee: bigint;
  /** By asset, the least that a deposit address must have to be swept. */
  sweepFrom: ReadonlyMap<string, Money>;
  /** The pause after the chain was read to its head. */
  pollMs: number;
  /** The https URL of a block explorer, with `{hash}`. Undefined if there is none. */
  explorer: string | undefined;
}

const FILE: ConfigFile = configFile('CHAINS_FILE');
const MAX_CHAINS = 32;
const MAX_ENDPOINTS = 8;
const MAX_TOKENS = 32;
const MAX_CONFIRMATIONS = 10_000;
const USUAL_POLL_SECONDS = 1;
const MAX_POLL_SECONDS = 60;
const USUAL_COIN = 'ETH';
const USUAL_MAX_FEE_GWEI = 500;
const WEI_PER_GWEI = 1_000_000_000n;
/** Less is hardly worth its gas anywhere, and anyone can send dust to a deposit address. */
const USUAL_SWEEP_FROM = '10';

/**
 * Reads CHAINS_FILE, an object with a list of `chains`. Throws StartupError with one line that points to the path in
 * the file and says what is expected.
 */
export function readChainsFile(path: string): ChainConfig[] {
  return parseChains(FILE.read(path));
}

export function parseChains(text: string): ChainConfig[] {
  const { chains: listed } = FILE.fieldsAt(FILE.parse(text), '', ['chains']);
  const chains = listAt(listed, 'chains', MAX_CHAINS, 'chains').map((chain, index) =>
    parseChain(chain, `chains[${index}]`),
  );
  requireOnce(
    chains.map(({ network }) => network.toLowerCase()),
    'chains',
    'network',
  );
  requireOnce(
    chains.map(({ chainId }) => chainId),
    'chains',
    'chain_id',
  );
  return chains;
}

function parseChain(value: unknown, path: string): ChainConfig {
  const chain = FILE.fieldsAt(value, path, [
    ...['network', 'chain_id', 'endpoints', 'agree', 'finality'],
    ...['first_block', 'coin', 'max_fee_gwei', 'poll_seconds', 'explorer', 'tokens'],
  ]);
  const { network, coin, max_fee_gwei: maxFeeGwei = USUAL_MAX_FEE_GWEI } = chain;
  const { poll_seconds: pollSeconds = USUAL_POLL_SECONDS } = chain;
  if (typeof network !== 'string' || !isNetworkName(network)) {
    FILE.refuse(`${path}.network`, 'must be a name like Arbitrum, as payment methods have it');
  }
  const endpoints = parseEndpoints(chain['endpoints'], `${path}.endpoints`);
  return {
    network,
    chainId: wholeAt(chain['chain_id'], `${path}.chain_id`, 1),
    endpoints,
    agree: wholeAt(chain['agree'], `${path}.agree`, 1, endpoints.length),
    finality: parseFinality(chain['finality'], `${path}.finality`),
    firstBlock: wholeAt(chain['first_block'], `${path}.first_block`, 0),
    coin: coin === undefined ? USUAL_COIN : assetAt(coin, `${path}.coin`),
    ...parseTokens(chain['tokens'], `${path}.tokens`),
    maxFee: WEI_PER_GWEI * BigInt(wholeAt(maxFeeGwei, `${path}.max_fee_gwei`, 1, 1_000_000)),
    pollMs: 1_000 * wholeAt(pollSeconds, `${path}.poll_seconds`, 1, MAX_POLL_SECONDS),
    explorer: parseExplorer(chain['explorer'], `${path}.explorer`),
  };
}

function parseEndpoints(value: unknown, path: string): string[] {
  const urls = listAt(value, path, MAX_ENDPOINTS, 'URLs').map((url, index) => {
    if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
      FILE.refuse(`${path}[${index}]`, 'must be an http or https URL');
    }
    return url;
  });
  if (new Set(urls.map((url) => new URL(url).href)).size !== urls.length)
    FILE.refuse(path, 'must have each URL once: an endpoint cannot agree with itself');
  return urls;
}

function parseFinality(value: unknown, path: string): ChainConfig['finality'] {
  if (value === 'finalized') return value;
  if (typeof value !== 'object' || value === null) {
    FILE.refuse(path, 'must be "finalized" or like {"confirmations": 12}');
  }
  const { confirmations } = FILE.fieldsAt(value, path, ['confirmations']);
  return wholeAt(confirmations, `${path}.confirmations`, 1, MAX_CONFIRMATIONS);
}

function parseTokens(value: unknown, path: string): Pick<ChainConfig, 'contracts' | 'symbols' | 'sweepFrom'> {
  const entries = Object.entries(FILE.objectAt(value, path));
  if (entries.length === 0 || entries.length > MAX_TOKENS) {
    FILE.refuse(path, `must have 1 to ${MAX_TOKENS} tokens`);
  }
  const contracts = new Map<string, string>();
  const symbols = new Map<string, string>();
  const sweepFrom = new Map<string, Money>();
  for (const [asset, token] of entries) {
    assetAt(asset, `${path}.${asset}`);
    const {
      address,
      symbol,
      sweep_from: least = USUAL_SWEEP_FROM,
    } = FILE.fieldsAt(token, `${path}.${asset}`, ['address', 'symbol', 'sweep_from']);
    if (typeof address !== 'string' || !isAddress(address)) {
      FILE.refuse(
        `${path}.${asset}.address`,
        'must be the address of a contract, with the right checksum in mixed case',
      );
    }
    contracts.set(asset, address.toLowerCase());
    if (typeof least !== 'string' || !/^[0-9]{1,12}(\.[0-9]{1,18})?$/.test(least)) {
      FILE.refuse(`${path}.${asset}.sweep_from`, 'must be an amount in quotes, like "25"');
    }
    sweepFrom.set(asset, money(least));
    if (symbol === undefined) continue;
    if (typeof symbol !== 'string' || symbol === '') FILE.refuse(`${path}.${asset}.symbol`, 'must be a text');
    symbols.set(asset, symbol);
  }
  requireOnce([...contracts.values()], path, 'address');
  return { contracts, symbols, sweepFrom };
}

function parseExplorer(value: unknown, path: string): string | undefined {
  if (value === undefined) return undefined;
  const example = typeof value === 'string' ? value.replace('{hash}', '0x00') : '';
  if (example === value || !/^https:\/\//.test(example) || !URL.canParse(example)) {
    FILE.refuse(path, 'must be an https URL with {hash} in it, like https://arbiscan.io/tx/{hash}');
  }
  return value as string;
}

function requireOnce(values: readonly unknown[], path: string, field: string): void {
  if (new Set(values).size !== values.length) FILE.refuse(path, `must have each ${field} once`);
}

function listAt(value: unknown, path: string, most: number, what: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most) {
    FILE.refuse(path, `must be a list of 1 to ${most} ${what}`);
  }
  return value;
}

function wholeAt(value: unknown, path: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    FILE.refuse(path, `must be a whole number ${range}`);
  }
  return value;
}

function assetAt(value: unknown, path: string): string {
  if (typeof value !== 'string' || !/^[A-Z][A-Z0-9]{1,15}$/.test(value)) {
    FILE.refuse(path, 'must be an asset like USDC: capital letters and digits');
  }
  return value;
}
