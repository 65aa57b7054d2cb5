import { InvalidArgumentError } from 'commander';
import { money, type Money } from '../../../lib/money.ts';
import {
  parseId,
  REASON_OPTION,
  type PaymentsCommand,
  type Register,
  type Run,
} from '../../../commands/frame/index.ts';
import type { CancelOptions, ChainsDeployment, ResumeOptions, SweepOptions } from './actions.ts';

const actions = () => import('./actions.ts');
const NETWORK = 'the chain, by its name in CHAINS_FILE';

export const registerChainCommands: Register<ChainsDeployment> = (program, run) => {
  const chains = program.command('chains').description('the blockchains that payments use');
  registerStatus(chains, run);
  registerResume(chains, run);
  registerAudit(chains, run);
  registerSweep(chains, run);
  registerRelease(chains, run);
  registerAdoptNonce(chains, run);
  registerCancelNonce(chains, run);
};

function registerStatus(chains: PaymentsCommand, run: Run<ChainsDeployment>): void {
  chains
    .command('status')
    .description('how far each chain is followed, the state of its endpoints, and what is left to sweep')
    .example('payments chains status')
    .action(() => run(async (foundation) => (await actions()).readStatus(foundation)));
}

function registerResume(chains: PaymentsCommand, run: Run<ChainsDeployment>): void {
  chains
    .command('resume')
    .argument('<network>', NETWORK)
    .description('resume a halted chain')
    .option('--from-block <number>', 'read again from this block on; final payments remain', parseBlock)
    .recorded()
    .example('payments chains resume Polygon', 'payments chains resume Polygon --from-block 80000000')
    .action((network: string, options: ResumeOptions) =>
      run(async (foundation) => (await actions()).resume(foundation, network, options)),
    );
}

function registerAudit(chains: PaymentsCommand, run: Run<ChainsDeployment>): void {
  chains
    .command('audit')
    .argument('[network]', NETWORK)
    .description('compare on-chain balances with the books; exits with 1 and lists any difference')
    .example('payments chains audit', 'payments chains audit Polygon')
    .action((network?: string) =>
      run(async (foundation) => (await actions()).audit(foundation, network), { whole: true }),
    );
}

function registerSweep(chains: PaymentsCommand, run: Run<ChainsDeployment>): void {
  chains
    .command('sweep')
    .description(
      'move funds from deposit addresses to the hot wallet, and above its limit to the cold address',
    )
    .requiredOption('--network <network>', NETWORK)
    .option(
      '--max-gas-gwei <gwei>',
      'only while gas costs at most this much; by default max_fee_gwei',
      parseGwei,
    )
    .option('--dry-run', 'show what would be swept, without sweeping it')
    .recorded({ reads: ({ dryRun }) => dryRun === true })
    .example(
      'payments chains sweep --network Polygon --dry-run',
      'payments chains sweep --network Polygon --max-gas-gwei 60',
    )
    .action((options: SweepOptions) =>
      run(async (foundation) => (await actions()).sweep(foundation, options), {
        empty: 'Nothing to sweep.',
      }),
    );
}

function registerRelease(chains: PaymentsCommand, run: Run<ChainsDeployment>): void {
  chains
    .command('release')
    .argument(
      '<transfer>',
      "a withdrawal or refund held by one of the sender's limits",
      parseId('payments transfers waiting'),
    )
    .description('request that a transfer above a limit be sent; another operator must approve')
    .requiredOption(...REASON_OPTION)
    .recorded()
    .example("payments chains release $TRANSFER --reason 'Paid out the float, ticket 4711'")
    .action((id: string, { reason }: { reason: string }) =>
      run(async (foundation, key) => (await actions()).release(foundation, key, id, reason)),
    );
}

function registerAdoptNonce(chains: PaymentsCommand, run: Run<ChainsDeployment>): void {
  chains
    .command('adopt-nonce')
    .description(
      'continue at the next nonce that enough endpoints agree on: after foreign transactions, once you know what they were, or before a gap of nonces for which nothing was signed',
    )
    .requiredOption('--network <network>', NETWORK)
    .recorded()
    .example('payments chains adopt-nonce --network Polygon')
    .action(({ network }: { network: string }) =>
      run(async (foundation) => (await actions()).adoptNonce(foundation, network), {
        empty: 'The wallets are in step with the chain.',
      }),
    );
}

function registerCancelNonce(chains: PaymentsCommand, run: Run<ChainsDeployment>): void {
  chains
    .command('cancel-nonce')
    .argument('<network>', NETWORK)
    .description(
      'use up a nonce of the hot wallet with an empty transaction to itself; the transfer that had the nonce fails once that is final, unless it is mined first',
    )
    .option('--nonce <number>', 'by default the lowest one not mined yet', parseNonce)
    .option('--wallet <address>', 'the hot wallet, if several have unmined transactions', parseWallet)
    .recorded()
    .example('payments chains cancel-nonce Polygon', 'payments chains cancel-nonce Polygon --nonce 1042')
    .action((network: string, options: CancelOptions) =>
      run(async (foundation) => (await actions()).cancelNonce(foundation, network, options)),
    );
}

function parseBlock(text: string): number {
  const block = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  if (block < 1) throw new InvalidArgumentError('It must be a block number, from 1.');
  return block;
}

function parseNonce(text: string): bigint {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return BigInt(text);
}

function parseWallet(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new InvalidArgumentError('It must be an address.');
  return text;
}

function parseGwei(text: string): Money {
  if (!/^[0-9]{1,6}(\.[0-9]{1,9})?$/.test(text))
    throw new InvalidArgumentError('It must be like 20 or 0.05.');
  return money(text);
}
