// Any method pays any currency, from nothing: a real EVM node with Circle's own token code, a server that stands in for
// Bitso and Juno (fake-bitso/README.md), and the service on a database of its own. A link in MXNB is paid with USDC on chain,
// one in USDC by SPEI, and money goes from the hot wallet to Bitso. Everything stays up until it is stopped, and nothing is
// left behind. With --json, a program is handed the addresses and a payer's key instead, and pays as it likes.
import { setTimeout as delay } from 'node:timers/promises';
import { tokenCalls } from '../src/methods/providers/evm/chain/token.ts';
import {
  CONFIRMATIONS,
  NETWORK,
  openChain,
  PAYER,
  requireNode,
  writeSenderKeys,
  type DemoChain,
} from './demo/chain.ts';
import {
  atEnd,
  hand,
  isForPrograms,
  runDemo,
  say,
  startService,
  watchUntilPaid,
  type DemoService,
} from './demo/stage.ts';
import { depositAddress } from './fake-bitso/apis/chain.ts';
import { startFakeBitso, type FakeBitso } from './fake-bitso/server.ts';

/** Where Bitso takes USDC for the account; in reality, its app shows it. */
const AT_BITSO = depositAddress(NETWORK);
const FLOAT = '5000';
const PESOS = '500000';
const HOT_USDC = '20000';
const SENDER = { sender_name: 'María Pérez', sender_clabe: '012180015123456780' };
const WHY = ['--reason', 'Demo', '--evidence', 'scripts/demo-exchange.ts'];

requireNode();
await runDemo(async () => {
  say('Starting an EVM node, and a server that stands in for Bitso and Juno…');
  const chain = await openChain({ hotUnits: BigInt(HOT_USDC) * 1_000_000n });
  const fake = await startFakeBitso({
    balance: PESOS,
    chain: {
      ...{ rpcUrl: chain.node.url, network: NETWORK, confirmations: CONFIRMATIONS },
      tokens: { usdc: chain.tokens.USDC.address },
    },
  });
  atEnd(() => fake.close());
  fake.control.credit({ currency: 'usdc', amount: FLOAT });

  say('Starting the service, with the chain, the keys of a hot wallet, and the API keys of both…');
  const service = await startService({
    ...chain.variables,
    CHAIN_SENDER_KEYS: await writeSenderKeys(chain.wallet),
    ROLES: 'api,worker,sender',
    BITSO_API_KEY: fake.bitso.key,
    BITSO_API_SECRET: fake.bitso.secret,
    BITSO_BASE_URL: fake.url,
    JUNO_API_KEY: fake.juno.key,
    JUNO_API_SECRET: fake.juno.secret,
    JUNO_BASE_URL: fake.url,
  });
  await service.payments('bitso', 'subscribe', '--url', `${service.url}/providers/bitso/notices`);
  await service.payments(
    'methods',
    'set',
    'USDC',
    '--provider',
    'evm',
    '--network',
    NETWORK,
    '--exchange',
    'bitso',
  );
  await service.payments('methods', 'set', 'MXNB', '--provider', 'evm', '--network', NETWORK);
  await service.payments('methods', 'set', 'SPEI', '--provider', 'bitso');
  await bookCapital(service);
  await untilOffered(service);

  if (isForPrograms)
    hand({ base_url: service.url, api_key: service.apiKey, ...chain.handed, bitso_url: fake.url });
  else await play(service, chain, fake);
});

interface Operators {
  one: string;
  other: string;
}

