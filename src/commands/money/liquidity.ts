import type { Register, Run } from '../deployment/register.ts';
import {
  ACCOUNT_OPTION,
  EVIDENCE_OPTION,
  parseAmount,
  parseId,
  parsePositiveAmount,
  REASON_OPTION,
  type PaymentsCommand,
} from '../frame/index.ts';
import { addDestinationOptions } from './destination.ts';
import type { Why } from './adjustments-actions.ts';
import type { BandOptions, MoveOptions, RouteOptions, ShareOptions } from './liquidity-actions.ts';

const actions = () => import('./liquidity-actions.ts');
const parseRouteId = parseId('payments liquidity route list');
const parseRebalancingId = parseId('payments liquidity status');

/** The locations of the deployment's own money, and its transfers between providers (D39). */
export const registerLiquidityCommands: Register = (program, run) => {
  const liquidity = program
    .command('liquidity')
    .description("where the deployment's money lies, and what is sent between its providers");
  registerStatus(liquidity, run);
  registerSet(liquidity, run);
  registerShare(liquidity, run);
  registerMove(liquidity, run);
  registerWriteOff(liquidity, run);

  const route = liquidity
    .command('route')
    .description('the routes on which money may be sent from one provider to another');
  registerRouteAdd(route, run);
  registerRouteRemove(route, run);
  registerRouteList(route, run);
};

function registerStatus(liquidity: PaymentsCommand, run: Run): void {
  liquidity
    .command('status')
    .description('what each provider holds, owes and expects, and what is on its way')
    .example('payments liquidity status')
    .action(() => run(async (foundation) => (await actions()).status(foundation), { whole: true }));
}

function registerSet(liquidity: PaymentsCommand, run: Run): void {
  liquidity
    .command('set')
    .description('how much of an asset a provider should hold; when it leaves that band, money is sent')
    .requiredOption('--provider <name>', 'the provider; see `payments providers list`')
    .requiredOption('--asset <asset>', 'the asset')
    .option('--minimum <amount>', 'below it, money is sent to this provider', parseAmount)
    .option('--target <amount>', 'up or down to which money is sent', parseAmount)
    .option('--maximum <amount>', 'above it, money is sent away', parseAmount)
    .option('--none', 'remove the band')
    .recorded()
    .example(
      'payments liquidity set --provider bitso --asset USDC \\\n      --minimum 20000 --target 50000 --maximum 100000',
      'payments liquidity set --provider bitso --asset USDC --none',
    )
    .action((options: BandOptions) =>
      run(async (foundation, key) => (await actions()).set(foundation, key, options), { whole: true }),
    );
}

function registerShare(liquidity: PaymentsCommand, run: Run): void {
  liquidity
    .command('share')
    .description("how much of each provider's float an account's open quotes may reserve")
    .requiredOption(...ACCOUNT_OPTION)
    .option('--percent <percent>', 'of what the provider has to sell, at most 100', parsePositiveAmount)
    .option('--default', 'a third, as for all accounts')
    .recorded()
    .example(
      'payments liquidity share \\\n      --account 01a2066a-c18d-70f3-acb1-89ef88a2c1fc --percent 60',
      'payments liquidity share \\\n      --account 01a2066a-c18d-70f3-acb1-89ef88a2c1fc --default',
    )
    .action((options: ShareOptions) =>
      run(async (foundation, key) => (await actions()).share(foundation, key, options), { whole: true }),
    );
}

function registerMove(liquidity: PaymentsCommand, run: Run): void {
  liquidity
    .command('move')
    .description('send money to another provider; above the daily limit, another operator must approve it')
    .requiredOption('--from <provider>', 'the provider that sends')
    .requiredOption('--to <provider>', 'the provider that receives')
    .requiredOption('--asset <asset>', 'the asset')
    .requiredOption('--amount <amount>', 'how much, in the asset', parsePositiveAmount)
    .requiredOption(...REASON_OPTION)
    .requiredOption(...EVIDENCE_OPTION)
    .recorded()
    .example(
      'payments liquidity move --from evm --to bitso --asset USDC --amount 30000 \\\n      --reason "Pay day" --evidence "Ticket 4711"',
    )
    .action((options: MoveOptions) =>
      run(async (foundation, key) => (await actions()).move(foundation, key, options)),
    );
}

function registerWriteOff(liquidity: PaymentsCommand, run: Run): void {
  liquidity
    .command('write-off')
    .argument('<id>', 'what has not arrived', parseRebalancingId)
    .description('request to book money as lost that has not arrived; it is still looked for')
    .requiredOption(...REASON_OPTION)
    .requiredOption(...EVIDENCE_OPTION)
    .recorded()
    .example(
      'payments liquidity write-off 01a2066a-c18d-70f3-acb1-89ef88a2c1fc \\\n      --reason "Sent to a closed address" --evidence "Ticket 4712"',
    )
    .action((id: string, why: Why) =>
      run(async (foundation, key) => (await actions()).writeOff(foundation, key, id, why)),
    );
}

function registerRouteAdd(route: PaymentsCommand, run: Run): void {
  addDestinationOptions(route.command('add'))
    .description('request a route; with its approval, a first small transfer is sent, which must arrive')
    .requiredOption('--from <provider>', 'the provider that sends')
    .requiredOption('--to <provider>', 'the provider whose address or account the destination is')
    .requiredOption('--asset <asset>', 'the asset')
    .requiredOption('--method <method>', 'by which the first provider sends it')
    .requiredOption('--daily-limit <amount>', 'sent within 24 hours without a second operator', parseAmount)
    .requiredOption('--proof-amount <amount>', 'what the first transfer sends', parsePositiveAmount)
    .option('--max-fee <amount>', 'the most that the rail may keep of a transfer (0)', parseAmount)
    .requiredOption(...REASON_OPTION)
    .requiredOption(...EVIDENCE_OPTION)
    .recorded()
    .example(
      'payments liquidity route add --from evm --to bitso --asset USDC \\\n      --method USDC --network Polygon \\\n      --address 0x52908400098527886E0F7030069857D2E4169EE7 \\\n      --daily-limit 100000 --proof-amount 5 \\\n      --reason "Float" --evidence "Ticket 4710"',
    )
    .action((options: RouteOptions) =>
      run(async (foundation, key) => (await actions()).addRoute(foundation, key, options)),
    );
}

function registerRouteRemove(route: PaymentsCommand, run: Run): void {
  route
    .command('remove')
    .argument('<id>', 'the route', parseRouteId)
    .description('stop sending by it; what is on its way still arrives')
    .recorded()
    .example('payments liquidity route remove 01a2066a-c18d-70f3-acb1-89ef88a2c1fc')
    .action((id: string) =>
      run(async (foundation, key) => (await actions()).endRoute(foundation, key, id), NO_ROUTES),
    );
}

function registerRouteList(route: PaymentsCommand, run: Run): void {
  route
    .command('list')
    .description('routes in use, with their limits')
    .example('payments liquidity route list')
    .action(() => run(async (foundation) => (await actions()).listAllRoutes(foundation), NO_ROUTES));
}

const NO_ROUTES = { empty: 'There are no routes.', whole: true };
