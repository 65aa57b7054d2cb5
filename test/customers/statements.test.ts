import { expect } from 'chai';
import { createCustomer } from './customers.ts';
import { advance, createLink, DAY_S, pay, runToRest } from '../payment-links/links.ts';
import { join, type Person } from '../panel/people.ts';
import { readPdf } from '../support/pdf-text.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { refundDeposit } from '../transfers/rig.ts';

const ANY_DAYS = { from: '2020-01-01', until: '2020-01-31' };

describe('the statement of a customer', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;
  let customer: any;
  let days: { from: string; until: string };

  before(async () => {
    service = await startService({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'payments@example.com' });
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
    customer = await createCustomer(account.api, { email: 'ana@example.com', language: 'es' });
    const [row] = await service.database.query(`select service_now() as now`);
    const today = (row!['now'] as Date).toISOString().slice(0, 10);
    days = { from: today, until: today };
  });

  const link = (fields: object = {}) =>
    createLink(account.api, { amount: '1000', customer_id: customer.id, ...fields });
  const root = (path = '') => `/panel/accounts/${account.id}/customers/${customer.id}${path}`;
  const open = (path: string, query: Record<string, string> = days, { visitor } = owner) =>
    visitor.get(root(`${path}?${new URLSearchParams(query).toString()}`));
  const send = (form: Record<string, string> = {}, { visitor } = owner) =>
    visitor.post(root('/statement/mail'), {
      ...{ once: crypto.randomUUID(), ...days, address: 'ana@example.com', ...form },
    });
  const outcomeOf = (answer: { headers: Headers }) =>
    new URL(answer.headers.get('location')!, 'http://panel').searchParams.toString();
  const mails = async (): Promise<any[]> =>
    service.database.query(
      `select recipient, subject, body, confidential, attachment, attachment_name
         from outbox_messages where account_id = $1 and attachment is not null order by created_at`,
      [account.id],
    );

  it('has what was asked for, paid and refunded in its days, and what is owed', async () => {
    const paid = await link({ description: 'Paid order', reference: 'INV-1' });
    await pay(account.api, paid.code, { method: 'SPEI' });
    await link({ amount: '250.50', description: 'Open order' });
    const cancelled = await link({ amount: '77', description: 'Cancelled order' });
    await account.api.post(`/v1/payment_links/${cancelled.code}/cancel`);
    await createLink(account.api, { description: 'For nobody' });
    const { text } = await open('/statement');
    for (const said of ['Paid order', 'INV-1', 'Open order', 'Cancelled order', 'Asked for, cancelled'])
      expect(text).to.contain(said);
    expect(text).not.to.contain('For nobody');
    const figures = [...text.matchAll(/class="amount">([\d.,]+)/g)].map(([, amount]) => amount);
    expect(figures.slice(0, 4)).to.deep.equal(['1,250.50', '1,000.00', '0.00', '250.50']);
    const before = (await open('/statement', ANY_DAYS)).text;
    expect(before).to.contain('Nothing was asked for').and.contain('250.50');
  });

  it('has neither a payment that paid nothing nor its refund', async () => {
    const { code } = await link({ accepted_methods: ['SPEI'] });
    const { body: deposit } = await pay(account.api, code, { method: 'SPEI', scenario: 'under' });
    await refundDeposit(service, String(deposit.id));
    await runToRest(service);
    const { status } = (await account.api.get(`/v1/deposits/${String(deposit.id)}`)).body;
    expect(status).to.equal('refunded');
    const csv = (await open('/statement/csv')).text.trim().split('\r\n');
    expect(csv.slice(1).map((line) => line.split(',')[2])).to.deep.equal(['request']);
  });

  it('is a file as CSV, without formulas, and as PDF', async () => {
    await link({ description: '=1+1', reference: '@cmd' });
    const csv = (await open('/statement/csv')).text.trim().split('\r\n');
    expect(csv).to.have.length(2);
    expect(csv[0]).to.equal(
      'created_at,local_time,kind,amount,asset,payment_link_code,status,description,reference',
    );
    expect(csv[1]).to.contain(',request,1000.00000000,MXNB,').and.contain(",active,'=1+1,'@cmd");
    const { headers, bytes } = await owner.visitor.get(
      root(`/statement/pdf?${new URLSearchParams(days).toString()}`),
    );
    expect(headers.get('content-type')).to.equal('application/pdf');
    expect(headers.get('content-disposition')).not.to.contain('Ana');
    const drawn = readPdf(bytes).join('\n');
    expect(drawn).to.contain('Statement of Ana Ruiz').and.contain('=1+1').and.contain('1,000.00 MXNB');
  });

  it('is of days that are a period of up to a year', async () => {
    for (const wrong of [
      { from: '2026-01-31', until: '2026-01-01' },
      { from: '2026-01-01', until: '2027-01-02' },
      { from: 'yesterday', until: '2026-01-01' },
      { from: '2026-02-30', until: '2026-03-01' },
    ]) {
      const { status, text } = await open('/statement', wrong);
      expect(status).to.equal(200);
      expect(text).to.match(/Choose the first and the last day|Choose a last day within a year/);
      expect((await open('/statement/csv', wrong)).status).to.equal(400);
    }
    expect((await open('/statement', { from: '2026-01-01', until: '2027-01-01' })).text).to.contain('PDF');
  });

  it('goes by mail to the address that was confirmed, in the language of the customer, once', async () => {
    const { url } = await link({ description: 'Visit evil.example now' });
    const once = crypto.randomUUID();
    expect(outcomeOf(await send({ once }))).to.equal('flash=mailed');
    expect(outcomeOf(await send({ once }))).to.equal('flash=mailed');
    const sent = await mails();
    expect(sent).to.have.length(1);
    const [{ recipient, subject, body, confidential, attachment, attachment_name: name }] = sent;
    expect(recipient).to.equal('ana@example.com');
    expect(subject).to.match(/^Estado de cuenta de Company/);
    expect(body).to.contain(url).and.contain('1,000.00').and.contain('Modo de prueba');
    expect(body, 'no text of the account becomes a link').not.to.contain('evil.example');
    expect([confidential, name]).to.deep.equal([true, `${days.from}-${days.until}.pdf`]);
    expect(readPdf(attachment as Buffer).join('\n')).to.contain('Estado de cuenta de Ana Ruiz');
    const entries = await service.database.query(
      `select action, subject, details from audit_entries where account_id = $1 and action = 'customer.statement_mailed'`,
      [account.id],
    );
    expect(entries).to.deep.equal([
      {
        action: 'customer.statement_mailed',
        subject: customer.id,
        details: { from: days.from, to: days.until },
      },
    ]);
  });

  it('goes to no other address than that of the customer', async () => {
    for (const address of [
      'all@example.com',
      '',
      'ana@example.com, all@example.com',
      'ana@example.com\r\nBcc: x@y.zz',
    ])
      expect(outcomeOf(await send({ address })), address).to.equal('problem=invalid_request.email');
    await account.api.patch(`/v1/customers/${customer.id}`, { email: 'new@example.com' });
    expect(outcomeOf(await send())).to.equal('problem=invalid_request.email');
    await account.api.patch(`/v1/customers/${customer.id}`, { email: null });
    expect(outcomeOf(await send({ address: '' }))).to.equal('problem=invalid_request.email');
    expect(await mails()).to.deep.equal([]);
  });

  it('is sent three times a day to a customer, also when asked for at once', async () => {
    expect(outcomeOf(await send())).to.equal('flash=mailed');
    const answers = await Promise.all(Array.from({ length: 4 }, () => send()));
    expect(answers.map(outcomeOf).sort()).to.deep.equal([
      ...Array<string>(2).fill('flash=mailed'),
      ...Array<string>(2).fill('problem=rate_limit_exceeded'),
    ]);
    expect(await mails()).to.have.length(3);
    await advance(service, DAY_S + 1);
    owner = await join(service, account.id, 'owner');
    expect(outcomeOf(await send())).to.equal('flash=mailed');
  });

  it('is sent fifty times a day by an account of the test environment', async () => {
    const other = await createCustomer(account.api);
    await service.database.query(
      `insert into customer_statement_mails (account_id, id, customer_id, created_at)
       select $1, gen_random_uuid(), $2, service_now() from generate_series(1, 50)`,
      [account.id, other.id],
    );
    expect(outcomeOf(await send())).to.equal('problem=rate_limit_exceeded');
  });

  it('is sent by those who may move money, and by nobody else', async () => {
    for (const role of ['developer', 'viewer'] as const) {
      const person = await join(service, account.id, role);
      expect((await send({}, person)).status, role).to.equal(403);
      expect((await open('/statement', days, person)).text, role).not.to.contain('/statement/mail');
    }
    const finance = await join(service, account.id, 'finance');
    expect(outcomeOf(await send({}, finance))).to.equal('flash=mailed');
  });

  it('of a customer of another account, or one who was deleted, is not found', async () => {
    const own = customer;
    customer = await createCustomer((await service.createAccount()).api, { email: 'ana@example.com' });
    for (const path of ['/statement', '/statement/csv', '/statement/pdf'])
      expect((await open(path)).status, path).to.equal(404);
    expect((await send()).status).to.equal(404);
    customer = own;
    await account.api.delete(`/v1/customers/${own.id}`);
    expect((await open('/statement')).status).to.equal(404);
    expect((await send()).status).to.equal(404);
    expect(await mails()).to.deep.equal([]);
  });
});