/** Two operators book what was put in by hand, and agree on a route from the hot wallet to Bitso. */
async function bookCapital(service: DemoService): Promise<void> {
  const { operatorKey: one } = service;
  const { key: other } = await service.paymentsAs(one, 'operators', 'add', '--name', 'bruno');
  const agree = agreeing(service, { one, other });
  for (const [provider, asset, amount] of [
    ['bitso', 'USDC', FLOAT],
    ['bitso', 'MXN', PESOS],
    ['evm', 'USDC', HOT_USDC],
  ] as const)
    await agree(
      ...['adjustments', 'create', '--provider', provider, '--asset', asset, '--amount', amount],
      ...['--book', 'capital', ...WHY],
    );
  await agree(
    ...['liquidity', 'route', 'add', '--from', 'evm', '--to', 'bitso', '--asset', 'USDC', '--method', 'USDC'],
    ...['--network', NETWORK, '--address', AT_BITSO, '--daily-limit', '20000', '--proof-amount', '5', ...WHY],
  );
  const band = ['--minimum', '4000', '--target', '6000', '--maximum', '20000'];
  await service.paymentsAs(one, 'liquidity', 'set', '--provider', 'bitso', '--asset', 'USDC', ...band);
  const spare = ['--minimum', '0', '--target', '1000', '--maximum', '100000'];
  await service.paymentsAs(one, 'liquidity', 'set', '--provider', 'evm', '--asset', 'USDC', ...spare);
}

function agreeing(service: DemoService, { one, other }: Operators): (...args: string[]) => Promise<void> {
  return async (...args) => {
    const { id } = await service.paymentsAs(one, ...args);
    await service.paymentsAs(other, 'approvals', 'approve', id);
  };
}

/** Bitso has said what it has to sell. */
async function untilOffered(service: DemoService): Promise<void> {
  for (;;) {
    const { methods } = await service.call(
      'GET',
      '/v1/payment_links/payment_methods?amount=25000&currency=MXNB',
    );
    if (methods.some(({ method, available }: any) => method === 'USDC' && available)) return;
    await delay(300);
  }
}

async function play(service: DemoService, { node, tokens }: DemoChain, fake: FakeBitso): Promise<void> {
  const onChain = await createLink(service, 'MXNB', 'USDC', '25000');
  say(`\n${onChain.amount} MXNB are paid with ${onChain.due} USDC on ${NETWORK}: ${onChain.url}`);
  await watchUntilPaid(service, onChain.code, () => {
    const units = BigInt(onChain.due.replace('.', ''));
    const data = tokenCalls.transfer(onChain.instructions.address, units);
    return node.call('eth_sendTransaction', { from: PAYER.address, to: tokens.USDC.address, data });
  });

  say('\nWhat Bitso sold comes back from the hot wallet…');
  for (;;) {
    const { rebalancings } = JSON.parse(await status(service));
    if (rebalancings.some((one: any) => !one.is_proof && one.status === 'arrived')) break;
    await delay(2_000);
  }

  const byBank = await createLink(service, 'USDC', 'SPEI', '1500');
  say(`\n${byBank.amount} USDC are paid with ${byBank.due} MXN by SPEI: ${byBank.url}`);
  await watchUntilPaid(service, byBank.code, () => {
    const { clabe } = byBank.instructions;
    return Promise.resolve(fake.control.pay({ receiver_clabe: clabe, amount: byBank.due, ...SENDER }));
  });

  say(await service.payments('liquidity', 'status'));
  const { data } = await service.call('GET', '/v1/balances');
  say(`Balances of the account: ${data.map((one: any) => `${one.available} ${one.asset}`).join(', ')}`);
  say(await service.payments('ledger', 'verify'));
  say(await service.payments('solvency'));
}

/** It fails while something is out of its band: the figures are on standard output all the same. */
function status(service: DemoService): Promise<string> {
  return service.payments('liquidity', 'status', '--json').catch(({ stdout }: { stdout: string }) => stdout);
}

async function createLink(
  service: DemoService,
  currency: string,
  method: string,
  amount: string,
): Promise<any> {
  const request = { amount, currency, description: 'Order 1042', accepted_methods: [method] };
  const { code } = await service.call('POST', '/v1/payment_links', request);
  for (;;) {
    const link = await service.call('GET', `/v1/payment_links/${code}`);
    const [{ instructions, amount_due: due }] = link.methods;
    if (due !== null) return { ...link, instructions, due };
    await delay(300);
  }
}
