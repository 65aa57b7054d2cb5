import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createCustomer } from '../../customers/customers.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';
import { createLink, createPaidLink } from './fixtures.ts';

const DAY_MS = 24 * 3600_000;

describe('changing payment links in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let finance: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await service.changeAccount(account.id, { timeZone: 'America/Bogota' });
    finance = await join(service, account.id, 'finance');
  });
  after(() => service?.close());

  const at = (path: string) => `/panel/accounts/${account.id}/links${path}`;
  const read = async (code: string) => (await account.api.get(`/v1/payment_links/${code}`)).body;
  const audited = async (subject: string) =>
    (
      await service.database.query(
        `select details from audit_entries where subject = $1 and action = 'payment_link.changed' order by created_at`,
        [subject],
      )
    ).map(({ details }) => details as Record<string, unknown>);
  /** The fields of the form as a browser has them. */
  const formOf = async (code: string): Promise<URLSearchParams> => {
    const { status, text } = await finance.visitor.get(at(`/${code}/edit`));
    expect(status).to.equal(200);
    const fields = new URLSearchParams();
    const unescape = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const [, form = ''] = /<form[^>]*class="link-form"[^>]*>(.*?)<\/form>/s.exec(text) ?? [];
    for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
      const name = / name="([^"]*)"/.exec(tag)?.[1];
      if (name === undefined || (tag.includes('type="radio"') && !tag.includes(' checked'))) continue;
      // A browser's field of one line has no line breaks.
      fields.append(name, unescape(/ value="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('\n', ''));
    }
    return fields;
  };
  const send = (path: string, fields: URLSearchParams | [string, string][], person = finance) =>
    person.visitor.send('POST', at(path), new URLSearchParams(fields).toString(), person.visitor.fromOwnPage);

  it('changes nothing when the form is saved as it was shown, whatever the API has written', async () => {
    const customer = await createCustomer(account.api);
    const code = await createLink(account, {
      description: 'Order 7\nTwo items & "one" more',
      reference: ' R-7 ',
      metadata: { ' order ': ' 7\n', empty: '' },
      customer_id: customer.id,
      return_url: 'https://shop.example/7?a=1&b=2',
    });
    const before = await read(code);
    const { headers } = await send(`/${code}/edit`, await formOf(code));
    expect(headers.get('location')).to.equal(`${at(`/${code}`)}?flash=changed`);
    expect(await read(code)).to.deep.equal(before);
    expect(await audited(code)).to.deep.equal([]);
  });

  it('changes each field that the API lets change, and notes which', async () => {
    const customer = await createCustomer(account.api, { name: 'Ana Ruiz' });
    const code = await createLink(account, {
      metadata: { order: '7', till: '2' },
      return_url: 'https://shop.example/7',
    });
    const fields = await formOf(code);
    fields.set('customer', 'ruiz');
    const found = await send(`/${code}/edit/customers`, fields);
    expect(readable(found.text)).to.contain('Ana Ruiz');
    fields.set('description', 'Order 8');
    fields.set('reference', 'R-8');
    fields.set('customer_id', customer.id as string);
    fields.set('return_url', '');
    fields.set('expires_at', new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 11) + '17:00');
    fields.delete('metadata_value');
    for (const value of ['', '3', 'new', '', '', '']) fields.append('metadata_value', value);
    fields.delete('metadata_key');
    for (const key of ['order', 'till', 'store', '', '', '']) fields.append('metadata_key', key);
    await send(`/${code}/edit`, fields);
    const changed = await read(code);
    expect(changed).to.deep.include({
      description: 'Order 8',
      reference: 'R-8',
      customer_id: customer.id,
      return_url: null,
      metadata: { till: '3', store: 'new' },
    });
    // 17:00 in Bogotá.
    expect(changed.expires_at).to.match(/T22:00:00\.000Z$/);
    expect(await audited(code)).to.deep.equal([
      { fields: 'description reference return_url customer_id metadata expires_at' },
    ]);
  });

  it('says why a link that was paid meanwhile cannot be changed, and keeps what was entered', async () => {
    const code = await createLink(account);
    const fields = await formOf(code);
    await account.api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
    fields.set('description', 'Order 9');
    const { status, text } = await send(`/${code}/edit`, fields);
    expect(status).to.equal(422);
    expect(readable(text)).to.contain('Only an active link can be changed.');
    expect(text).to.contain('value="Order 9"');
    expect((await finance.visitor.get(at(`/${code}`))).text).not.to.contain(`${code}/edit`);
  });

  it('names no customer of another account, not even by its id', async () => {
    const other = await service.createAccount();
    const theirs = await createCustomer(other.api);
    const code = await createLink(account);
    const fields = await formOf(code);
    fields.set('customer_id', theirs.id as string);
    const { status, text } = await send(`/${code}/edit`, fields);
    expect(status).to.equal(422);
    expect(readable(text)).to.contain('This customer no longer exists.');
    expect((await read(code)).customer_id).to.equal(null);
  });

  describe('several at once', () => {
    const prolong = (codes: readonly string[], days = '7', once: string = randomUUID(), person = finance) =>
      send(
        '/prolong',
        [['once', once], ['days', days], ...codes.map((code): [string, string] => ['code', code])],
        person,
      );
    const expiryOf = async (code: string) => Date.parse((await read(code)).expires_at as string);

    it('are chosen among the active links, by those who make links', async () => {
      await createLink(account);
      const viewer = await join(service, account.id, 'viewer');
      const list = at('?status=active');
      expect((await finance.visitor.get(list)).text).to.contain('form="prolong" name="code"');
      expect((await finance.visitor.get(at(''))).text).not.to.contain('name="code"');
      expect((await viewer.visitor.get(list)).text).not.to.contain('name="code"');
    });

    it('are moved by days, once for each form, and one that is refused leaves the others', async () => {
      const [first, second, paid] = [
        await createLink(account),
        await createLink(account, { expires_at: new Date(Date.now() + 85 * DAY_MS).toISOString() }),
        await createPaidLink(account),
      ];
      const before = await expiryOf(first);
      const once = randomUUID();
      const shown = await prolong([first, second, paid], '7', once);
      expect(shown.status).to.equal(200);
      expect(readable(shown.text))
        .to.contain('1 payment link was prolonged.')
        .and.contain('It would expire more than 90 days from now.')
        .and.contain('Only an active link can be prolonged.');
      await prolong([first, second, paid], '7', once);
      expect(await expiryOf(first)).to.equal(before + 7 * DAY_MS);
      expect(await audited(first)).to.have.length(1);
    });

    it('add up when two people prolong the same link at once', async () => {
      const code = await createLink(account);
      const before = await expiryOf(code);
      await Promise.all([prolong([code], '3'), prolong([code], '1')]);
      expect(await expiryOf(code)).to.equal(before + 4 * DAY_MS);
    });

    it('are none of another account, by none of its roles without the right, and not more than a page', async () => {
      const other = await service.createAccount();
      const theirs = await createLink(other);
      expect((await prolong([theirs])).status).to.equal(404);
      const auditor = await join(service, account.id, 'auditor');
      expect((await prolong([await createLink(account)], '7', randomUUID(), auditor)).status).to.equal(403);
      const many = Array.from({ length: 101 }, (_, n) => `PL-AAAA-BBBB-${String(n).padStart(4, '0')}`);
      expect((await prolong(many)).status).to.equal(400);
      expect((await prolong([await createLink(account)], '3650')).status).to.equal(400);
      expect(readable((await prolong([])).text)).to.contain('No payment link was chosen.');
    });
  });
});
