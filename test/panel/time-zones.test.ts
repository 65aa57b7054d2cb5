import { expect } from 'chai';
import { arrival, postAlone } from '../ledger/entries.ts';
import { createLink } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { setTime } from './overview/activity.ts';
import { join, type Person } from './people.ts';
import { readable } from './readable.ts';

describe("an account's time zone", () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    // 20:30 of 14 March in Mexico City, and 02:30 of 15 March in UTC.
    for (const at of ['2031-03-15T02:30:00Z', '2031-03-15T12:00:00Z']) {
      await setTime(service, new Date(at));
      await postAlone(service.foundation.db, arrival(account.id, 'MXNB', '10', { method: 'SPEI' }));
    }
    await setTime(service, new Date('2031-03-15T18:00:00Z'));
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  const page = (path: string) => `/panel/accounts/${account.id}/${path}`;
  const save = async (fields: Record<string, string>, person = owner) => {
    const answer = await person.visitor.post(page('settings/reporting'), fields);
    return `${answer.status} ${answer.headers.get('location')?.replace(page('settings'), '') ?? ''}`;
  };
  const times = async (path: string) => {
    const { text } = await owner.visitor.get(page(path));
    return [...text.matchAll(/<time datetime="([^"]+)" title="([^"]+)">([^<]+)<\/time>/g)].map(
      ([, , title, shown]) => `${shown} | ${title}`,
    );
  };
  const movementsOn = async (day: string) => {
    const { text } = await owner.visitor.get(page(`movements/csv?from=${day}&until=${day}`));
    return text.split('\r\n').length - 2;
  };

  it('is UTC until an owner chooses another', async () => {
    expect(await times('movements')).to.deep.equal([
      'Today 12:00 | 2031-03-15 12:00:00 UTC',
      'Today 02:30 | 2031-03-15 02:30:00 UTC',
    ]);
    expect(await movementsOn('2031-03-15')).to.equal(2);

    expect(await save({ time_zone: 'America/Mexico_City', base_currency: 'MXN' })).to.equal(
      '303 ?flash=reporting_saved',
    );
    expect(await times('movements')).to.deep.equal([
      'Today 06:00 | 2031-03-15 12:00:00 UTC',
      '14 Mar, 20:30 | 2031-03-15 02:30:00 UTC',
    ]);
    expect(await movementsOn('2031-03-14')).to.equal(1);
    expect(await movementsOn('2031-03-15')).to.equal(1);
    expect((await owner.visitor.get(page('movements'))).text).to.contain(
      'Times and days are in America/Mexico_City.',
    );
    const { text } = await owner.visitor.get(page('audit'));
    expect(text).to.contain('Time zone set').and.to.contain('Base currency set');
    for (const limit of ['withdrawals/limits', 'refunds/api'])
      expect((await owner.visitor.get(page(limit))).text, limit).to.match(/<option value="MXN" selected>/);
  });

  it('has a date for today as well within a sentence', async () => {
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'] });
    const text = async (language: string) =>
      readable((await owner.visitor.get(page(`links/${code}`), { 'accept-language': language })).text);
    expect(await text('en')).to.match(/until 15 Mar, \d\d:\d\d/);
    expect(await text('es')).to.match(/hasta el 15 mar, \d\d:\d\d/);
  });

  it("is that of a person's own page, unless their accounts differ", async () => {
    const me = async () => (await owner.visitor.get('/panel/me')).text;
    expect(await me()).to.contain('Times and days are in America/Mexico_City.');
    const { id: other } = await service.createAccount();
    await service.database.query(
      `insert into memberships (account_id, user_id, role, accepted_at, created_at)
       select $2, user_id, role, accepted_at, created_at from memberships where account_id = $1`,
      [account.id, other],
    );
    expect(await me()).to.contain('Times and days are in UTC.');
    await service.database.query('delete from memberships where account_id = $1', [other]);
  });

  it('is found by its city, or by a country that has one only', async () => {
    const { text } = await owner.visitor.get(page('settings'));
    expect(text).to.contain('<option value="America/Mexico_City">Mexico City, Mexico</option>');
    // A country has it, though a former one, whose code is not used any more, had it too.
    expect(text).to.contain('<option value="America/Panama">Panama, Panama</option>');
    for (const [place, zone] of [
      ['Mexico City', 'America/Mexico_City'],
      ['bogotá', 'America/Bogota'],
      ['Ciudad de Mexico', 'America/Mexico_City'],
      ['Ciudad de México, México', 'America/Mexico_City'],
      ['Colombia', 'America/Bogota'],
      ['Monterrey, Mexico', 'America/Monterrey'],
      ['America/Mexico_City', 'America/Mexico_City'],
    ] as const) {
      expect(await save({ time_zone: place, base_currency: 'MXN' }), place).to.equal(
        '303 ?flash=reporting_saved',
      );
      expect((await owner.visitor.get(page('settings'))).text, place).to.match(
        new RegExp(`name="time_zone"[^>]*value="${zone}"`),
      );
    }
  });

  it('is the one of charts and statements, and the API stays in UTC', async () => {
    await save({ time_zone: 'America/Mexico_City', base_currency: '' });
    const csv = (await owner.visitor.get(page('statements/csv?month=2031-03&asset=MXNB'))).text;
    const [, opening, first] = csv.split('\r\n').map((line) => line.split(','));
    expect(opening?.slice(0, 3)).to.deep.equal([
      '2031-03-01T06:00:00.000Z',
      '2031-03-01 00:00:00',
      'opening_balance',
    ]);
    expect(first?.slice(1, 3)).to.deep.equal(['2031-03-14 20:30:00', 'payment']);
    const { text } = await owner.visitor.get(page('statements/month?month=2031-03&asset=MXNB'));
    expect(text)
      .to.contain('1 Mar 2031 – 31 Mar 2031 (America/Mexico_City)')
      .and.to.contain('14 Mar 2031, 20:30');
    expect((await owner.visitor.get(page(''))).text).to.contain('14 Mar 2031');
    const { body } = await account.api.get('/v1/transactions?created_before=2031-03-15T03:00:00Z');
    expect(body.data.map(({ created_at }: { created_at: string }) => created_at.slice(0, 16))).to.deep.equal([
      '2031-03-15T02:30',
    ]);
  });

  it('must exist, and so must a base currency; a stale page changes nothing else', async () => {
    for (const zone of ['', 'Mexico', 'Mars/Olympus', '+05:45', 'EST', 'x'.repeat(60)])
      expect(await save({ time_zone: zone, base_currency: '' })).to.match(/^422/);
    expect(await save({ time_zone: 'UTC', base_currency: 'EUR' })).to.match(/^422/);
    const viewer = await join(service, account.id, 'viewer');
    expect(await save({ time_zone: 'UTC', base_currency: '' }, viewer)).to.match(/^403/);
  });
});

