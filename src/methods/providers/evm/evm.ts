import type { Database } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import {
  inTime,
  type Confirmation,
  type IssuedInstructions,
  type Outcome,
  type Provider,
  ProviderFailure,
  toChecksumAddress,
} from '../../index.ts';
import { createAddressBook } from './addresses/address-book.ts';
import { createAddressDeriver } from './addresses/derive.ts';
import type { KnownDifferences } from '../../../operators/index.ts';
import { auditChain, readUnexplained, type ChainAudit, type UnexplainedMove } from './audit/audit.ts';
import { createAuditor } from './audit/auditor.ts';
import { readHistory } from './audit/history.ts';
import { readHoldings } from './audit/holdings.ts';
import { createWalletWatch } from './audit/wallet-watch.ts';
import { createChain, type Chain } from './chain/chain.ts';
import { createChecks } from './chain/check.ts';
import { isChainFailure } from './chain/quorum.ts';
import type { ChainConfig } from './chain/chains-file.ts';
import { openChain, resumeChain } from './follower/chain-repository.ts';
import { createFollower } from './follower/follower.ts';
import { createReporter, factsOf, parseReference, referenceOf } from './follower/reporter.ts';
import { findTransfer } from './follower/repository.ts';
import { createPayerSide, recordingTokens } from './payer/payer.ts';
import type { SenderKeys } from './sender/keys.ts';
import type { FindRelease } from './sender/limits.ts';
import { readNonceAt } from './sender/node.ts';
import { createNonces, type Nonces } from './sender/nonces.ts';
import { createSender, ruleOutOrder, type Payment } from './sender/sender.ts';
import { SignerFailure } from './sender/signer.ts';
import { openWallet } from './sender/wallet-repository.ts';
import { createSenderWorker } from './sender/worker.ts';
import { readStatement } from './statement.ts';
import { readStatus, type ChainStatus } from './status.ts';
import { createSweeping, type Sweeping } from './sweeper/sweeping.ts';
import { createSweeper } from './sweeper/worker.ts';
import { createWatcher } from './watch/watcher.ts';

/** The chains of a deployment as a provider, and the operator's commands for them. */
export interface Evm extends Provider {
  readonly networks: readonly string[];
  readonly sweeping: Sweeping;
  readonly nonces: Nonces;
  status(): Promise<ChainStatus[]>;
  /** Compares our addresses' balances with the books, on each chain or on one. */
  audit(network?: string): Promise<ChainAudit[]>;
  /** Transfers that left our wallets without an order. */
  unexplained(): Promise<UnexplainedMove[]>;
  /**
   * Resumes a halted chain, with `fromBlock` from that block on. Returns false if that block was not read yet, or nothing
   * was.
   */
  resume(network: string, fromBlock: number | undefined): Promise<boolean>;
}

/**
 * Stablecoins on EVM chains (D28). Each link gets an address of the operator's own, the same on every chain, and the
 * chains are followed for payments to it. It exchanges nothing, and sends only where it has the sender's keys.
 */
