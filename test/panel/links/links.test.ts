import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import { runToRest } from '../../payment-links/links.ts';
import { until } from '../../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { refundDeposit } from '../../transfers/rig.ts';
import { forgetProofs, join, panelOf, type Person } from '../people.ts';
import { readable } from '../readable.ts';
import { createLink, createPaidLink } from './fixtures.ts';

describe('payment links in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let finance: Person;
  let viewer: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    [finance, viewer] = await Promise.all([
      join(service, account.id, 'finance'),
      join(service, account.id, 'viewer'),
    ]);
  });
  after(() => service?.close());

  const at = (path = '') => `/panel/accounts/${account.id}/links${path}`;
  const page = async (path: string, person = finance): Promise<string> => {
    const { status, text } = await person.visitor.get(path);
    expect(status, path).to.equal(200);
    return readable(text);
  };
  const send = (path: string, form: Record<string, string>, person = finance) =>
    person.visitor.post(at(path), { once: randomUUID(), ...form });
  const deeds = async (subject: string) =>
    (
      (await service.database.query(
        'select action, user_email from audit_entries where subject = $1 order by created_at',
        [subject],
      )) as { action: string; user_email: string }[]
    ).map(({ action, user_email }) => `${action} ${user_email}`);

  describe('creating', () => {
    const filled = { amount: '1250.50', currency: 'MXNB', description: 'Café, mesa 4', life: '24' };

    it('shows which methods can pay an amount, and why others cannot, without losing what was typed', async () => {
      const { status, text } = await send('/methods', { ...filled, metadata_key: 'order_id' });
      expect(status).to.equal(200);
      expect(readable(text)).to.match(/USDC Polygon needs a conversion, from 20,000\.00 MXNB/);
      expect(readable(text)).to.contain('From 10.00 MXNB to 1,000,000.00 MXNB.');
      expect(text).to.contain('value="Café, mesa 4"').and.contain('value="order_id"');
      expect(text).to.match(/<input[^>]*name="method" value="USDC"[^>]*disabled/);
      expect(text).not.to.match(/<input[^>]*name="method" value="SPEI"[^>]*disabled/);
    });

    it('sends only the methods to htmx', async () => {
      const own = { origin: panelOf(service), 'sec-fetch-site': 'same-origin' };
      const { text } = await finance.visitor.post(at('/methods'), filled, { ...own, 'hx-request': 'true' });
      expect(text).to.match(/^<div id="methods"/);
    });

    it('creates the link as the API does', async () => {
      const form = {
        ...filled,
        method: 'SPEI',
        fee_bearer: 'payer',
        return_url: 'https://shop.example/',
      };
      const location = (await send('', form)).headers.get('location');
      expect(location).to.match(/\/links\/PL-[A-Z0-9-]{14}\?flash=created$/);
      const code = /PL-[A-Z0-9-]{14}/.exec(location!)![0];
      const { body } = await account.api.get(`/v1/payment_links/${code}`);
      expect(body).to.deep.include({
        status: 'active',
        amount: '1250.50000000',
        description: 'Café, mesa 4',
        accepted_methods: ['SPEI'],
        fee_bearer: 'payer',
        return_url: 'https://shop.example/',
      });
      const lifeMs = Date.parse(body.expires_at as string) - Date.parse(body.created_at as string);
      expect(lifeMs).to.be.closeTo(24 * 3600_000, 5_000);
      expect(await deeds(code)).to.deep.equal([`payment_link.created ${finance.email}`]);
      const shown = await page(at(`/${code}`));
      expect(shown)
        .to.contain(`Created by ${finance.email}`)
        .and.contain(body.checkout_url as string);
      // Its timeline has the request id of the visit.
      expect(shown).to.match(/Request ID req_[0-9a-f]{32}/);
    });

    it('says why an account may create none', async () => {
      await service.changeAccount(account.id, { status: 'suspended' });
      const { status, text } = await send('', filled);
      await service.changeAccount(account.id, { status: 'active' });
      expect(status).to.equal(422);
      expect(readable(text)).to.contain('it is suspended');
    });
  });

  describe('the list', () => {
    it('counts by state, and shows those of one', async () => {
      const other = await service.createAccount();
      const owner = await join(service, other.id, 'owner');
      const own = `/panel/accounts/${other.id}/links`;
      expect(await page(own, owner)).to.contain('No payment links yet.');
      const [active, paid] = [await createLink(other), await createPaidLink(other)];
      expect(await page(own, owner)).to.match(/All 2 Active 1 Processing 0 Paid 1 Cancelled 0 Expired 0/);
      const shown = await page(`${own}?status=paid`, owner);
      expect(shown).to.contain(paid).and.not.contain(active);
      expect(await page(`${own}?until=2020-01-01`, owner)).to.contain('No payment links match.');
    });

    it('says which are partly paid, until what arrived is refunded, and lists them by that', async () => {
      const other = await service.createAccount();
      const owner = await join(service, other.id, 'owner');
      const own = `/panel/accounts/${other.id}/links`;
      const [unpaid, partly] = [await createLink(other), await createLink(other, { reference: 'ORD-81' })];
      const paying = `/v1/test_helpers/payment_links/${partly}/deposit`;
      const { body } = await other.api.post(paying, { method: 'SPEI', amount: '100' });
      expect((await other.api.get(`/v1/payment_links/${partly}`)).body.status, 'in the API').to.equal(
        'active',
      );
      expect(await page(own, owner)).to.match(/All 2 Active 2 Partly paid 1 Processing 0/);
      for (const query of ['status=partly_paid', 'status=partly_paid&q=ord-81'])
        expect(codesIn((await owner.visitor.get(`${own}?${query}`)).text), query).to.deep.equal([partly]);
      expect(codesIn((await owner.visitor.get(`${own}?status=partly_paid&q=${unpaid}`)).text)).to.deep.equal(
        [],
      );
      expect((await owner.visitor.get(`${own}/csv?status=partly_paid`)).text).to.match(/,partly_paid\r\n$/);

      const link = await owner.visitor.get(`${own}/${partly}`);
      expect(readable(link.text))
        .to.contain('Partly paid: 100.00 MXN of 150.00 MXN arrived.')
        .and.contain('Payer: Simulated Payer. Accept or refund');
      expect(link.text).to.contain(`href="/panel/accounts/${other.id}/deposits/${body.id}">Accept or refund`);
      await refundDeposit(service, body.id);
      expect(await page(own, owner)).to.match(/All 2 Active 2 Processing 0/);
      expect(await page(`${own}/${partly}`, owner)).not.to.contain('Partly paid');
    });

    it('searches, also within a state', async () => {
      const code = await createLink(account, { metadata: { order_id: 'ORD-77' } });
      expect(codesIn((await finance.visitor.get(`${at()}?q=ord-77`)).text)).to.deep.equal([code]);
      expect(codesIn((await finance.visitor.get(`${at()}?q=ord-77&status=paid`)).text)).to.deep.equal([]);
    });
  });

  describe('a link', () => {
    /** The id of the call that created it, once that is in the log: it is recorded shortly after the answer. */
    const loggedCallOf = async (code: string): Promise<string> => {
      const requestId = (
        (await service.database.query('select request_id from payment_links where code = $1', [code])) as [
          { request_id: string },
        ]
      )[0].request_id;
      const isLogged = async () => (await account.api.get(`/v1/request_logs/${requestId}`)).status === 200;
      await until(isLogged, { what: 'the call is in the log' });
      return requestId;
    };

    it('tells everything that happened to it, with the ways to each', async () => {
      const { body: endpoint } = await account.api.post('/v1/webhook_endpoints', {
        url: 'https://hooks.example.com/',
      });
      const code = await createPaidLink(account);
      const { body: link } = await account.api.get(`/v1/payment_links/${code}`);
      const requestId = await loggedCallOf(code);
      expect(await page(at(`/${code}`), viewer)).not.to.contain('See the call');
      const developer = await join(service, account.id, 'developer');
      const { text } = await developer.visitor.get(at(`/${code}`));
      const steps = stepsIn(text);
      expect(steps.map(([kind]) => kind)).to.deep.equal([
        'created',
        'quoted',
        'received',
        'paid',
        ...steps.filter(([kind]) => ['movement', 'event'].includes(kind)).map(([kind]) => kind),
      ]);
      const told = steps.map(([, words]) => words).join('\n');
      expect(told).to.match(/Created with the API key Test key \(….{4}\) See the call/);
      expect(told).to.match(/Quoted SPEI 150\.00 MXN/);
      expect(told).to.contain('Payment received: 150.00 MXN by SPEI Simulated Payer Deposit');
      expect(told).to.contain('Credited to the balance: 150.00 MXNB');
      for (const type of ['payment_link.paid', 'deposit.completed', 'balance.updated'])
        expect(told).to.contain(`Event ${type} to be delivered to hooks.example.com`);
      const { body: deposits } = await account.api.get(`/v1/deposits?payment_link_code=${code}`);
      expect(text).to.contain(`/call-log/${requestId}`).and.contain(`/deposits/${deposits.data[0].id}`);
      expect(text).to.match(/\/events\/evt_[0-9a-f]{32}"/);
      expect(readable(text)).to.contain('Net 150.00 MXNB').and.contain(`Paid with ${link.paid_with_method}`);
      await service.database.query(
        'update webhook_deliveries set attempts = 1, last_http_status = 503 where endpoint_id = $1',
        [endpoint.id],
      );
      expect(readable((await developer.visitor.get(at(`/${code}`))).text)).to.contain('1 attempt, HTTP 503');
      await account.api.delete(`/v1/webhook_endpoints/${endpoint.id}`);
    });

    it('tells what a conversion brought, and who keeps the rest of it', async () => {
      const code = await createLink(account, { amount: '1940457', currency: 'COP' });
      await account.api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
      await runToRest(service);
      const [conversion] = (await account.api.get('/v1/conversions')).body.data;
      const rest = money(conversion.to_amount).minus('1940457');
      expect(rest.gte('0.01')).to.equal(true);
      // It is where the timeline says: in the books that are the service's own.
      const [kept] = await service.database.query(
        `select sum(amount) as sum from ledger_postings
          where account_id = $1 and payment_link_code = $2 and asset = 'COP' and book in ('fee', 'fx')`,
        [account.id, code],
      );
      expect(money(kept!['sum'] as string).toFixed()).to.equal(rest.toFixed());
      const { text } = await finance.visitor.get(at(`/${code}`));
      const told = stepsIn(text).find(([kind]) => kind === 'converted')?.[1];
      const written = rest.toFixed(2, 1).replace('.', ',');
      expect(told).to.match(/ MXN → 1\.940\.45\d,\d\d COP /);
      expect(told).to.contain(`${written} COP from rounding stays with the operator of the service.`);
    });

    it('tells of money that was seen and confirmed later, and of money that did not pay it', async () => {
      const code = await createLink(account);
      await send(`/${code}/simulate`, { method: 'SPEI', scenario: 'under' });
      await send(`/${code}/simulate`, { method: 'MXNB', scenario: 'seen_then_confirmed' });
      const seen = (await finance.visitor.get(at(`/${code}`))).text;
      expect(readable(seen)).to.contain('Processing').and.contain('(less than what was due)');
      expect(stepsIn(seen).at(-1)![0]).to.be.oneOf(['seen', 'event']);
      expect(seen).to.contain('hx-get=');
      await service.database.query(
        `update service_clock set advanced_by = advanced_by + interval '1 minute'`,
      );
      await until(
        async () => {
          await service.workers.confirmations.runOnce();
          return (await finance.visitor.get(at(`/${code}`))).text.includes('data-kind="paid"');
        },
        { what: 'the payment is confirmed' },
      );
      const paid = (await finance.visitor.get(at(`/${code}`))).text;
      const kinds = stepsIn(paid).map(([kind]) => kind);
      expect(kinds.filter((kind) => !['movement', 'event'].includes(kind))).to.deep.equal([
        'created',
        'quoted',
        'unmatched',
        'seen',
        'confirmed',
        'paid',
      ]);
      expect(paid).not.to.contain('hx-get=');
    });

    it('sends htmx only what is new', async () => {
      const code = await createLink(account);
      await loggedCallOf(code);
      const [, path] = /hx-get="([^"]+)"/.exec((await viewer.visitor.get(at(`/${code}`))).text) ?? [];
      const poll = () => viewer.visitor.get(path!, { 'hx-request': 'true' });
      expect((await poll()).status).to.equal(204);
      await account.api.post(`/v1/payment_links/${code}/cancel`);
      const { status, text } = await poll();
      expect(status).to.equal(200);
      expect(text)
        .to.match(/^<div id="live"/)
        .and.not.contain('hx-get');
      expect(text).to.contain('>Cancelled</p>');
    });

    it('is cancelled and deleted by whoever may, with the person in its timeline', async () => {
      const code = await createLink(account);
      expect(await page(at(`/${code}`), viewer)).not.to.match(/Cancel this link|Pay with the simulator/);
      expect((await send(`/${code}/delete`, {})).headers.get('location')).to.match(
        /problem=payment_link_not_deletable$/,
      );
      expect((await send(`/${code}/cancel`, {})).headers.get('location')).to.match(/flash=cancelled$/);
      expect((await send(`/${code}/cancel`, {})).headers.get('location')).to.match(
        /problem=payment_link_not_cancellable$/,
      );
      expect(await page(at(`/${code}`))).to.contain(`Cancelled by ${finance.email}`);
      expect((await send(`/${code}/delete`, {})).headers.get('location')).to.match(/links\?flash=deleted$/);
      expect((await finance.visitor.get(at(`/${code}`))).status).to.equal(404);
      expect(await deeds(code)).to.deep.equal([
        `payment_link.cancelled ${finance.email}`,
        `payment_link.deleted ${finance.email}`,
      ]);
    });

    it('is not found by a code that cannot be one', async () => {
      for (const code of ['PL-0', 'new%2F', 'x'.repeat(500)])
        expect((await finance.visitor.get(at(`/${code}`))).status, code).to.equal(404);
    });
  });

  describe('refunding', () => {
    const reason = 'requested_by_customer';
    const review = (code: string, form: Record<string, string>) => send(`/${code}/refund/review`, form);

    it('is reviewed before it sends back a part and then the rest, each once', async () => {
      const code = await createPaidLink(account);
      const reviewed = await review(code, { amount: '50.25', reason });
      expect(reviewed.status).to.equal(200);
      expect(readable(reviewed.text))
        .to.contain('Leaves your balance 50.25 MXNB')
        .and.contain('The payer gets 50.25 MXN ')
        .and.contain('From Your MXNB balance To back the way it came Method SPEI Will be sent At once')
        .and.contain('Reason Requested by the customer')
        .and.match(/Balance after [\d,.]+ MXNB/);
      expect((await account.api.get(`/v1/refunds?payment_link_code=${code}`)).body.data).to.deep.equal([]);

      const form = hiddenIn(reviewed.text);
      expect(form).to.include({ amount: '50.25', reason });
      const both = await Promise.all([send(`/${code}/refund`, form), send(`/${code}/refund`, form)]);
      const [first, again] = both.map(({ headers }) => headers.get('location') ?? '');
      expect(first)
        .to.match(/\/refunds\/[0-9a-f-]{36}\?flash=sent$/)
        .and.equal(again);
      expect(await page(first!))
        .to.contain('The refund is on its way.')
        .and.contain('Processing');
      const waiting = (await finance.visitor.get(at(`/${code}`))).text;
      expect(readable(waiting)).to.contain('99.75 MXNB can still be refunded').and.contain('Processing');
      expect(waiting).to.contain('value="99.75"').and.contain('hx-get=');
      await service.workers.transfers.runOnce();
      const sent = await page(at(`/${code}`));
      expect(sent)
        .to.contain(`Refund of 50.25 MXNB requested by ${finance.email}`)
        .and.contain('Refund of 50.25 MXNB sent')
        .and.contain('Net 99.75 MXNB');
      await send(`/${code}/refund`, { amount: '', reason });
      const { body } = await account.api.get(`/v1/refunds?payment_link_code=${code}`);
      expect((body.data as { amount: string }[]).map(({ amount }) => amount)).to.deep.equal([
        '99.75000000',
        '50.25000000',
      ]);
      expect(await page(at(`/${code}`))).not.to.contain('can still be refunded');
      expect(await deeds(code)).to.deep.equal(Array(2).fill(`refund.requested ${finance.email}`));
    });

    it('says on the link when it is fully refunded, or not paid', async () => {
      const code = await createPaidLink(account);
      await send(`/${code}/refund`, { amount: '', reason });
      const unpaid = await createLink(account);
      for (const one of [code, unpaid]) {
        const { status, text } = await review(one, { amount: '1', reason });
        expect(status).to.equal(422);
        expect(readable(text)).to.contain('This link cannot be refunded: it is unpaid or fully refunded.');
      }
    });

    it('asks where to send what the rail cannot send back', async () => {
      const code = await createLink(account);
      await send(`/${code}/simulate`, { method: 'MXNB', scenario: 'exact' });
      expect(await page(at(`/${code}`))).to.contain('Address on Arbitrum');
      const address = '0x52908400098527886E0F7030069857D2E4169EE7';
      const reviewed = await review(code, { amount: '20', reason, address });
      expect(readable(reviewed.text))
        .to.contain(`To ${address} (Arbitrum)`)
        .and.contain('The destination is new.');
      const asked = await send(`/${code}/refund`, hiddenIn(reviewed.text));
      expect(asked.headers.get('location')).to.match(/refunds\/[0-9a-f-]{36}\?flash=new_destination$/);
      const { body } = await account.api.get(`/v1/refunds?payment_link_code=${code}`);
      expect(body.data[0].destination).to.deep.equal({ address, network: 'Arbitrum' });
    });

    it('needs a fresh proof, and is not offered to others', async () => {
      const code = await createPaidLink(account);
      const owner = await join(service, account.id, 'owner');
      await forgetProofs(service);
      for (const step of ['refund/review', 'refund']) {
        const answer = await send(`/${code}/${step}`, { amount: '1', reason }, owner);
        expect(answer.headers.get('location')).to.match(/^\/panel\/proof/);
      }
      expect(await page(at(`/${code}`), owner)).to.contain('confirm it’s you');
      expect(await page(at(`/${code}`), viewer)).not.to.contain('can still be refunded');
    });
  });
});

/** The hidden fields of a page's form, as they are sent when its button is pressed. */
function hiddenIn(html: string): Record<string, string> {
  const [, main = html] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  const fields = [...main.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name, value]) => [name!, value!]));
}

function codesIn(html: string): string[] {
  return [...html.matchAll(/class="subject"><a href="[^"]+\/links\/(PL-[A-Z0-9-]{14})"/g)].map(
    ([, code]) => code!,
  );
}

function stepsIn(html: string): [kind: string, words: string][] {
  return [...html.matchAll(/<li data-kind="(\w+)">([\s\S]*?)<\/div><\/li>/g)].map(([, kind, inner]) => [
    kind!,
    readable(inner!).trim(),
  ]);
}
