import type { Queryable } from '../../../../db/index.ts';
import type { Metrics } from '../../../../lib/metrics.ts';
import { toChecksumAddress } from '../../../index.ts';
import { countUnexplained } from '../follower/departure-repository.ts';
import { countTroubled } from '../follower/repository.ts';
import { faultOf } from './endpoint.ts';
import {
  listOldestSweeps,
  listOldestUnmined,
  listProgress,
  listReadings,
  listWalletTrouble,
} from './repository.ts';

/** The state of each chain, as recorded by the processes that follow and watch it. */
export function watchChains(metrics: Metrics, read: Queryable): void {
  watchFollowing(metrics, read);
  watchEndpoints(metrics, read);
  watchHotWallets(metrics, read);
  watchSending(metrics, read);
}

function watchFollowing(metrics: Metrics, read: Queryable): void {
  metrics.watchEach(
    'payments_chain_lag_blocks',
    'How many blocks of a chain are not read yet.',
    ['network'],
    async () => (await listProgress(read)).map(({ network, lag: value }) => ({ labels: { network }, value })),
  );
  metrics.watchEach(
    'payments_chain_halted',
    '1 while a chain is halted for an operator.',
    ['network'],
    async () =>
      (await listProgress(read)).map(({ network, isHalted }) => ({
        labels: { network },
        value: Number(isHalted),
      })),
  );
  metrics.watch(
    'payments_chain_transfers_set_aside',
    'Transfers on chains that were set aside, or could not be taken in so far.',
    () => countTroubled(read),
  );
  metrics.watchEach(
    'payments_chain_stalled_seconds',
    'How long ago a chain was last followed without trouble.',
    ['network'],
    async () =>
      (await listProgress(read)).map(({ network, stalledS: value }) => ({ labels: { network }, value })),
  );
}

function watchEndpoints(metrics: Metrics, read: Queryable): void {
  metrics.watchEach(
    'payments_chain_endpoint_fault',
    '1 while an endpoint contradicts the others (disagrees) or gives no usable response (unavailable).',
    ['network', 'endpoint', 'fault'],
    async () =>
      (await listReadings(read)).flatMap(({ network, endpoints }) =>
        [...new Set(endpoints.map(({ endpoint }) => endpoint))].flatMap((endpoint) => {
          // Two URLs of one host are one sample.
          const found = endpoints.filter((one) => one.endpoint === endpoint).map(faultOf);
          return (['disagrees', 'unavailable'] as const).map((fault) => ({
            labels: { network, endpoint, fault },
            value: Number(found.includes(fault)),
          }));
        }),
      ),
  );
}

function watchHotWallets(metrics: Metrics, read: Queryable): void {
  metrics.watchEach(
    'payments_hot_wallet_balance',
    'What a hot wallet held when it was last read; of the coin, which pays for gas, and of each token.',
    ['network', 'wallet', 'asset', 'kind'],
    async () =>
      (await listReadings(read)).flatMap(({ network, hotWallets }) =>
        hotWallets.flatMap(({ address: wallet, balances }) =>
          balances.map(({ asset, amount }, index) => ({
            labels: { network, wallet, asset, kind: index === 0 ? 'coin' : 'token' },
            value: Number(amount),
          })),
        ),
      ),
  );
  metrics.watchEach(
    'payments_hot_wallet_balance_age_seconds',
    'How long ago the balances of a hot wallet were read.',
    ['network', 'wallet'],
    async () =>
      (await listReadings(read)).flatMap(({ network, hotWallets, now }) =>
        hotWallets.map(({ address: wallet, read_at: readAt }) => ({
          labels: { network, wallet },
          value: (now.getTime() - Date.parse(readAt)) / 1_000,
        })),
      ),
  );
  metrics.watchEach(
    'payments_hot_wallet_failing_seconds',
    'How long a hot wallet could not be fully looked after; 0 when it is.',
    ['network', 'wallet'],
    async () =>
      (await listWalletTrouble(read)).map(({ network, address, failingS: value }) => ({
        labels: { network, wallet: toChecksumAddress(address) },
        value,
      })),
  );
}

function watchSending(metrics: Metrics, read: Queryable): void {
  metrics.watchEach(
    'payments_sweeps_oldest_seconds',
    'How long the oldest sweep that is not done has been wanted.',
    ['network', 'asset'],
    async () => (await listOldestSweeps(read)).map(({ seconds: value, ...labels }) => ({ labels, value })),
  );
  metrics.watchEach(
    'payments_chain_unmined_oldest_seconds',
    'How long the oldest signed transaction of a kind has been in no block.',
    ['network', 'kind'],
    async () => (await listOldestUnmined(read)).map(({ seconds: value, ...labels }) => ({ labels, value })),
  );
  metrics.watch(
    'payments_unexplained_transfers',
    'What left wallets on chain without an order, found within the last day.',
    () => countUnexplained(read),
  );
}
