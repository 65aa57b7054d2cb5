// A payment link that is paid on chain, from nothing: a real EVM node with Circle's own token code, and the service on a
// database of its own. Both stay up until they are stopped; nothing is left behind. With --json, a program is handed the
// addresses and a payer's key instead, and pays as it likes.
import { HDKey } from '@scure/bip32';
import { tokenCalls } from '../src/methods/providers/evm/chain/token.ts';
import { chainEntry, writeChainsFile } from '../test/support/chain/chains-file.ts';
import { NODE_PROGRAM, startNode, type TestNode } from '../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../test/support/chain/tokens.ts';
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

const NETWORK = 'Arbitrum';
const CHAIN_ID = 31_337;
/** The node itself gives it coin; of each token it gets a million. */
const PAYER = walletAt(2);
const PAYER_UNITS = 10n ** 12n;
const AMOUNT = { amount: '1500.50', units: 1_500_500_000n };
const CONFIRMATIONS = 5;
const BLOCK_S = 1;

if (NODE_PROGRAM === undefined) {
  process.stderr.write(
    'The EVM node from npm is for Linux on x64 with glibc only: this demo cannot run here.\n',
  );
  process.exit(1);
}
await runDemo(async () => {
  say('Starting an EVM node, with tokens of Circle’s own code…');
  const { node, tokens } = await openChain();
  const file = writeChainsFile([
    chainEntry({
      network: NETWORK,
      chain_id: CHAIN_ID,
      endpoints: [node.url],
      finality: { confirmations: CONFIRMATIONS },
      tokens: { USDC: { address: tokens.USDC.address }, MXNB: { address: tokens.MXNB.address } },
    }),
  ]);
  atEnd(() => file.remove());

  say('Starting the service, with CHAINS_FILE and CHAIN_XPUB…');
  // The keys of the deposit addresses: the service is given the public half alone.
  const wallet = HDKey.fromMasterSeed(crypto.getRandomValues(new Uint8Array(32)));
  const service = await startService({
    CHAINS_FILE: file.path,
    CHAIN_XPUB: wallet.derive("m/44'/60'/0'/0").publicExtendedKey,
  });
  for (const method of Object.keys(tokens)) {
    await service.payments('methods', 'set', method, '--provider', 'evm', '--network', NETWORK);
  }

  if (isForPrograms) {
    hand({
      base_url: service.url,
      api_key: service.apiKey,
      rpc_url: node.url,
      chain_id: CHAIN_ID,
      tokens: { USDC: tokens.USDC.address, MXNB: tokens.MXNB.address },
      payer_private_key: `0x${Buffer.from(PAYER.getHdKey().privateKey ?? []).toString('hex')}`,
    });
  } else await payOne(service, node, tokens.MXNB);
});

async function openChain(): Promise<{ node: TestNode; tokens: Record<'USDC' | 'MXNB', TestToken> }> {
  const node = await startNode({ chainId: CHAIN_ID });
  atEnd(() => node.stop());
  const tokens = { USDC: await deployFiatToken(node, 'USDC'), MXNB: await deployFiatToken(node, 'MXNB') };
  for (const token of Object.values(tokens)) await token.mint(PAYER.address, PAYER_UNITS);
  // From here on blocks come as on a real chain, with or without transactions.
  await node.call('evm_setIntervalMining', BLOCK_S);
  return { node, tokens };
}

async function payOne(service: DemoService, node: TestNode, mxnb: TestToken): Promise<void> {
  const link = await service.call('POST', '/v1/payment_links', {
    amount: AMOUNT.amount,
    currency: 'MXNB',
    description: 'Order 1042',
    accepted_methods: ['MXNB'],
  });
  const { address } = link.methods[0].instructions;
  const transaction = {
    from: PAYER.address,
    to: mxnb.address,
    data: tokenCalls.transfer(address, AMOUNT.units),
  };
  say(`
API            ${service.url}, with the key ${service.apiKey}
Payment link   ${link.url}
It waits for   ${AMOUNT.amount} MXNB on ${NETWORK}, at ${address}

Pay it from another wallet with this command:

curl -s ${node.url} -H 'Content-Type: application/json' -d '${JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_sendTransaction',
    params: [transaction],
  })}'
`);
  await watchUntilPaid(service, link.code, () => node.call('eth_sendTransaction', transaction));

  const { data } = await service.call('GET', '/v1/balances');
  const held = await mxnb.balanceOf(address);
  say(`Balance of the account: ${data.find(({ asset }: any) => asset === 'MXNB').available} MXNB`);
  say(`balanceOf(${address}): ${held} units`);
  if (held !== AMOUNT.units) throw new Error('the books and the chain differ');
}
