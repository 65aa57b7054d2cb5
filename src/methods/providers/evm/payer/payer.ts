import type { Database, Queryable } from '../../../../db/index.ts';
import { type Provider, transferUri } from '../../../index.ts';
import type { Chain } from '../chain/chain.ts';
import type { Decimals } from '../chain/check.ts';
import { toUnits } from '../chain/token.ts';
import type { ChainConfig } from '../chain/chains-file.ts';
import { parseReference, referenceOf } from '../follower/reporter.ts';
import { findDecimals, findProgress, insertToken, type TransferProgress } from './repository.ts';

/**
 * The payer's view of the chains, from the database alone, so a process that only serves calls need not reach any
 * chain. Before the follower has read a token's decimals, there is no payment URI for it.
 */
export function createPayerSide(
  read: Queryable,
  chains: readonly ChainConfig[],
): Pick<Provider, 'paymentUri' | 'progressOf'> {
  const chainOf = new Map(chains.map((chain) => [chain.network, chain]));
  const known = new Map<string, number>();

  const decimalsOf = async (network: string, contract: string): Promise<number | undefined> => {
    const key = `${network} ${contract}`;
    const decimals = known.get(key) ?? (await findDecimals(read, network, contract));
    if (decimals !== undefined) known.set(key, decimals);
    return decimals;
  };

  return {
    async paymentUri({ asset, network, amount, address }) {
      const chain = chainOf.get(network);
      const contract = chain?.contracts.get(asset);
      if (!chain || contract === undefined) return undefined;
      const decimals = await decimalsOf(network, contract);
      if (decimals === undefined || (amount.decimalPlaces() ?? 0) > decimals) return undefined;
      return transferUri({ contract, chainId: chain.chainId, units: toUnits(amount, decimals), address });
    },

    async progressOf(providerReference) {
      const key = parseReference(providerReference);
      const chain = key && chainOf.get(key.network);
      const progress = chain && (await findProgress(read, key));
      if (!progress) return undefined;
      const transaction = key.transactionHash;
      const url = chain.explorer?.replace('{hash}', transaction);
      const isThere = ['seen', 'final'].includes(progress.status);
      if (!isThere || referenceOf(progress) !== providerReference) {
        const confirmations = confirmationsOf(undefined, chain);
        return { isFinal: false, isGone: true, confirmations, transaction, url };
      }
      return {
        isFinal: progress.status === 'final',
        confirmations: confirmationsOf(progress, chain),
        transaction,
        url,
      };
    },
  };
}

/** Undefined if the chain has a `finalized` tag, because confirmations do not decide then. */
function confirmationsOf(progress: TransferProgress | undefined, { finality: of }: ChainConfig) {
  if (of === 'finalized') return undefined;
  if (!progress) return { have: 0, of };
  return { have: progress.status === 'final' ? of : Math.min(progress.blocksOnTop, of), of };
}

/** A check that stores its result for processes that query no chain. */
export function recordingTokens(
  db: Database,
  check: (chain: Chain, signal: AbortSignal) => Promise<Decimals>,
): typeof check {
  const recorded = new Set<Chain>();
  return async (chain, signal) => {
    const decimals = await check(chain, signal);
    if (recorded.has(chain)) return decimals;
    const { network, contracts } = chain.config;
    await db.transaction(async (trx) => {
      for (const [asset, places] of decimals) {
        const contract = contracts.get(asset);
        if (contract !== undefined) await insertToken(trx, { network, contract, decimals: places });
      }
    });
    recorded.add(chain);
    return decimals;
  };
}
