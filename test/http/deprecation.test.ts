import { expect } from 'chai';
import type { Answer } from '../support/client.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { expectError } from './raw-call.ts';

describe('calls that use something deprecated', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    const link = await account.api.post('/v1/payment_links', {
      amount: '500',
      currency: 'MXNB',
      description: 'Order 7',
    });
    await account.api.post(`/v1/test_helpers/payment_links/${link.body.code}/deposit`, { method: 'SPEI' });
  });
  after(() => service?.close());

  const transactions = (query: string, headers: Record<string, string> = {}) =>
    account.api.get(`/v1/transactions${query}`, { headers });
  const noticeOf = ({ headers }: Answer) => [headers.get('deprecation'), headers.get('link')];

  it('are told so, since when, and where it is explained', async () => {
    const answer = await transactions('?kind=payment');
    expect(noticeOf(answer)).to.deep.equal([
      `@${Date.UTC(2026, 10, 1) / 1_000}`,
      `<${service.baseUrl}/docs/guides/versions>; rel="deprecation"; type="text/html"`,
    ]);
    const [, page = ''] = /^<(.+?)>/.exec(answer.headers.get('link') ?? '') ?? [];
    const html = await (await fetch(page, { headers: { 'accept-language': 'en' } })).text();
    expect(html).to.contain('id="deprecation"').and.contain('<code>kind</code>');
  });

  it('are told so in every version, and when they export', async () => {
    const either: Record<string, string>[] = [{ 'service-version': '2026-05-01' }, { accept: 'text/csv' }];
    for (const headers of either) {
      const answer = await transactions('?kind=payment', headers);
      expect(noticeOf(answer)).to.not.include(null);
    }
  });

  it('are not told so when they do not use it, or are refused', async () => {
    for (const query of ['', '?type=payment', '?kind=unknown']) {
      expect(noticeOf(await transactions(query)), query).to.deep.equal([null, null]);
    }
    expect(noticeOf(await account.api.get('/v1/ping'))).to.deep.equal([null, null]);
  });

  it('get what they got before: kind filters as type does', async () => {
    const byType = await transactions('?type=payment');
    expect(byType.body.data).to.have.length(1);
    for (const query of ['?kind=payment', '?kind=payment&type=payment']) {
      expect((await transactions(query)).text).to.equal(byType.text);
    }
    expect((await transactions('?kind=withdrawal')).body.data).to.deep.equal([]);
  });

  it('may give kind and type only if they are equal', async () => {
    const answer = await transactions('?kind=payment&type=fee');
    expectError(answer, 400, 'invalid_request', 'kind');
    expect(answer.body.error.message).to.contain('Use type');
  });
});
