import type { Foundation } from '../../composition/index.ts';
import { money, type Money } from '../../lib/money.ts';
import { CannotCancel, countAddresses, type Evm } from '../../methods/providers/evm/index.ts';
import { requestRelease } from '../../transfers/index.ts';
import { CommandFailure } from '../frame/command.ts';
import { viewRequest } from '../operators/approvals-actions.ts';

const TIMEOUT_MS = 30_000;

export async function readStatus(foundation: Foundation): Promise<object> {
  return {
    addresses: await countAddresses(foundation.db.read),
    data: await requireEvm(foundation).status(),
  };
}

export interface ResumeOptions {
  fromBlock?: number;
}

export async function resume(
  foundation: Foundation,
  network: string,
  { fromBlock }: ResumeOptions,
): Promise<object> {
  const evm = requireNetwork(foundation, network);
  if (!(await evm.resume(network, fromBlock))) {
    throw new CommandFailure(
      fromBlock === undefined
        ? `${network} was never followed.`
        : `--from-block must be a block of ${network} that was already read: see \`payments chains status\`.`,
    );
  }
  const [status] = (await evm.status()).filter((one) => one.network === network);
  return { ...status };
}

export async function audit(foundation: Foundation, network: string | undefined): Promise<object> {
  const evm = network === undefined ? requireEvm(foundation) : requireNetwork(foundation, network);
  const data = await evm.audit(network);
  return { ok: data.every(({ ok }) => ok), data };
}

export interface SweepOptions {
  network: string;
  maxGasGwei?: Money;
  dryRun?: true;
}

export async function sweep(
  foundation: Foundation,
  { network, maxGasGwei, dryRun }: SweepOptions,
): Promise<object> {
  const { sweeping } = requireNetwork(foundation, network);
  const request = { network, maxGasGwei, dryRun: dryRun === true };
  const wanted = await sweeping.want(request, AbortSignal.timeout(TIMEOUT_MS));
  return {
    network,
    dry_run: request.dryRun,
    gas_gwei: wanted.gasGwei.toFixed(),
    max_gas_gwei: wanted.maxGasGwei.toFixed(),
    data: wanted.addresses.map(({ address, asset, amount }) => ({
      address,
      asset,
      amount: money(amount).toFixed(),
    })),
  };
}

export async function release(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  id: string,
  reason: string,
): Promise<object> {
  const request = await db.transaction(async (trx) => {
    const by = await operators.identify(trx, operatorKey);
    return requestRelease(trx, { approvals, by }, id, reason);
  });
  return viewRequest(request);
}

export async function adoptNonce(foundation: Foundation, network: string): Promise<object> {
  const { nonces } = requireNetwork(foundation, network);
  return { network, data: await nonces.adopt(network, AbortSignal.timeout(TIMEOUT_MS)) };
}

export interface CancelOptions {
  nonce?: bigint;
  wallet?: string;
}

export async function cancelNonce(
  foundation: Foundation,
  network: string,
  { nonce, wallet }: CancelOptions,
): Promise<object> {
  const { nonces } = requireNetwork(foundation, network);
  try {
    const wanted = await nonces.cancel({ network, nonce, wallet }, AbortSignal.timeout(TIMEOUT_MS));
    return { network, ...wanted };
  } catch (error) {
    if (error instanceof CannotCancel) throw new CommandFailure(error.message);
    throw error;
  }
}

/** Adds the audit of the chains, if the deployment has any, to another audit's result. */
export async function withChains<R extends { ok: boolean }>(
  { evm }: Foundation,
  audit: R,
): Promise<R & { chains?: object[] }> {
  if (!evm) return audit;
  const chains = await evm.audit();
  return { ...audit, ok: audit.ok && chains.every(({ ok }) => ok), chains };
}

function requireEvm({ evm }: Foundation): Evm {
  if (!evm) throw new CommandFailure('This deployment follows no chains: set CHAINS_FILE and CHAIN_XPUB.');
  return evm;
}

function requireNetwork(foundation: Foundation, network: string): Evm {
  const evm = requireEvm(foundation);
  if (evm.networks.includes(network)) return evm;
  throw new CommandFailure(`CHAINS_FILE has no network ${network}. It has: ${evm.networks.join(', ')}.`);
}
