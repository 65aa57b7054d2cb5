import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import decodeQr from 'qr/decode.js';
import { pay } from '../payment-links/links.ts';
import { itOnOneDay } from '../support/clock.ts';
import { paintSvg } from '../support/paint-svg.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { BEHIND_PROXY, collect, createCode, linkOf, scan } from './codes.ts';

const NOT_FOUND = { status: 404, code: 'qr_code_not_found' };

describe('counter QR codes', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService(BEHIND_PROXY);
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const change = (id: string, body: object) => account.api.patch(`/v1/qr_codes/${id}`, body);
  const remove = (id: string) => account.api.delete(`/v1/qr_codes/${id}`);

  describe('when created', () => {
    it('shows everything that was given, and the URL to scan', async () => {
      const { status, headers, body } = await account.api.post('/v1/qr_codes', {
        name: 'Entrance ticket',
        store_label: 'Reforma 222',
        external_reference: 'till-04',
        currency: 'MXNB',
        fixed_amount: '45.5',
      });
      expect(status).to.equal(201);
      expect(headers.get('location')).to.equal(`/v1/qr_codes/${body.id}`);
      const { svg, created_at: createdAt, id, ...rest } = body;
      expect(rest).to.deep.equal({
        object: 'qr_code',
        name: 'Entrance ticket',
        store_label: 'Reforma 222',
        external_reference: 'till-04',
        currency: 'MXNB',
        fixed_amount: '45.50000000',
        status: 'active',
        url: `${service.baseUrl}/q/${id}`,
      });
      expect(decodeQr(paintSvg(svg))).to.equal(body.url);
      expect(Date.parse(createdAt)).to.be.closeTo(Date.now(), 60_000);
      expect((await account.api.get(`/v1/qr_codes/${id}`)).body).to.deep.equal(body);
    });

    it('needs only a name and a currency', async () => {
      const { body } = await account.api.post('/v1/qr_codes', { name: 'Till', currency: 'COP' });
      expect(body).to.include({ store_label: null, external_reference: null, fixed_amount: null });
    });

    it('must have an amount within the limits of the currency', async () => {
      for (const amount of ['9.99999999', '1000000.00000001', '0']) {
        const request = { name: 'Till', currency: 'MXNB', fixed_amount: amount };
        expect(refusal(await account.api.post('/v1/qr_codes', request))).to.deep.equal(
          invalid('fixed_amount'),
        );
      }
      for (const amount of ['10', '1000000']) await createCode(account.api, { fixed_amount: amount });
    });

    itOnOneDay('uses one of the daily quota of money operations', async () => {
      const { id, key } = await service.createAccount({ moneyOperationsPerDay: 1 });
      const { api } = { api: service.client(key.secret) };
      expect(id).to.be.a('string');
      await createCode(api);
      const second = await api.post('/v1/qr_codes', { name: 'Till', currency: 'MXNB' });
      expect(refusal(second)).to.deep.equal({ status: 429, code: 'rate_limit_exceeded' });
    });

    it('needs its scopes', async () => {
      const reader = await service.createAccount({ scopes: ['qr:read'] });
      const writer = await service.createAccount({ scopes: ['qr:write'] });
      const forbidden = { status: 403, code: 'insufficient_scope' };
      const request = { name: 'Till', currency: 'MXNB' };
      expect(refusal(await reader.api.post('/v1/qr_codes', request))).to.deep.equal(forbidden);
      expect(refusal(await writer.api.get('/v1/qr_codes'))).to.deep.equal(forbidden);
      const { id } = await createCode(writer.api);
      expect(refusal(await writer.api.get(`/v1/qr_codes/${id}/image`))).to.deep.equal(forbidden);
    });
  });

  describe('by their external reference', () => {
    const taken = { status: 409, code: 'qr_code_reference_taken' };

    it('are unique in the account, and reusable once deleted', async () => {
      const { id } = await createCode(account.api, { external_reference: 'till' });
      const again = { name: 'Till', currency: 'MXNB', external_reference: 'till' };
      expect(refusal(await account.api.post('/v1/qr_codes', again))).to.deep.equal(taken);
      const other = await service.createAccount();
      expect((await other.api.post('/v1/qr_codes', again)).status).to.equal(201);
      expect((await remove(id)).status).to.equal(204);
      expect((await account.api.post('/v1/qr_codes', again)).status).to.equal(201);
    });

    it('are created once when requested several times at once', async () => {
      const external_reference = randomUUID();
      const request = { name: 'Till', currency: 'MXNB', external_reference };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => account.api.post('/v1/qr_codes', request)),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array(7).fill(409)]);
      answers
        .filter(({ status }) => status === 409)
        .forEach((answer) => expect(refusal(answer)).to.deep.equal(taken));
      const list = await account.api.get(`/v1/qr_codes?external_reference=${external_reference}`);
      expect(list.body.data).to.have.length(1);
    });
  });

  describe('in a list', () => {
    it('are newest first, without images, in pages', async () => {
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) ids.unshift((await createCode(account.api, { name })).id);
      const first = (await account.api.get('/v1/qr_codes?limit=2')).body;
      const second = (await account.api.get(`/v1/qr_codes?limit=2&cursor=${first.next_cursor}`)).body;
      const listed = [...first.data, ...second.data];
      expect(listed.map(({ id }) => id)).to.deep.equal(ids);
      listed.forEach((code) => expect(code).not.to.have.property('svg'));
      expect([first.has_more, second.has_more, second.next_cursor]).to.deep.equal([true, false, null]);
    });

    it('match all given filters', async () => {
      const off = await createCode(account.api, { external_reference: 'a/b+c d' });
      await change(off.id, { status: 'disabled' });
      const on = await createCode(account.api);
      const idsBy = async (query: Record<string, string>) =>
        (await account.api.get(`/v1/qr_codes?${new URLSearchParams(query).toString()}`)).body.data.map(
          ({ id }: { id: string }) => id,
        );
      expect(await idsBy({ status: 'disabled' })).to.deep.equal([off.id]);
      expect(await idsBy({ status: 'active' })).to.deep.equal([on.id]);
      expect(await idsBy({ external_reference: 'a/b+c d' })).to.deep.equal([off.id]);
      expect(await idsBy({ external_reference: 'a/b+c d', status: 'active' })).to.deep.equal([]);
      expect(await idsBy({ created_after: on.created_at, status: 'active' })).to.deep.equal([on.id]);
      expect(await idsBy({ created_before: '2020-01-01T00:00:00Z' })).to.deep.equal([]);
    });

    it('are those of the account, without deleted ones', async () => {
      const { id } = await createCode(account.api);
      await createCode((await service.createAccount()).api);
      await remove((await createCode(account.api)).id);
      const { body } = await account.api.get('/v1/qr_codes');
      expect(body.data.map((code: { id: string }) => code.id)).to.deep.equal([id]);
    });
  });

  describe('when changed', () => {
    it('change only the given fields', async () => {
      const { svg, ...code } = await createCode(account.api, { store_label: 'Reforma' });
      expect((await change(code.id, { name: 'Bar' })).body).to.deep.equal({ ...code, svg, name: 'Bar' });
      expect((await change(code.id, { store_label: null, fixed_amount: null })).body).to.deep.equal({
        ...code,
        svg,
        name: 'Bar',
        store_label: null,
        fixed_amount: null,
      });
      expect((await change(code.id, { fixed_amount: '20' })).body.fixed_amount).to.equal('20.00000000');
      expect((await change(code.id, { status: 'disabled' })).body.status).to.equal('disabled');
    });

    it('refuse what creation refuses, and fixed fields', async () => {
      const { id } = await createCode(account.api);
      expect(refusal(await change(id, { fixed_amount: '1' }))).to.deep.equal(invalid('fixed_amount'));
      expect((await change(id, {})).status).to.equal(400);
      expect((await change(id, { currency: 'COP' })).status).to.equal(400);
      expect((await change(id, { external_reference: 'x' })).status).to.equal(400);
      expect((await change(id, { name: '' })).status).to.equal(400);
    });
  });

  describe('when deleted', () => {
    it('are gone, for scans too', async () => {
      const { id, url } = await createCode(account.api);
      expect((await remove(id)).status).to.equal(204);
      expect(refusal(await account.api.get(`/v1/qr_codes/${id}`))).to.deep.equal(NOT_FOUND);
      expect(refusal(await change(id, { name: 'x' }))).to.deep.equal(NOT_FOUND);
      expect(refusal(await remove(id))).to.deep.equal(NOT_FOUND);
      expect((await scan(url)).status).to.equal(404);
    });

    it('are kept once they have collected something', async () => {
      const { id, url } = await createCode(account.api);
      await collect(account.api, url);
      expect(refusal(await remove(id))).to.deep.equal({ status: 409, code: 'qr_code_not_deletable' });
      expect((await change(id, { status: 'disabled' })).status).to.equal(200);
    });

    it('are kept while a payment is settling', async () => {
      const { id, url } = await createCode(account.api);
      const code = linkOf(await scan(url));
      const seen = await pay(account.api, code, { method: 'MXNB', scenario: 'seen_then_confirmed' });
      expect(seen.status).to.equal(201);
      expect(refusal(await remove(id))).to.deep.equal({ status: 409, code: 'qr_code_not_deletable' });
    });

    it('have their open links cancelled', async () => {
      const { id, url } = await createCode(account.api);
      const code = linkOf(await scan(url));
      expect((await remove(id)).status).to.equal(204);
      expect((await account.api.get(`/v1/payment_links/${code}`)).body.status).to.equal('cancelled');
      const late = await pay(account.api, code, { method: 'SPEI' });
      expect(late.body).to.include({ status: 'unmatched', unmatched_reason: 'LINK_CANCELLED' });
    });

    it('are either deleted or paid when both happen at once', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { id, url } = await createCode(account.api);
        const code = linkOf(await scan(url, { address: `192.0.2.${round}` }));
        const [gone, deposit] = await Promise.all([remove(id), pay(account.api, code, { method: 'SPEI' })]);
        expect([gone.status, deposit.body.status]).to.be.deep.oneOf([
          [204, 'unmatched'],
          [409, 'credited'],
          // The payment was complete before its link was looked at: a paid link keeps no code.
          [204, 'credited'],
        ]);
        const { status } = (await account.api.get(`/v1/payment_links/${code}`)).body;
        expect(status).to.equal(deposit.body.status === 'credited' ? 'paid' : 'cancelled');
      }
    });
  });

  it('have an image without a fixed size that is read as their URL', async () => {
    const { id, svg, url } = await createCode(account.api);
    const { status, headers, text } = await account.api.get(`/v1/qr_codes/${id}/image`);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('image/svg+xml');
    expect(text).to.equal(svg);
    expect(text).not.to.match(/<svg[^>]*\b(width|height)=/);
    expect(decodeQr(paintSvg(text))).to.equal(url);
  });

  describe('what they collected', () => {
    it('is listed with link and deposit, latest first, in pages', async () => {
      const { id, url } = await createCode(account.api);
      await collect(account.api, (await createCode(account.api)).url);
      linkOf(await scan(url));
      const first = await collect(account.api, url);
      const second = await collect(account.api, url);
      const page = (query: string) => account.api.get(`/v1/qr_codes/${id}/collections?${query}`);
      const { body } = await page('limit=1');
      const { body: rest } = await page(`limit=1&cursor=${body.next_cursor}`);
      const shown = [...body.data, ...rest.data];
      expect(rest.has_more).to.equal(false);
      expect(shown.map((item: any) => [item.payment_link_code, item.deposit_id])).to.deep.equal([
        [second.code, second.depositId],
        [first.code, first.depositId],
      ]);
      const link = (await account.api.get(`/v1/payment_links/${second.code}`)).body;
      expect(shown[0]).to.deep.equal({
        object: 'qr_collection',
        payment_link_code: second.code,
        amount: '150.00000000',
        currency: 'MXNB',
        method: 'SPEI',
        paid_at: link.paid_at,
        deposit_id: second.depositId,
      });
      const { data } = (await account.api.get(`/v1/transactions?payment_link_code=${second.code}`)).body;
      expect(data.map(({ type }: { type: string }) => type)).to.include('payment');
    });

    it('is empty at first, and not visible to other accounts', async () => {
      const { id } = await createCode(account.api);
      const { body } = await account.api.get(`/v1/qr_codes/${id}/collections`);
      expect(body).to.deep.equal({ object: 'list', data: [], has_more: false, next_cursor: null });
      const other = await service.createAccount();
      expect(refusal(await other.api.get(`/v1/qr_codes/${id}/collections`))).to.deep.equal(NOT_FOUND);
    });
  });

  it('are not found by an invalid id', async () => {
    for (const id of ['nope', '00000000-0000-0000-0000-000000000000', '%F0%9F%98%80', "'--"]) {
      for (const path of [`/v1/qr_codes/${id}`, `/v1/qr_codes/${id}/image`, `/v1/qr_codes/${id}/collections`])
        expect(refusal(await account.api.get(path)), path).to.deep.equal(NOT_FOUND);
    }
  });
});
