import { CommandFailure, failOn } from '../../../commands/frame/index.ts';
import type { Database } from '../../../db/index.ts';
import { money, type Money } from '../../../lib/money.ts';
import { type Approvals, type Operators, viewRequest } from '../../../operators/index.ts';
import { countAddresses } from './addresses/repository.ts';
import type { Evm } from './evm.ts';
import { requestRelease } from './releases.ts';
import { CannotCancel } from './sender/nonces.ts';

/** The parts of a deployment that these commands use. */
export interface ChainsDeployment {
  db: Database;
  operators: Operators;
  approvals: Approvals;
  rails: { evm: Evm | undefined };
}

const TIMEOUT_MS = 30_000;

export async function readStatus(deployment: ChainsDeployment): Promise<object> {
  return {
    addresses: await countAddresses(deployment.db.read),
    data: await requireEvm(deployment).status(),
  };
}

export interface ResumeOptions {
  fromBlock?: number;
}

export async function resume(
  deployment: ChainsDeployment,
  network: string,
  { fromBlock }: ResumeOptions,
): Promise<object> {
  const evm = requireNetwork(deployment, network);
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

export async function audit(deployment: ChainsDeployment, network: string | undefined): Promise<object> {
  const evm = network === undefined ? requireEvm(deployment) : requireNetwork(deployment, network);
  const data = await evm.audit(network);
  return { ok: data.every(({ ok }) => ok), data };
}

export interface SweepOptions {
  network: string;
  maxGasGwei?: Money;
  dryRun?: true;
}

export async function sweep(
  deployment: ChainsDeployment,
  { network, maxGasGwei, dryRun }: SweepOptions,
): Promise<object> {
  const { sweeping } = requireNetwork(deployment, network);
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
  { db, operators, approvals }: ChainsDeployment,
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

export async function adoptNonce(deployment: ChainsDeployment, network: string): Promise<object> {
  const { nonces } = requireNetwork(deployment, network);
  return { network, data: await nonces.adopt(network, AbortSignal.timeout(TIMEOUT_MS)) };
}

export interface CancelOptions {
  nonce?: bigint;
  wallet?: string;
}

export async function cancelNonce(
  deployment: ChainsDeployment,
  network: string,
  { nonce, wallet }: CancelOptions,
): Promise<object> {
  const { nonces } = requireNetwork(deployment, network);
  const wanted = await nonces
    .cancel({ network, nonce, wallet }, AbortSignal.timeout(TIMEOUT_MS))
    .catch(failOn(CannotCancel));
  return { network, ...wanted };
}

function requireEvm({ rails: { evm } }: ChainsDeployment): Evm {
  if (!evm) throw new CommandFailure('This deployment follows no chains: set CHAINS_FILE and CHAIN_XPUB.');
  return evm;
}

function requireNetwork(deployment: ChainsDeployment, network: string): Evm {
  const evm = requireEvm(deployment);
  if (evm.networks.includes(network)) return evm;
  throw new CommandFailure(`CHAINS_FILE has no network ${network}. It has: ${evm.networks.join(', ')}.`);
}
