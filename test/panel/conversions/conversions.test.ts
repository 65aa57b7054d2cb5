import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  advance,
  behave,
  createLink,
  injectFault,
  MINUTE_S,
  pay,
  runToRest,
} from '../../payment-links/links.ts';
import { money } from '../../../src/lib/money.ts';
import type { Answer } from '../../support/client.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf, executionsOf, fund, requireSoundBooks, restore } from '../../transfers/rig.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';
import { quoteConversion } from './fixtures.ts';

describe('conversions in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let person: Person;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    person = await join(service, account.id, 'finance');
  });

  const at = (path = '') => `/panel/accounts/${account.id}/conversions${path}`;
  const ask = (form: object = {}): Promise<Answer> =>
    person.visitor.post(at('/new'), {
      once: randomUUID(),
      from: 'MXNB',
      to: 'USDC',
      amount: '100',
      ...form,
    });
  const confirm = (id: string) => person.visitor.post(at(`/${id}/confirm`), { once: randomUUID() });
  const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';
  const list = async () => (await account.api.get('/v1/conversions')).body.data;

  it('are quoted and confirmed', async () => {
    await fund(account, 'MXNB', '1000');
    const asked = await ask();
    const [quoted] = await list();
    expect(locationOf(asked)).to.equal(at(`/${quoted.id}`));
    const { text } = await person.visitor.get(at(`/${quoted.id}`));
    expect(text).to.contain('Convert now').and.contain(`data-ends-at="${quoted.quote_expires_at}"`);

    expect(locationOf(await confirm(quoted.id))).to.equal(at(`/${quoted.id}?flash=confirmed`));
    await runToRest(service);
    expect(await executionsOf(service, quoted.id)).to.have.length(1);
    expect(await balancesOf(account)).to.deep.equal({
      MXNB: '900.00000000 + 0.00000000',
      USDC: `${quoted.to_amount} + 0.00000000`,
    });
    const page = (await person.visitor.get(at(`/${quoted.id}`))).text;
    expect(page).to.contain('Completed').and.contain('conversion.completed');
    const rows = await service.database.query(
      `select action, user_email from audit_entries where account_id = $1 and subject = $2 order by created_at`,
      [account.id, quoted.id],
    );
    expect(rows.map(({ action }) => action)).to.deep.equal(['conversion.quoted', 'conversion.confirmed']);
    await requireSoundBooks(service);
  });

  it('convert once when two people confirm at the same time', async () => {
    const id = await quoteConversion(account);
    const other = await join(service, account.id, 'owner');
    const answers = await Promise.all([
      confirm(id),
      other.visitor.post(at(`/${id}/confirm`), { once: randomUUID() }),
    ]);
    const outcomes = answers.map((answer) => new URL(locationOf(answer), 'http://panel').search);
    expect(outcomes.sort()).to.deep.equal(['?flash=confirmed', '?problem=conversion_already_confirmed']);
    await runToRest(service);
    expect(await executionsOf(service, id)).to.have.length(1);
    await requireSoundBooks(service);
  });

  it('are refused after the quote has expired, and quoted again with the same values', async () => {
    const id = await quoteConversion(account);
    await advance(service, 15 * MINUTE_S);
    // The clock has made the proof old as well.
    await service.database.query('update user_sessions set proven_at = service_now()');
    const late = await confirm(id);
    expect(locationOf(late)).to.equal(at(`/${id}?problem=quote_expired`));
    const { text } = await person.visitor.get(locationOf(late));
    expect(text).to.contain('The quote expired before it was confirmed.').and.not.contain('Convert now');
    const hidden = [...text.matchAll(/type="hidden" name="(from|to|amount)" value="([^"]*)"/g)];
    const again = await ask(Object.fromEntries(hidden.map(([, name, value]) => [name, value])));
    const [fresh, expired] = await list();
    expect(locationOf(again)).to.equal(at(`/${fresh.id}`));
    expect(fresh).to.include({ from_amount: '100.00000000', to_asset: 'USDC', status: 'requested' });
    expect(expired).to.include({ id, status: 'requested' });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '100.00000000 + 0.00000000' });
    expect((await person.visitor.get(at())).text).to.contain('Quote expired');
  });

  it('are offered only for what there is, while there is a quote', async () => {
    const empty = await person.visitor.get(at('/new'));
    expect(empty.text).to.contain('You have no balance that can be converted.');
    await fund(account, 'MXNB', '50');
    const { text } = await person.visitor.get(at('/new'));
    const from = /<select id="from"[^]*?<\/select>/.exec(text)?.[0] ?? '';
    expect([...from.matchAll(/value="(\w+)"/g)].map(([, asset]) => asset)).to.deep.equal(['MXNB']);
    expect(from).to.contain('50.00 MXNB');
    await injectFault(service, 'quote', { failure: 'unavailable' });
    const unavailable = await ask({ amount: '10' });
    expect(unavailable.status).to.equal(422);
    expect(unavailable.text).to.contain('There is no quote for this right now.');
    await behave(service);
    expect(await list()).to.deep.equal([]);
  });

  it('of a payment show the deposit and the link that it was for', async () => {
    const viewer = await join(service, account.id, 'viewer');
    const { code } = await createLink(account.api);
    const { body } = await pay(account.api, code, { method: 'USDC' });
    await runToRest(service);
    const [{ id }] = await list();
    const { text } = await viewer.visitor.get(at(`/${id}`));
    expect(text)
      .to.contain(`/deposits/${body.id}"`)
      .and.contain(`/links/${code}"`)
      .and.not.contain('name="once"');
    expect((await viewer.visitor.get(at())).text).not.to.contain('conversions/new');
  });

  it('of a payment say what was lost to rounding', async () => {
    const viewer = await join(service, account.id, 'viewer');
    const { code } = await createLink(account.api);
    await pay(account.api, code, { method: 'USDC' });
    await runToRest(service);
    const [{ id, to_amount: proceeds }] = await list();
    const rounding = money(proceeds).minus('20000');
    expect(rounding.gt(0)).to.equal(true);
    const text = readable((await viewer.visitor.get(at(`/${id}`))).text);
    expect(text).to.contain('Credited to the link 20,000.00 MXNB');
    expect(text).to.contain(`Rounding, not credited ${rounding.toFixed()} MXNB`);
  });
});
