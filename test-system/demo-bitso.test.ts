import { expect } from 'chai';
import { createClient } from '../test/support/client.ts';
import { until } from '../test/support/poll.ts';
import { DEMO_START_MS, withDemo } from '../test/support/processes/demo.ts';

interface Handed {
  base_url: string;
  api_key: string;
  bitso_url: string;
}

describe('npm run demo:bitso -- --json', () => {
  it('hands over one line, has links paid by SPEI, and ends whole', async function () {
    this.timeout(DEMO_START_MS * 2);
    // Both demos end in the same way, by either signal: that of the chain is stopped by SIGTERM.
    await withDemo<Handed>('demo:bitso', 'SIGINT', async (handed) => {
      expect(Object.keys(handed)).to.deep.equal(['base_url', 'api_key', 'bitso_url']);
      const api = createClient(handed.base_url, handed.api_key);
      const link = await api.post('/v1/payment_links', {
        ...{ amount: '150.75', currency: 'MXNB', description: 'Order 1', accepted_methods: ['SPEI'] },
      });
      expect(link.status, JSON.stringify(link.body)).to.equal(201);
      const { code, methods } = link.body;
      const statusOf = async () => (await api.get(`/v1/payment_links/${code}`)).body.status;
      expect(await statusOf()).to.equal('active');
      const [{ amount_due: amount, instructions }] = methods;
      // As on Bitso's stage host; nobody gave the payer a key of the account.
      const paid = await fetch(`${handed.bitso_url}/spei/test/deposits`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ amount, receiver_clabe: instructions.clabe, receiver_name: 'Demo' }),
      });
      expect(paid.status, await paid.text()).to.equal(200);
      await until(async () => (await statusOf()) === 'paid', {
        what: 'the link is paid',
        timeoutMs: 60_000,
      });
    });
  });
});