export function createEvm(options: {
  db: Database;
  logger: Logger;
  chains: readonly ChainConfig[];
  xpub: string;
  /** Only where money is sent out. */
  keys: SenderKeys | undefined;
  /** Undefined: no differences are acknowledged. */
  differences?: KnownDifferences;
  /** Releases by operators above the limits of `keys`; undefined: none. */
  findRelease?: FindRelease;
}): Evm {
  const { db, logger, keys } = options;
  const chains = options.chains.map((config) => createChain(config, logger));
  const configOf = new Map(options.chains.map((config) => [config.network, config]));
  const addresses = createAddressBook({ db, deriver: createAddressDeriver(options.xpub) });
  const checked = recordingTokens(db, createChecks());
  const sweeping = createSweeping(db, chains);
  const findRelease = options.findRelease ?? (() => Promise.resolve(undefined));
  const sender = keys && createSender({ db, chains, checked, keys, findRelease });

  const instructionsAt = (address: string, network: string | null): IssuedInstructions => {
    if (network === null || !configOf.has(network)) {
      throw new ProviderFailure('refused', `CHAINS_FILE has no network ${network}.`);
    }
    const shown = toChecksumAddress(address);
    return {
      instructions: { address: shown, network },
      destination: shown,
      reference: null,
      expiresAt: null,
    };
  };
  const openHotWallet = async (chain: Chain, address: string, signal: AbortSignal): Promise<void> => {
    const { number } = await chain.newest(signal);
    const nonce = await readNonceAt(chain, address, number, signal);
    const { network } = chain.config;
    await db.transaction((trx) => openWallet(trx, { network, address, index: null, nonce }));
  };
  const requireSigner = async (signal: AbortSignal): Promise<void> => {
    try {
      await keys?.requireReady(signal);
    } catch (error) {
      if (!(error instanceof SignerFailure)) throw error;
      logger.warn('signer unavailable; transactions wait for it', {
        error: error.message,
      });
    }
  };
  const exchangesNothing = () =>
    Promise.reject(new ProviderFailure('refused', 'On chain, nothing is exchanged.'));
  const pay = async (payment: Payment, signal: AbortSignal): Promise<Outcome> => {
    if (!sender) throw new ProviderFailure('unavailable', 'This process has no keys to send with.');
    return sender.pay(payment, signal);
  };

  return {
    ...createPayerSide(db.read, options.chains),
    name: 'evm',
    networks: [...configOf.keys()],
    exchanges: () => false,
    holdsAtPar: () => true,
    lockQuote: exchangesNothing,
    convert: exchangesNothing,

    carries: ({ network, asset }) => network !== null && configOf.get(network)?.contracts.has(asset) === true,

    async requireReady(signal) {
      await addresses.requireSameXpub();
      await db.transaction(async (trx) => {
        for (const config of options.chains) await openChain(trx, config);
      });
      await requireSigner(signal);
      await Promise.all(
        chains.map(async (chain) => {
          try {
            await checked(chain, signal);
            if (keys) await openHotWallet(chain, keys.hotAddress, signal);
          } catch (error) {
            if (!isChainFailure(error)) throw error;
            logger.warn('chain unreachable; it is verified before it is followed', {
              network: chain.config.network,
              error: error.message,
            });
          }
        }),
      );
    },

    async issueAtOnce({ idempotencyKey, network }) {
      const { row, record } = await addresses.give(idempotencyKey);
      return { ...instructionsAt(row.address, network), record };
    },

    async issueInstructions({ idempotencyKey, network }, signal) {
      return fromTables(signal, async () => instructionsAt(await addresses.issue(idempotencyKey), network));
    },

    async confirmDeposit({ providerReference }, signal): Promise<Confirmation> {
      const key = parseReference(providerReference);
      const transfer = key && (await fromTables(signal, () => findTransfer(db.read, key)));
      if (!transfer) throw new ProviderFailure('refused', `There is no transfer ${providerReference}.`);
      const { status } = transfer;
      if (status === 'seen' || status === 'gone') return { status: 'seen' };
      // If final at another recipient, it is another deposit.
      if (status !== 'final' || referenceOf(transfer) !== providerReference) return { status: 'dropped' };
      return { ...factsOf(transfer), status: 'confirmed' };
    },

    sends: sender !== undefined,
    payOut: ({ idempotencyKey, asset, amount, destination }, signal) =>
      pay({ kind: 'pay_out', idempotencyKey, asset, amount, to: destination }, signal),
    refund({ idempotencyKey, asset, amount, to }, signal) {
      if (to === 'sender')
        throw new ProviderFailure('refused', 'On chain, nothing is sent back to where it came from.');
      return pay({ kind: 'refund', idempotencyKey, asset, amount, to }, signal);
    },
    ruleOut: ({ idempotencyKey }, signal) => fromTables(signal, () => ruleOutOrder(db, idempotencyKey)),
    // Exchanges pay from addresses that do not credit returns.
    wayBack: () => undefined,

    notices: undefined,
    background: (takeIn) => [
      createFollower({ db, logger, chains, checked }),
      ...options.chains.map(({ network }) => createReporter({ db, logger, network, takeIn })),
      createAuditor({ db, logger, chains, checked, differences: options.differences }),
      ...(keys
        ? [
            // One of each for a chain, so that none waits for another.
            ...chains.map((chain) => createSenderWorker({ db, logger, chain, keys, takeIn })),
            ...chains.map((chain) => createSweeper({ db, logger, chain, checked, keys })),
          ]
        : []),
      createWatcher({ db, logger, chains, checked }),
      createWalletWatch({ db, logger, chains }),
    ],

    // From our records, because the chains themselves are read only for reconciling, which is too expensive every two
    // minutes.
    listStatement: (request, signal) =>
      fromTables(signal, () => readStatement(db.read, options.chains, request)),
    // Nothing pays out to its wallets yet.
    findArrival: undefined,
    readHistory: (request, signal) =>
      fromTables(signal, () => readHistory({ db, chains, checked }, request, signal)),
    readBalances: (request, signal) =>
      fromTables(signal, () =>
        readHoldings({ db, chains, checked, coldAddress: keys?.coldAddress }, request, signal),
      ),

    sweeping,
    nonces: createNonces(db, chains),
    status: () => readStatus(db, { chains, checked, sweeping }),

    async audit(network) {
      const chosen = chains.filter(({ config }) => network === undefined || config.network === network);
      const audits: ChainAudit[] = [];
      for (const chain of chosen) audits.push(await auditChain(db, checked, chain, options.differences));
      return audits;
    },

    async unexplained() {
      const each = chains.map(({ config }) => readUnexplained(db, config.network, options.differences));
      return (await Promise.all(each)).flatMap(({ unexplained }) => unexplained);
    },

    async resume(network, fromBlock) {
      const before = fromBlock === undefined ? undefined : fromBlock - 1;
      return (await db.transaction((trx) => resumeChain(trx, network, before))) !== undefined;
    },
  };
}

/** This provider's calls read our own tables. */
function fromTables<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  return inTime(signal, ask, {
    timeout: 'There was no time left.',
    unavailable: 'The database did not respond.',
  });
}
