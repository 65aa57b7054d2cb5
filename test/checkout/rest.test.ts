import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import { notificationFor, receive } from '../deposits/notifications.ts';
import {
  advance,
  behave,
  createLink,
  MINUTE_S,
  pay,
  readMethod,
  refreshQuote,
} from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { setFees } from '../transfers/rig.ts';

describe('what a payer reads whose payment was too little, where the rest can be paid (D7)', () => {
  let service: TestService;
  let account: TestAccount;
  let code: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    await setFees(service, '0', '0');
    account = await service.createAccount();
    await service.changeAccount(account.id, { payTheRest: true });
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    ({ code } = await createLink(account.api, { amount: '10000' }));
  });

  const send = (amount: string) => pay(account.api, code, { method: 'SPEI', amount });
  const sendFrom = async (amount: string, clabe: string) =>
    receive(
      service,
      await notificationFor(service, code, 'SPEI', { amount: money(amount), payer: { account: clabe } }),
    );
  const html = async (query = '?lang=en'): Promise<string> =>
    (await fetch(`${service.baseUrl}/pay/${code}${query}`)).text();
  /** The page's text, as somebody reads it. */
  const read = async (query?: string): Promise<string> =>
    (await html(query))
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(' .', '.');

  it('is what arrived, what is missing, and how to send it', async () => {
    await send('6000');
    const page = await read();
    expect(page).to.contain('Part of the payment has arrived');
    expect(page).to.contain('We received $6,000.00 MXN. It counts towards this payment.');
    expect(page).to.contain(
      '$4,000.00 MXN is still missing. Send exactly this amount from the same account or wallet as before; otherwise Café Azul has to confirm the payment.',
    );
    // Less than that would count, and more waits for the merchant.
    expect(page).to.not.contain('Any other amount will not be credited');
    expect(page).to.match(/Send exactly \$?4,000\.00 MXN/);
    // The only method that takes the rest.
    expect(page).to.contain('CLABE').and.not.contain('How do you want to pay?');
    const inSpanish = await read('?lang=es');
    expect(inSpanish).to.contain('Llegó una parte del pago');
    expect(inSpanish).to.contain('Faltan $4,000.00 MXN. Envía exactamente ese monto desde la misma cuenta');
  });

  it('is that another amount is not credited, while nothing has arrived', async () => {
    expect(await read('?lang=en&method=SPEI')).to.contain('Any other amount will not be credited');
  });

  it('is the whole amount again once what arrived was returned', async () => {
    const { body } = await send('6000');
    await service.changeAccount(account.id, { payTheRest: false });
    expect(body.status).to.equal('unmatched');
    expect(await read('?lang=en&method=SPEI')).to.match(/Send exactly \$?10,000\.00 MXN/);
  });

  it('is the address with a link that opens the wallet for the missing amount', async () => {
    ({ code } = await createLink(account.api, {
      amount: '100',
      currency: 'USDC',
      accepted_methods: ['USDC'],
    }));
    await pay(account.api, code, { method: 'USDC', amount: '90' });
    expect(await html())
      .to.contain('uint256=10000000')
      .and.not.contain('uint256=100000000');
  });

  it('is that nothing is missing, when it came from two accounts, and that the merchant confirms it', async () => {
    await sendFrom('6000', '032180000118359719');
    await sendFrom('4000', '012180001183597197');
    expect(await read()).to.contain(
      'Nothing more is missing. Café Azul has to confirm the payment, because it came from different accounts',
    );
    expect(await read('?lang=es')).to.contain('Ya no falta nada.');
  });

  it('is to wait, when it was too much', async () => {
    await send('6000');
    await send('11000');
    expect(await read())
      .to.contain('Do not pay again for now')
      .and.contain('A payment was not credited');
  });

  it('is a receipt with all that was sent', async () => {
    await send('6000');
    await send('4000');
    expect(await read()).to.match(
      /Receipt .*Amount \$10,000\.00 MXN .*You sent \$6,000\.00 MXN You sent \$4,000\.00 MXN/,
    );
  });

  it('is at the rate of a payment that is exchanged, and at a new one once that has expired', async () => {
    ({ code } = await createLink(account.api, { accepted_methods: ['USDC'] }));
    await pay(account.api, code, { method: 'USDC', amount: '1000' });
    const { amount_missing: missing } = await readMethod(account.api, code, 'USDC');
    expect(await html()).to.contain(`uint256=${money(missing).shiftedBy(6).toFixed()}`);
    expect(await read())
      .to.contain('It counts towards this payment')
      .and.contain('The amount is valid as long as the rate on this page.');
    await advance(service, 16 * MINUTE_S);
    expect(await read())
      .to.contain('It counts towards this payment')
      .and.contain('The rate has expired. Get a new amount to see how much is missing')
      .and.not.contain('is still missing');
    expect(await read('?lang=es')).to.contain(
      'El tipo de cambio venció. Obtén un monto nuevo para ver cuánto falta',
    );
    await refreshQuote(account.api, code, 'USDC');
    expect(await read()).to.contain('is still missing');
  });

  it('can be simulated: the page pays what it asks for', async () => {
    await send('6000');
    const answer = await fetch(`${service.baseUrl}/pay/${code}/simulate`, {
      method: 'POST',
      body: new URLSearchParams({ method: 'SPEI', scenario: 'exact' }),
      redirect: 'manual',
      headers: { origin: service.baseUrl },
    });
    expect(answer.status).to.equal(303);
    expect(await read()).to.contain('Paid');
  });
});
