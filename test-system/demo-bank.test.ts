import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { money } from '../src/lib/money.ts';
import { statement } from '../test/methods/bank/paper-bank.ts';
import { createClient } from '../test/support/client.ts';
import { until } from '../test/support/poll.ts';
import { DEMO_START_MS, withDemo } from '../test/support/processes/demo.ts';

interface Handed {
  base_url: string;
  api_key: string;
  account: string;
  in_folder: string;
  out_folder: string;
}

describe('npm run demo:bank -- --json', () => {
  it('hands over one line, and has a link paid by a statement that appears in the folder', async function () {
    this.timeout(DEMO_START_MS * 2);
    await withDemo<Handed>('demo:bank', 'SIGTERM', async (handed) => {
      expect(Object.keys(handed)).to.deep.equal([
        'base_url',
        'api_key',
        'account',
        'in_folder',
        'out_folder',
      ]);
      const api = createClient(handed.base_url, handed.api_key);
      const link = await api.post('/v1/payment_links', {
        ...{ amount: '150.75', currency: 'USDC', description: 'Order 1', accepted_methods: ['WIRE'] },
      });
      expect(link.status, JSON.stringify(link.body)).to.equal(201);
      const { code, methods } = link.body;
      const [{ amount_due: amount, instructions }] = methods;
      const file = statement({
        ...{ id: 'S1', day: '2026-11-26', opening: money('0'), closing: money(amount) },
        movements: [{ amount, booked: '2026-11-26', text: `Order 1 ${instructions.reference}` }],
      });
      await writeFile(join(handed.in_folder, 'day.xml.part'), file);
      await rename(join(handed.in_folder, 'day.xml.part'), join(handed.in_folder, 'day.xml'));
      const statusOf = async () => (await api.get(`/v1/payment_links/${code}`)).body.status;
      await until(async () => (await statusOf()) === 'paid', { what: 'the link is paid', timeoutMs: 60_000 });
    });
  });
});
