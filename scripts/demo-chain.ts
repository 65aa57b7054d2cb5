// A payment link that is paid on chain, from nothing: real EVM nodes with Circle's own token code, and the service on a
// database of its own. Nothing is left behind.
import { HDKey } from '@scure/bip32';
import { tokenCalls } from '../src/methods/providers/evm/chain/token.ts';
import { chainEntry, writeChainsFile, type ChainEntry } from '../test/support/chain/chains-file.ts';
import { NODE_PROGRAM, startNode, type TestNode } from '../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../test/support/chain/tokens.ts';
import { atEnd, runDemo, say, startService, waitBeforeEnd, watchUntilPaid } from './demo/stage.ts';

/** The methods on chain, as the catalogue has them, each with a node that plays its network. */
const CHAINS = [
  { method: 'MXNB', network: 'Arbitrum', chainId: 31_337 },
  { method: 'USDC', network: 'Polygon', chainId: 31_338 },
  { method: 'USDT', network: 'Ethereum', chainId: 31_339 },
];
const PAYER = walletAt(2);
const AMOUNT = { amount: '1500.50', units: 1_500_500_000n };
const CONFIRMATIONS = 5;
const BLOCK_S = 2;

if (NODE_PROGRAM === undefined) {
  say('The EVM node from npm is for Linux on x64 with glibc only: this demo cannot run here.');
  process.exit(1);
}
await runDemo(play);

async function play(): Promise<void> {
  say('Starting three EVM nodes, with tokens of Circle’s own code…');
  const chains = await Promise.all(
    CHAINS.map(async ({ method, network, chainId }) => ({
      method,
      network,
      ...(await openChain(method, chainId)),
    })),
  );
  const file = writeChainsFile(chains.map(entryOf));
  atEnd(() => file.remove());

  say('Starting the service, with CHAINS_FILE and CHAIN_XPUB…');
  // The keys of the deposit addresses: the service is given the public half alone.
  const wallet = HDKey.fromMasterSeed(crypto.getRandomValues(new Uint8Array(32)));
  const service = await startService({
    CHAINS_FILE: file.path,
    CHAIN_XPUB: wallet.derive("m/44'/60'/0'/0").publicExtendedKey,
  });
  for (const { method } of chains) await service.payments('methods', 'set', method, '--provider', 'evm');

  const link = await service.call('POST', '/v1/payment_links', {
    amount: AMOUNT.amount,
    currency: 'MXNB',
    description: 'Order 1042',
    accepted_methods: ['MXNB'],
  });
  const { address } = link.methods[0].instructions;
  const [{ node, token }] = chains as [(typeof chains)[0]];
  const transaction = {
    from: PAYER.address,
    to: token.address,
    data: tokenCalls.transfer(address, AMOUNT.units),
  };
  say(`
Payment link   ${link.url}
It waits for   ${AMOUNT.amount} MXNB on Arbitrum, at ${address}

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
  const held = await token.balanceOf(address);
  say(`Balance of the account: ${data.find(({ asset }: any) => asset === 'MXNB').available} MXNB`);
  say(`balanceOf(${address}): ${held} units`);
  if (held !== AMOUNT.units) throw new Error('the books and the chain differ');
  await waitBeforeEnd();
}

interface Chain {
  node: TestNode;
  token: TestToken;
}

async function openChain(symbol: string, chainId: number): Promise<Chain> {
  const node = await startNode({ chainId });
  atEnd(() => node.stop());
  const token = await deployFiatToken(node, symbol);
  await token.mint(PAYER.address, 10n ** 12n);
  // From here on blocks come as on a real chain, with or without transactions.
  await node.call('evm_setIntervalMining', BLOCK_S);
  return { node, token };
}

function entryOf({ method, network, node, token }: Chain & { method: string; network: string }): ChainEntry {
  return chainEntry({
    network,
    chain_id: node.chainId,
    endpoints: [node.url],
    finality: { confirmations: CONFIRMATIONS },
    tokens: { [method]: { address: token.address } },
  });
}
