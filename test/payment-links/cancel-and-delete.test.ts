import { expect } from 'chai';
import { LINK_STATUSES, nextStatus, type LinkStatus } from '../../src/payment-links/transitions.ts';
import { BOOK_CHECKS } from '../../src/audit/books.ts';
import { runChecks } from '../../src/audit/verify.ts';
import type { Client } from '../support/client.ts';
import { refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const NOT_FOUND = { status: 404, code: 'payment_link_not_found' };

describe('cancelling and deleting a payment link', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    api = account.api;
  });
  after(() => service?.close());

  const createLink = async (): Promise<string> =>
    (await api.post('/v1/payment_links', { amount: '150', currency: 'MXNB', description: 'x' })).body.code;
  const cancel = (code: string) => api.post(`/v1/payment_links/${code}/cancel`);
  const remove = (code: string) => api.delete(`/v1/payment_links/${code}`);
  const read = (code: string) => api.get(`/v1/payment_links/${code}`);
  const pay = (code: string) =>
    api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });

  const createLinkThatIs = async (status: LinkStatus): Promise<string> => {
    const code = await createLink();
    await service.database.query(
      `update payment_links set status = $2, paid_at = case $2 when 'paid' then now() end,
                                paid_with_method = case $2 when 'paid' then 'SPEI' end where code = $1`,
      [code, status],
    );
    return code;
  };
  const createLinkThatRanOut = async (): Promise<string> => {
    const code = await createLink();
    await service.database.query(`update payment_links set expires_at = service_now() where code = $1`, [
      code,
    ]);
    return code;
  };

  for (const status of LINK_STATUSES) {
    const cancelled = nextStatus(status, 'cancel') !== undefined;
    it(`${cancelled ? 'cancels' : 'refuses to cancel'} one that is ${status}`, async () => {
      const code = await createLinkThatIs(status);
      const answer = await cancel(code);
      if (cancelled) expect(answer.body).to.include({ code, status: 'cancelled' });
      else expect(refusal(answer)).to.deep.equal({ status: 409, code: 'payment_link_not_cancellable' });
      expect((await read(code)).body.status).to.equal(cancelled ? 'cancelled' : status);
    });

    const deleted = nextStatus(status, 'delete') !== undefined;
    it(`${deleted ? 'deletes' : 'refuses to delete'} one that is ${status}`, async () => {
      const code = await createLinkThatIs(status);
      const answer = await remove(code);
      if (deleted) {
        expect(answer.status).to.equal(204);
        expect(refusal(await read(code))).to.deep.equal(NOT_FOUND);
      } else {
        expect(refusal(answer)).to.deep.equal({ status: 409, code: 'payment_link_not_deletable' });
        expect((await read(code)).body.status).to.equal(status);
      }
    });
  }

  it('treats one past its expiry as expired, even before it is marked so', async () => {
    const code = await createLinkThatRanOut();
    expect(refusal(await cancel(code))).to.deep.equal({ status: 409, code: 'payment_link_not_cancellable' });
    expect((await remove(code)).status).to.equal(204);
    expect(refusal(await read(code))).to.deep.equal(NOT_FOUND);
  });

  it('says how to delete one that is active', async () => {
    const { body } = await remove(await createLink());
    expect(body.error.message).to.match(/cancel/i);
  });

  it('leaves no trace of a deleted link in the API', async () => {
    const code = await createLink();
    await cancel(code);
    const total = async () => (await api.get('/v1/payment_links/stats')).body.total as number;
    const before = await total();
    expect((await remove(code)).status).to.equal(204);

    expect(await total()).to.equal(before - 1);
    const { body: list } = await api.get('/v1/payment_links?limit=100');
    expect(list.data.map((link: any) => link.code)).not.to.include(code);
    for (const answer of [
      await read(code),
      await api.get(`/v1/payment_links/${code}/qr`),
      await cancel(code),
      await remove(code),
      await pay(code),
    ]) {
      expect(refusal(answer)).to.deep.equal(NOT_FOUND);
    }
  });

  it('keeps the movements of a deleted link', async () => {
    const code = await createLink();
    await pay(code);
    const movements = `/v1/transactions?payment_link_code=${code}`;
    const { text: before, body } = await api.get(movements);
    expect(body.data).to.have.length(1);
    // A paid link cannot be deleted, so its state is changed by hand.
    await service.database.query(
      `update payment_links set status = 'expired', paid_at = null, paid_with_method = null where code = $1`,
      [code],
    );
    expect((await remove(code)).status).to.equal(204);
    expect((await api.get(movements)).text).to.equal(before);
    expect(await runChecks(service.foundation.db.read, BOOK_CHECKS)).to.deep.equal([]);
  });

  it('happens once when requested many times at once', async () => {
    const code = await createLink();
    const cancellations = await Promise.all(Array.from({ length: 8 }, () => cancel(code)));
    expect(statuses(cancellations)).to.deep.equal([200, 409, 409, 409, 409, 409, 409, 409]);
    const deletions = await Promise.all(Array.from({ length: 8 }, () => remove(code)));
    expect(statuses(deletions)).to.deep.equal([204, 404, 404, 404, 404, 404, 404, 404]);
  });

  it('returns the same response to a retry', async () => {
    const code = await createLink();
    const idempotencyKey = `cancel ${code}`;
    const first = await api.post(`/v1/payment_links/${code}/cancel`, undefined, { idempotencyKey });
    const again = await api.post(`/v1/payment_links/${code}/cancel`, undefined, { idempotencyKey });
    expect(again.text).to.equal(first.text);
    expect(again.headers.get('idempotent-replay')).to.equal('true');
  });

  it('does not find a link by any other code', async () => {
    for (const code of ['PL-AAAA-AAAA-AAAA', 'pl-aaaa-aaaa-aaaa', 'x', '%20', 'stats%2F', "'", '✓']) {
      const path = `/v1/payment_links/${encodeURIComponent(code)}`;
      for (const answer of [await api.get(path), await api.delete(path), await api.post(`${path}/cancel`)]) {
        expect(refusal(answer), code).to.deep.equal(NOT_FOUND);
      }
    }
  });
});

function statuses(answers: { status: number }[]): number[] {
  return answers.map(({ status }) => status).sort();
}
