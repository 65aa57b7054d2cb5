import type { Database } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { Worker } from '../../../lib/work/claim-worker.ts';
import {
  type AnyAmountRequest,
  type Confirmation,
  inTime,
  type InstructionsRequest,
  type IssuedInstructions,
  type Outcome,
  type Provider,
  ProviderFailure,
  type RefundRequest,
  type ReportedDeposit,
  type TakeInReports,
  toChecksumAddress,
} from '../../index.ts';
import { createAddressBook, type AddressBook } from './addresses/address-book.ts';
import { createAddressDeriver } from './addresses/derive.ts';
import type { KnownDifferences } from '../../../operators/index.ts';
import { auditChain, readUnexplained, type ChainAudit, type UnexplainedMove } from './audit/audit.ts';
import { createAuditor } from './audit/auditor.ts';
import { readHistory } from './audit/history.ts';
import { readHoldings } from './audit/holdings.ts';
import { createWalletWatch } from './audit/wallet-watch.ts';
import { createChain, type Chain } from './chain/chain.ts';
import { createChecks, type CheckChain } from './chain/check.ts';
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
import { pay, ruleOutOrder, type Payment } from './sender/sender.ts';
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

interface EvmOptions {
  db: Database;
  logger: Logger;
  chains: readonly ChainConfig[];
  xpub: string;
  /** Only where money is sent out. */
  keys: SenderKeys | undefined;
  /** Undefined if no differences are acknowledged. */
  differences?: KnownDifferences;
  /** Releases by operators above the limits of `keys`. Undefined if there are none. */
  findRelease?: FindRelease;
}

interface Parts {
  db: Database;
  logger: Logger;
  chains: readonly Chain[];
  addresses: AddressBook;
  checked: CheckChain;
  keys: SenderKeys | undefined;
  differences: KnownDifferences | undefined;
  findRelease: FindRelease;
}

/**
 * Stablecoins on EVM chains (D28). Each link gets an address of the operator's own, the same on every chain, and the
 * chains are followed for payments to it. It exchanges nothing, and sends only where it has the sender's keys.
 */
export function createEvm({ chains: configs, xpub, ...options }: EvmOptions): Evm {
  const { db, logger, keys, differences, findRelease = () => Promise.resolve(undefined) } = options;
  const chains = configs.map((config) => createChain(config, logger));
  const addresses = createAddressBook({ db, deriver: createAddressDeriver(xpub) });
  const checked = recordingTokens(db, createChecks());
  const sweeping = createSweeping(db, chains);
  const parts: Parts = { db, logger, chains, addresses, checked, keys, differences, findRelease };
  return {
    ...createPayerSide(db.read, configs),
    name: 'evm',
    networks: configs.map(({ network }) => network),
    exchanges: () => false,
    holdsAtPar: () => true,
    lockQuote: exchangesNothing,
    convert: exchangesNothing,
    carries: ({ network, asset }) => configOf(parts, network)?.contracts.has(asset) === true,
    requireReady: (signal) => requireReady(parts, signal),

    issueAtOnce: (request) => issueAtOnce(parts, request),
    issueInstructions: (request, signal) => issueInstructions(parts, request, signal),
    confirmDeposit: (request, signal) => confirmDeposit(parts, request, signal),

    sends: keys !== undefined,
    payOut: ({ idempotencyKey, asset, amount, destination: to }, signal) =>
      send(parts, { kind: 'pay_out', idempotencyKey, asset, amount, to }, signal),
    refund: (request, signal) => refund(parts, request, signal),
    ruleOut: ({ idempotencyKey }, signal) => fromTables(signal, () => ruleOutOrder(db, idempotencyKey)),
    // Exchanges pay from addresses that do not credit returns.
    refundDestination: () => undefined,

    notices: undefined,
    background: (takeIn) => createWorkers(parts, takeIn),

    // From our records, because the chains themselves are read only for reconciling, which is too expensive every two
    // minutes.
    listStatement: (request, signal) => fromTables(signal, () => readStatement(db.read, configs, request)),
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
    audit: (network) => audit(parts, network),
    unexplained: () => listUnexplained(parts),
    async resume(network, fromBlock) {
      const before = fromBlock === undefined ? undefined : fromBlock - 1;
      return (await db.transaction((trx) => resumeChain(trx, network, before))) !== undefined;
    },
  };
}

/** Chains that do not respond are checked before they are followed; a missing signer only delays what is sent. */
async function requireReady(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, chains, addresses } = parts;
  await addresses.requireSameXpub();
  await db.transaction(async (trx) => {
    for (const { config } of chains) await openChain(trx, config);
  });
  await warnOfSigner(parts, signal);
  await Promise.all(chains.map((chain) => checkChain(parts, chain, signal)));
}

async function warnOfSigner({ keys, logger }: Parts, signal: AbortSignal): Promise<void> {
  try {
    await keys?.requireReady(signal);
  } catch (error) {
    if (!(error instanceof SignerFailure)) throw error;
    logger.warn('signer unavailable; transactions wait for it', { error: error.message });
  }
}

