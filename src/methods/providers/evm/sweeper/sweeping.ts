import type { Database } from '../../../../db/index.ts';
import { fromUnits } from '../chain/token.ts';
import type { Chain } from '../chain/chain.ts';
import { readFeeMarket } from '../sender/fees.ts';
import type { Money } from '../../../../lib/money.ts';
import { listHotWallets } from '../sender/wallet-repository.ts';
import { listOpen, listUnswept, listWaiting, wantSweeps, type Unswept } from './repository.ts';

const GWEI_DECIMALS = 9;

export interface SweepRequest {
  network: string;
  /** The maximum price of gas, tip included, in billionths of the coin. If undefined, the chain's ceiling. */
  maxGasGwei: Money | undefined;
  dryRun: boolean;
}

/** Sweeping on configured networks as the operator's commands see it; the sender does it. */
export interface Sweeping {
  /**
   * Requests sweeps of every deposit address that holds enough; the process with the role sender makes them, in batches,
   * when gas is cheap enough.
   */
  want(request: SweepRequest, signal: AbortSignal): Promise<WantedSweeps>;
  /**
   * By asset, the funds at a network's deposit addresses, the number of addresses, and the number of those being swept.
   */
  waiting(network: string): ReturnType<typeof listWaiting>;
  /** The open sweeps by the reason for waiting, longest waiting first. */
  open(network: string): ReturnType<typeof listOpen>;
  /** The hot wallets that ever sent something on a network. */
  hotWallets(network: string): ReturnType<typeof listHotWallets>;
}

export interface WantedSweeps {
  /** The current price of gas. */
  gasGwei: Money;
  maxGasGwei: Money;
  /** By address, those with most first. */
  addresses: Unswept[];
}

export function createSweeping(db: Database, chains: readonly Chain[]): Sweeping {
  const chainAt = (network: string): Chain => {
    const found = chains.find(({ config }) => config.network === network);
    if (!found) throw new Error(`there is no chain ${network}`);
    return found;
  };
  return {
    async want({ network, maxGasGwei, dryRun }, signal) {
      const chain = chainAt(network);
      const { sweepFrom, maxFee } = chain.config;
      const market = await readFeeMarket(chain, signal);
      const most = maxGasGwei ?? fromUnits(maxFee, GWEI_DECIMALS);
      const thresholds = {
        network,
        assets: [...sweepFrom.keys()],
        amounts: [...sweepFrom.values()].map((amount) => amount.toFixed()),
      };
      const addresses = await listUnswept(db.read, thresholds);
      const maxGasPrice = most.shiftedBy(GWEI_DECIMALS).integerValue().toFixed();
      if (!dryRun) await db.transaction((trx) => wantSweeps(trx, { ...thresholds, maxGasPrice }));
      return { gasGwei: fromUnits(market.baseFee + market.tip, GWEI_DECIMALS), maxGasGwei: most, addresses };
    },
    waiting: (network) => listWaiting(db.read, { network }),
    open: (network) => listOpen(db.read, { network }),
    hotWallets: (network) => listHotWallets(db.read, { network }),
  };
}
