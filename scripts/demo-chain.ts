// A payment link that is paid on chain, from nothing: a real EVM node with Circle's own token code, and the service on a
// database of its own. Both stay up until they are stopped; nothing is left behind. With --json, a program is handed the
// addresses and a payer's key instead, and pays as it likes.
import { tokenCalls } from '../src/methods/providers/evm/chain/token.ts';
import type { TestNode } from '../test/support/chain/node.ts';
import type { TestToken } from '../test/support/chain/tokens.ts';
import { NETWORK, openChain, PAYER, requireNode } from './demo/chain.ts';
import {
  hand,
  isForPrograms,
  runDemo,
  say,
  startService,
  watchUntilPaid,
  type DemoService,
} from './demo/stage.ts';

const AMOUNT = { amount: '1500.50', units: 1_500_500_000n };

requireNode();
await runDemo(async () => {
  say('Starting an EVM node, with tokens of Circle’s own code…');
  const { node, tokens, variables, handed } = await openChain();

  say('Starting the service, with CHAINS_FILE and CHAIN_XPUB…');
  const service = await startService(variables);
  for (const method of Object.keys(tokens)) {
    await service.payments('methods', 'set', method, '--provider', 'evm', '--network', NETWORK);
  }

  if (isForPrograms) hand({ base_url: service.url, api_key: service.apiKey, ...handed });
  else await payOne(service, node, tokens.MXNB);
});

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
