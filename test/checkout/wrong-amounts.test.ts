import { OPERATOR } from '../../src/audit-log/index.ts';
import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import {
  advance,
  behave,
  createLink,
  injectFault,
  pay,
  runOut,
  runToRest,
  serviceTimeIn,
} from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { refundDeposit, refundLink } from '../transfers/rig.ts';

const AGAIN = /send the whole amount in one payment|ask .* for a new link/;

describe('what a payer reads after sending another amount than asked for (D40)', () => {
  let service: TestService;
  let account: TestAccount;
  let code: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    ({ code } = await createLink(account.api, { amount: '10000' }));
  });

  const send = async (amount: string): Promise<string> =>
    (await pay(account.api, code, { method: 'SPEI', amount })).body.id;
  const accept = (id: string): Promise<unknown> => {
    const { db, inbox } = service.foundation;
    return db.transaction((trx) => inbox.acceptAsPayment(trx, OPERATOR, account.id, id));
  };
  const sendRefunds = (): Promise<void> => runOut(service.workers.transfers);
  /** The page's text, as somebody reads it. */
  const read = async (language = 'en'): Promise<string> => {
    const html = await (await fetch(`${service.baseUrl}/pay/${code}?lang=${language}`)).text();
    return html
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/[\s ]+/g, ' ')
      .replaceAll(' .', '.');
  };

  it('is to ask, not to send the rest, when too little arrived', async () => {
    await send('9958');
    const page = await read();
    expect(page).to.contain('We received $9,958.00 MXN of $10,000.00 MXN. $42.00 MXN is missing.');
    expect(page).to.contain(
      'Do not send only the difference: it does not count. Café Azul can accept what arrived',
    );
    expect(await read('es')).to.contain(
      'No envíes solo la diferencia: no cuenta. Café Azul puede aceptar como pago',
    );
  });

  it('is that it is paid, once that was accepted, and that nothing is missing', async () => {
    await accept(await send('9958'));
    const page = await read();
    expect(page).to.contain('Paid You sent $42.00 MXN less than the amount due, and Café Azul accepted it.');
    expect(page).to.contain('You do not need to send anything else.');
    expect(page).to.match(/You sent \$9,958\.00 MXN/);
    expect(page).to.not.match(AGAIN).and.not.contain('was not credited').and.not.contain('is missing');
    expect(await read('es')).to.contain('Enviaste $42.00 MXN de menos y Café Azul aceptó el pago así.');
  });

  it('is that it was exchanged at the current rate, because it was not the amount due', async () => {
    const link = await createLink(account.api, { amount: '20000', accepted_methods: ['USDC'] });
    ({ code } = link);
    const amount = money(link.methods[0].amount_due).minus('42').toFixed();
    await accept((await pay(account.api, code, { method: 'USDC', amount })).body.id);
    await runToRest(service);
    expect(await read()).to.contain(
      'You do not need to send anything else. Because of the difference, it was exchanged at the rate of the moment.',
    );
    expect(await read('es')).to.contain('Por la diferencia, se convirtió al tipo de cambio del momento.');
  });

  it('is to wait, never to pay again, when too much arrived', async () => {
    const id = await send('10500');
    for (const isSeparate of [false, true]) {
      if (isSeparate) {
        const { db, inbox } = service.foundation;
        await db.transaction((trx) => inbox.accept(trx, OPERATOR, account.id, id));
      }
      const page = await read();
      expect(page).to.contain('That is $500.00 MXN too much.');
      expect(page)
        .to.contain('Do not pay again for now: Café Azul can accept what arrived')
        .and.not.match(AGAIN);
      // How to pay is folded away.
      expect(page.indexOf('Show how to pay anyway')).to.be.within(0, page.indexOf('How do you want to pay?'));
    }
  });

  it('is the excess, once that was accepted, and what of it went back', async () => {
    await accept(await send('10500'));
    expect(await read())
      .to.contain('You sent $500.00 MXN more than the amount due. Café Azul received all of it; ask them')
      .and.not.match(AGAIN);

    await refundLink(service, account.id, code, '500');
    // Nobody has sent it yet.
    expect(await read()).to.not.contain('efunded');
    await sendRefunds();
    const page = await read();
    expect(page).to.match(/ Paid You sent \$500\.00 MXN more than the amount due\. Receipt/);
    expect(page).to.match(/Refunded \$500\.00 MXN, .*20\d\d/);
    expect(page).to.not.contain('ask them');
    expect(await read('es')).to.match(/Devuelto \$500\.00 MXN, .*20\d\d/);
  });

  it('is that all of it was refunded, and when', async () => {
    await pay(account.api, code, { method: 'SPEI' });
    await refundLink(service, account.id, code, '4000');
    await refundLink(service, account.id, code);
    expect(await read()).to.match(/ Paid Receipt/);
    await injectFault(service, 'refund', { failure: 'unavailable' });
    await service.workers.transfers.runOnce();
    expect(await read()).to.match(
      /Being refunded Receipt.*Being refunded \$4,000\.00 MXN.*Being refunded \$6,000\.00 MXN/,
    );
    await behave(service);
    await advance(service, 3600);
    await sendRefunds();
    expect(await read())
      .to.match(/ Refunded Receipt.*Refunded \$4,000\.00 MXN, .*Refunded \$6,000\.00 MXN, /)
      .and.not.match(AGAIN);
  });

  it('is when an unmatched deposit was decided on, sent back, and when', async () => {
    const id = await send('10500');
    await refundDeposit(service, id);
    expect(await read()).to.contain('It will be returned to you, and this page will show when it is sent.');
    await sendRefunds();
    expect(await read()).to.match(
      /It was not credited\. It has been returned\. Sent on .*20\d\d.*\. This payment is still open/,
    );
    expect(await read('es')).to.match(/Ya se devolvió\. Se envió el .*20\d\d/);
  });

  it('is not to get a new link while the money is with the merchant', async () => {
    ({ code } = await createLink(account.api, {
      amount: '10000',
      expires_at: await serviceTimeIn(service, 600),
    }));
    const id = await send('10500');
    await advance(service, 700);
    expect(await read())
      .to.contain('This payment has expired')
      .and.not.match(AGAIN);
    await refundDeposit(service, id);
    await sendRefunds();
    expect(await read()).to.match(AGAIN);
  });
});
