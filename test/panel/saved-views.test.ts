import { expect } from 'chai';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { createPaidLink } from './links/fixtures.ts';
import { join, type Person } from './people.ts';
import { readable } from './readable.ts';

/** Of each list: two of its columns, their headings, and the columns of its file that they stand for. */
const LISTS = {
  customers: {
    query: 'q=Ada&columns=created_at',
    headings: ['Name', 'Created', 'Owes'],
    file: ['created_at', 'local_time', 'id', 'name', 'email', 'reference', 'language', 'updated_at'],
    without: 'tax_id',
  },
  deposits: {
    query: 'status=credited&columns=method',
    headings: ['Paid for', 'Method'],
    file: ['method', 'network', 'asset', 'id'],
    without: 'payer.name',
  },
  movements: {
    query: 'type=payment&columns=net',
    headings: ['Description', 'Net'],
    file: ['description', 'reference', 'asset', 'net', 'id'],
    without: 'balance_after',
  },
} as const;

describe('saved views of customers, deposits and movements', () => {
  let service: TestService;
  let account: TestAccount;
  let finance: Person;
  let viewer: Person;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
    account = await service.createAccount();
    [finance, viewer] = await Promise.all([
      join(service, account.id, 'finance'),
      join(service, account.id, 'viewer'),
    ]);
    await createPaidLink(account);
    await account.api.post('/v1/customers', { name: 'Ada Pérez', email: 'ada@example.com' });
  });
  after(() => service?.close());

  const headings = (text: string) =>
    [...(/<thead>(.*?)<\/thead>/s.exec(text)?.[1] ?? '').matchAll(/<th[^>]*>([^<]*)</g)].map(
      ([, heading]) => heading,
    );

  for (const [place, { query, headings: shown, file, without }] of Object.entries(LISTS)) {
    it(`open with their filters and columns, which the file has too: ${place}`, async () => {
      const list = `/panel/accounts/${account.id}/${place}`;
      const saved = await finance.visitor.post(`${list}/views`, { name: 'Ours', query, shared: 'yes' });
      const location = saved.headers.get('location')!;
      expect(location).to.contain(`${list}?`).and.to.contain('view=');
      const { text } = await viewer.visitor.get(location);
      expect(headings(text)).to.deep.equal(shown);
      expect(readable(text)).to.contain('Ours (shared)').and.not.to.contain('no longer exists');
      const [header = ''] = (await viewer.visitor.get(`${list}/csv?${query}`)).text.split('\r\n');
      const columns = header.replace('\ufeff', '').split(',');
      expect(columns)
        .to.include.members([...file])
        .and.not.to.include(without);
      expect((await viewer.visitor.get(`${list}/csv`)).text.split('\r\n')[0]).to.contain(without);
      expect((await viewer.visitor.post(`${list}/views`, { name: 'V', query, shared: '' })).status).to.equal(
        403,
      );
    });
  }

  it('are of one list only', async () => {
    const { visitor } = finance;
    const list = `/panel/accounts/${account.id}`;
    const { headers } = await visitor.post(`${list}/customers/views`, {
      name: 'Only',
      query: '',
      shared: '',
    });
    const id = new URL(headers.get('location')!, 'http://panel').searchParams.get('view')!;
    expect((await visitor.get(`${list}/deposits`)).text).not.to.contain(id);
    expect((await visitor.post(`${list}/deposits/views/${id}/remove`)).status).to.equal(404);
    const removed = await visitor.post(`${list}/customers/views/${id}/remove`);
    expect(removed.headers.get('location')).to.contain('view_removed');
  });
});