describe('the total in a base currency', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  it('adds up what has a rate, and names what has none', async () => {
    const { id } = await service.createAccount();
    const owner = await join(service, id, 'owner');
    const { db } = service.foundation;
    await service.database.query(
      `update currency_rates set usd = case family when 'USD' then 1 when 'MXN' then 0.05 else 0.00025 end,
         set_at = case family when 'MXN' then timestamptz '2026-10-01 09:00Z' else timestamptz '2026-10-02 09:00Z' end`,
    );
    const overview = async () => (await owner.visitor.get(`/panel/accounts/${id}`)).text;
    await postAlone(db, arrival(id, 'MXNB', '100.005'));
    expect(await overview()).not.to.contain('Total ≈');
    const choose = (currency: string) =>
      owner.visitor.post(`/panel/accounts/${id}/settings/reporting`, {
        time_zone: 'UTC',
        base_currency: currency,
      });
    await choose('MXN');
    // At par no rate is needed, and half a cent is rounded up.
    expect(await overview())
      .to.contain('Total ≈ 100.01 MXN')
      .and.not.to.contain('exchange rates');

    await postAlone(db, arrival(id, 'USDC', '10'));
    await postAlone(db, arrival(id, 'XAUT', '1'));
    const text = await overview();
    expect(text).to.contain('Total ≈ 300.01 MXN').and.to.contain('Not included, for lack of a rate: XAUT.');
    expect(text).to.match(/the oldest is from <time datetime="2026-10-01T09:00:00.000Z"/);
    await choose('COP');
    // 100.005 × 0.05 ÷ 0.00025 and 10 ÷ 0.00025.
    expect(await overview()).to.contain('Total ≈ 60.001 COP');
  });
});
