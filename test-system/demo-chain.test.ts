import { expect } from 'chai';
import { NODE_PROGRAM } from '../test/support/chain/node.ts';
import { payerOf, type HandedChain } from '../test/support/chain/payer.ts';
import { createClient } from '../test/support/client.ts';
import { until } from '../test/support/poll.ts';
import { DEMO_START_MS, withDemo } from '../test/support/processes/demo.ts';

interface Handed extends HandedChain {
  base_url: string;
  api_key: string;
}

describe('npm run demo:chain -- --json', () => {
  before(function () {
    if (NODE_PROGRAM === undefined) this.skip();
  });

  it('hands over one line, has links in both tokens paid by its payer, and ends whole', async function () {
    this.timeout(DEMO_START_MS * 2);
    await withDemo<Handed>('demo:chain', 'SIGTERM', async (handed) => {
      expect(Object.keys(handed)).to.deep.equal([
        ...['base_url', 'api_key', 'rpc_url', 'chain_id', 'tokens', 'payer_private_key'],
      ]);
      const api = createClient(handed.base_url, handed.api_key);
      const pay = await payerOf(handed);
      for (const asset of ['MXNB', 'USDC'] as const) {
        const link = await api.post('/v1/payment_links', {
          ...{ amount: '150.75', currency: asset, description: 'Order 1', accepted_methods: [asset] },
        });
        expect(link.status, JSON.stringify(link.body)).to.equal(201);
        const { code, methods } = link.body;
        const [{ amount_due: amount, instructions }] = methods;
        expect(instructions.network).to.equal('Arbitrum');
        await pay(handed.tokens[asset], instructions.address, amount);
        await until(async () => (await api.get(`/v1/payment_links/${code}`)).body.status === 'paid', {
          what: `the link in ${asset} is paid`,
          timeoutMs: 60_000,
        });
      }
    });
  });
});
