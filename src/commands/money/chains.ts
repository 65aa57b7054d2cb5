import { InvalidArgumentError } from 'commander';
import type { Foundation } from '../../foundation.ts';
import { money, type Money } from '../../lib/money.ts';
import { countAddresses } from '../../methods/providers/evm/addresses/repository.ts';
import type { Evm } from '../../methods/providers/evm/evm.ts';
import { CommandFailure, type Register } from '../command.ts';

const TIMEOUT_MS = 30_000;

export const registerChainCommands: Register = (program, run) => {
  const chains = program.command('chains').description('the chains that money is taken and sent on');
  registerFollowing(chains, run);
  registerSending(chains, run);
};

const registerFollowing: Register = (chains, run) => {
  chains
    .command('status')
    .description('how far each chain is followed, how its endpoints do, and what waits to be swept')
    .action(() =>
      run(async (foundation) => ({
        addresses: await countAddresses(foundation.db.read),
        data: await requireEvm(foundation).status(),
      })),
    );

  chains
    .command('resume <network>')
    .description('let a halted chain go on')
    .option('--from-block <number>', 'read again from this block on; what was final stays', parseBlock)
    .action((network: string, { fromBlock }: { fromBlock?: number }) =>
      run(async (foundation) => {
        const evm = requireNetwork(foundation, network);
        if (!(await evm.resume(network, fromBlock))) {
          throw new CommandFailure(
            fromBlock === undefined
              ? `${network} was never followed.`
              : `--from-block must be within what was read of ${network}: see \`payments chains status\`.`,
          );
        }
        const [status] = (await evm.status()).filter((one) => one.network === network);
        return { ...status };
      }),
    );

  chains
    .command('audit [network]')
    .description('compare what our addresses hold with the books; exits with 1 and lists what differs')
    .action((network?: string) =>
      run(async (foundation) => {
        const evm = network === undefined ? requireEvm(foundation) : requireNetwork(foundation, network);
        const data = await evm.audit(network);
        return { ok: data.every(({ ok }) => ok), data };
      }),
    );
};

interface SweepOptions {
  network: string;
  maxGasGwei?: Money;
  dryRun?: true;
}

const registerSending: Register = (chains, run) => {
  chains
    .command('sweep')
    .description(
      'move what deposit addresses hold to the hot wallet, and beyond its limit to the cold address',
    )
    .requiredOption('--network <network>')
    .option('--max-gas-gwei <gwei>', 'only while gas costs at most that; by default max_fee_gwei', parseGwei)
    .option('--dry-run', 'only show what would be swept')
    .action((options: SweepOptions) => run((foundation) => sweep(foundation, options)));

  chains
    .command('adopt-nonce')
    .description(
      'send on after transactions of the hot wallet that are not ours, once you know what they were',
    )
    .requiredOption('--network <network>')
    .action(({ network }: { network: string }) =>
      run(async (foundation) => {
        const { sweeping } = requireNetwork(foundation, network);
        return { network, data: await sweeping.adoptNonces(network, AbortSignal.timeout(TIMEOUT_MS)) };
      }),
    );
};

async function sweep(foundation: Foundation, { network, maxGasGwei, dryRun }: SweepOptions): Promise<object> {
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

/** The result of another audit together with that of the chains, where there are any. */
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

function parseBlock(text: string): number {
  const block = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  if (block < 1) throw new InvalidArgumentError('It must be the number of a block, from 1.');
  return block;
}

function parseGwei(text: string): Money {
  if (!/^[0-9]{1,6}(\.[0-9]{1,9})?$/.test(text))
    throw new InvalidArgumentError('It must be like 20 or 0.05.');
  return money(text);
}
