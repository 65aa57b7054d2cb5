import { expect } from 'chai';
import type { Answer, Client } from '../support/client.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const REQUEST = { amount: '150', currency: 'MXNB', description: 'x' };
const NO_ID = '0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10';

/** The path of a resource that one account owns, and the path of a nonexistent one of the same kind. */
interface Possession {
  path: string;
  nowhere: string;
}

describe('account isolation', () => {
  let service: TestService;
  let owner: TestAccount;
  let stranger: TestAccount;
  let code: string;
  let owned: Record<'link' | 'movement' | 'endpoint', Possession>;

  before(async () => {
    service = await startService();
    owner = await service.createAccount();
    stranger = await service.createAccount();
    const createLink = async (): Promise<string> =>
      (await owner.api.post('/v1/payment_links', REQUEST)).body.code;
    code = await createLink();
    await owner.api.post(`/v1/test_helpers/payment_links/${await createLink()}/deposit`, { method: 'SPEI' });
    const [transaction] = (await owner.api.get('/v1/transactions')).body.data;
    const { body: hook } = await owner.api.post('/v1/webhook_endpoints', {
      url: 'https://hooks.example.com/',
    });
    owned = {
      link: possession('/v1/payment_links/', code, 'PL-AAAA-AAAA-AAAA'),
      movement: possession('/v1/transactions/', transaction.id, NO_ID),
      endpoint: possession('/v1/webhook_endpoints/', hook.id, NO_ID),
    };
  });
  after(() => service?.close());

  type PathOf = (thing: keyof typeof owned) => string;
  const calls: [string, (api: Client, pathOf: PathOf) => Promise<Answer>][] = [
    ['read a link', (api, pathOf) => api.get(pathOf('link'))],
    ["read a link's QR", (api, pathOf) => api.get(`${pathOf('link')}/qr`)],
    ['cancel a link', (api, pathOf) => api.post(`${pathOf('link')}/cancel`)],
    ['delete a link', (api, pathOf) => api.delete(pathOf('link'))],
    [
      'pay a link',
      (api, pathOf) =>
        api.post(`${pathOf('link').replace('/v1', '/v1/test_helpers')}/deposit`, { method: 'SPEI' }),
    ],
    ['read a movement', (api, pathOf) => api.get(pathOf('movement'))],
    ['read a webhook endpoint', (api, pathOf) => api.get(pathOf('endpoint'))],
    ['delete a webhook endpoint', (api, pathOf) => api.delete(pathOf('endpoint'))],
  ];
  for (const [what, call] of calls) {
    it(`makes an attempt to ${what} of another account look as if there were none`, async () => {
      const foreign = await call(stranger.api, (thing) => owned[thing].path);
      const missing = await call(stranger.api, (thing) => owned[thing].nowhere);
      expect(foreign.status).to.equal(404);
      expect(missing.status).to.equal(404);
      expect(withoutRequestId(foreign)).to.deep.equal(withoutRequestId(missing));
    });
  }

  it('left everything unchanged', async () => {
    for (const { path } of Object.values(owned))
      expect((await owner.api.get(path)).status, path).to.equal(200);
    expect((await owner.api.get(owned.link.path)).body.status).to.equal('active');
  });

  it('shows another account nothing in any list', async () => {
    for (const path of ['/v1/payment_links', '/v1/transactions', '/v1/webhook_endpoints', '/v1/balances']) {
      expect((await stranger.api.get(path)).body.data, path).to.deep.equal([]);
    }
    expect((await stranger.api.get('/v1/payment_links/stats')).body.total).to.equal(0);
    expect((await stranger.api.get(`/v1/transactions?payment_link_code=${code}`)).body.data).to.deep.equal(
      [],
    );
  });

  it('lets two accounts use the same idempotency key', async () => {
    const options = { idempotencyKey: 'the same for both' };
    const first = await owner.api.post('/v1/payment_links', REQUEST, options);
    const second = await stranger.api.post('/v1/payment_links', REQUEST, options);
    expect(second.status).to.equal(201);
    expect(second.headers.get('idempotent-replay')).to.be.null;
    expect(second.body.code).not.to.equal(first.body.code);
    const clabe = (answer: Answer) => answer.body.methods[0].instructions.clabe as string;
    expect(clabe(second)).not.to.equal(clabe(first));
  });
});

function possession(folder: string, name: string, nobodysName: string): Possession {
  return { path: folder + name, nowhere: folder + nobodysName };
}

function withoutRequestId({ text, body, headers }: Answer) {
  const changing = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset'];
  return {
    text: text.replace(body.error.request_id, ''),
    headers: [...headers].filter(([name]) => !changing.includes(name)),
  };
}
