import { expect } from 'chai';
import { NODE_PROGRAM } from '../test/support/chain/node.ts';
import { payerOf, type HandedChain } from '../test/support/chain/payer.ts';
import { createClient } from '../test/support/client.ts';
import { until } from '../test/support/poll.ts';
import { DEMO_START_MS, withDemo } from '../test/support/processes/demo.ts';

interface Handed extends HandedChain {
  base_url: string;
  api_key: string;
  bitso_url: string;
}

describe('npm run demo:exchange -- --json', () => {
  before(function () {
    if (NODE_PROGRAM === undefined) this.skip();
  });

  it('has a link in MXNB paid with USDC on chain, and one in USDC paid by SPEI', async function () {
    this.timeout(DEMO_START_MS * 2);
    await withDemo<Handed>('demo:exchange', 'SIGTERM', async (handed) => {
      expect(Object.keys(handed)).to.deep.equal([
        ...['base_url', 'api_key', 'rpc_url', 'chain_id', 'tokens', 'payer_private_key', 'bitso_url'],
      ]);
      const api = createClient(handed.base_url, handed.api_key);
      const create = async (currency: string, method: string, amount: string): Promise<any> => {
        const request = { amount, currency, description: 'Order 1', accepted_methods: [method] };
        const { body, status } = await api.post('/v1/payment_links', request);
        expect(status, JSON.stringify(body)).to.equal(201);
        let link: any;
        await until(
          async () => {
            link = (await api.get(`/v1/payment_links/${body.code}`)).body;
            return link.methods[0].amount_due !== null;
          },
          { what: 'it has a quote' },
        );
        return { code: body.code, ...link.methods[0] };
      };
      const paid = (code: string) =>
        until(async () => (await api.get(`/v1/payment_links/${code}`)).body.status === 'paid', {
          what: 'the link is paid',
          timeoutMs: 60_000,
        });

      const onChain = await create('MXNB', 'USDC', '25000');
      const pay = await payerOf(handed);
      await pay(handed.tokens.USDC, onChain.instructions.address, onChain.amount_due);
      const byBank = await create('USDC', 'SPEI', '1500');
      const sent = await fetch(`${handed.bitso_url}/spei/test/deposits`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ amount: byBank.amount_due, receiver_clabe: byBank.instructions.clabe, receiver_name: 'Demo' },
        }),
      });
      expect(sent.status, await sent.text()).to.equal(200);
      await Promise.all([paid(onChain.code), paid(byBank.code)]);
      await until(async () => (await arrivedAtBitso(handed)).length > 0, {
        what: 'the hot wallet’s money has arrived at Bitso',
        timeoutMs: 60_000,
      });
      const [first] = await arrivedAtBitso(handed);
      expect(first, 'what proves the route').to.deep.include({ amount: '5', currency: 'usdc' });
      const { data } = (await api.get('/v1/balances')).body;
      expect(data.map(({ asset, available }: any) => `${available} ${asset}`)).to.deep.equal([
        '25000.00000000 MXNB',
        '1500.00000000 USDC',
      ]);
    });
  });
});

/** What Bitso has credited of what was sent to the account's address on the chain, the oldest first. */
async function arrivedAtBitso({ bitso_url }: Handed): Promise<any[]> {
  const response = await fetch(`${bitso_url}/control/state`);
  const { fundings, faults, chain_problems: problems } = await response.json();
  expect([...faults, ...problems]).to.deep.equal([]);
  return fundings.filter(
    ({ status, details }: any) => status === 'complete' && details.tx_hash !== undefined,
  );
}