async function checkChain(parts: Parts, chain: Chain, signal: AbortSignal): Promise<void> {
  const { logger, checked, keys } = parts;
  try {
    await checked(chain, signal);
    if (keys) await openHotWallet(parts, chain, keys.hotAddress, signal);
  } catch (error) {
    if (!isChainFailure(error)) throw error;
    logger.warn('chain unreachable; it is verified before it is followed', {
      network: chain.config.network,
      error: error.message,
    });
  }
}

async function openHotWallet(
  { db }: Parts,
  chain: Chain,
  address: string,
  signal: AbortSignal,
): Promise<void> {
  const { number } = await chain.newest(signal);
  const nonce = await readNonceAt(chain, address, number, signal);
  const { network } = chain.config;
  await db.transaction((trx) => openWallet(trx, { network, address, index: null, nonce }));
}

async function issueAtOnce(
  parts: Parts,
  { idempotencyKey, network }: AnyAmountRequest,
): Promise<IssuedInstructions> {
  const { row, record } = await parts.addresses.give(idempotencyKey);
  return { ...instructionsAt(parts, row.address, network), record };
}

function issueInstructions(
  parts: Parts,
  { idempotencyKey, network }: InstructionsRequest,
  signal: AbortSignal,
): Promise<IssuedInstructions> {
  return fromTables(signal, async () =>
    instructionsAt(parts, await parts.addresses.issue(idempotencyKey), network),
  );
}

function instructionsAt(parts: Parts, address: string, network: string | null): IssuedInstructions {
  const config = configOf(parts, network);
  if (!config) throw new ProviderFailure('refused', `CHAINS_FILE has no network ${network}.`);
  const shown = toChecksumAddress(address);
  return {
    instructions: { address: shown, network: config.network },
    destination: shown,
    reference: null,
    expiresAt: null,
  };
}

function configOf({ chains }: Parts, network: string | null): ChainConfig | undefined {
  return chains.find(({ config }) => config.network === network)?.config;
}

async function confirmDeposit(
  { db }: Parts,
  { providerReference }: Pick<ReportedDeposit, 'providerReference'>,
  signal: AbortSignal,
): Promise<Confirmation> {
  const key = parseReference(providerReference);
  const transfer = key && (await fromTables(signal, () => findTransfer(db.read, key)));
  if (!transfer) throw new ProviderFailure('refused', `There is no transfer ${providerReference}.`);
  const { status } = transfer;
  if (status === 'seen' || status === 'gone') return { status: 'seen' };
  // If final at another recipient, it is another deposit.
  if (status !== 'final' || referenceOf(transfer) !== providerReference) return { status: 'dropped' };
  return { ...factsOf(transfer), status: 'confirmed' };
}

function exchangesNothing(): Promise<never> {
  return Promise.reject(new ProviderFailure('refused', 'On chain, nothing is exchanged.'));
}

async function refund(
  parts: Parts,
  { idempotencyKey, asset, amount, to }: RefundRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  if (to === 'sender')
    throw new ProviderFailure('refused', 'On chain, nothing is sent back to where it came from.');
  return send(parts, { kind: 'refund', idempotencyKey, asset, amount, to }, signal);
}

async function send({ keys, ...parts }: Parts, payment: Payment, signal: AbortSignal): Promise<Outcome> {
  if (!keys) throw new ProviderFailure('unavailable', 'This process has no keys to send with.');
  return pay({ ...parts, keys }, payment, signal);
}

function createWorkers(
  { db, logger, chains, checked, keys, differences }: Parts,
  takeIn: TakeInReports,
): Worker[] {
  return [
    createFollower({ db, logger, chains, checked }),
    ...chains.map(({ config: { network } }) => createReporter({ db, logger, network, takeIn })),
    createAuditor({ db, logger, chains, checked, differences }),
    ...(keys
      ? [
          // One of each for a chain, so that none waits for another.
          ...chains.map((chain) => createSenderWorker({ db, logger, chain, keys, takeIn })),
          ...chains.map((chain) => createSweeper({ db, logger, chain, checked, keys })),
        ]
      : []),
    createWatcher({ db, logger, chains, checked }),
    createWalletWatch({ db, logger, chains }),
  ];
}

async function audit({ db, chains, checked, differences }: Parts, network?: string): Promise<ChainAudit[]> {
  const chosen = chains.filter(({ config }) => network === undefined || config.network === network);
  const audits: ChainAudit[] = [];
  for (const chain of chosen) audits.push(await auditChain(db, checked, chain, differences));
  return audits;
}

async function listUnexplained({ db, chains, differences }: Parts): Promise<UnexplainedMove[]> {
  const each = chains.map(({ config }) => readUnexplained(db, config.network, differences));
  return (await Promise.all(each)).flatMap(({ unexplained }) => unexplained);
}

/** This provider's calls read our own tables. */
function fromTables<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  return inTime(signal, ask, {
    timeout: 'There was no time left.',
    unavailable: 'The database did not respond.',
  });
}
