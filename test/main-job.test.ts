import { expect } from 'chai';
import Stripe from 'stripe';
import { assertEvent } from './support/contract.ts';
import { startReceiver, type Receiver } from './support/outside/receiver.ts';
import { startService, type TestAccount, type TestService } from './support/service.ts';

describe('the main flow', () => {
  let receiver: Receiver;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    receiver = await startReceiver();
    service = await startService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_CA_FILE: receiver.caFile });
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await receiver?.close();
  });

  it('creates a link, is paid, credits the balance and sends a signed event', async () => {
    const { api } = account;
    const endpoint = await api.post('/v1/webhook_endpoints', {
      url: `${receiver.url}/hooks`,
      description: 'shop',
      enabled_events: ['payment_link.paid'],
    });
    expect(endpoint.status).to.equal(201);

    const created = await api.post('/v1/payment_links', {
      amount: '1500.5',
      currency: 'MXNB',
      description: 'Order 1042',
    });
    expect(created.status).to.equal(201);
    expect(created.headers.get('location')).to.equal(`/v1/payment_links/${created.body.code}`);
    expect(created.body.status).to.equal('active');

    const deposit = await api.post(`/v1/test_helpers/payment_links/${created.body.code}/deposit`, {
      method: 'SPEI',
    });
    expect(deposit.status).to.equal(201);
    expect(deposit.body).to.include({ status: 'credited', asset: 'MXN', amount: '1500.50000000' });

    const paid = await api.get(`/v1/payment_links/${created.body.code}`);
    expect(paid.body).to.include({ status: 'paid', paid_with_method: 'SPEI' });
    expect(paid.body.paid_at).to.be.a('string');

    const balances = await api.get('/v1/balances');
    expect(balances.body.data).to.deep.equal([
      {
        object: 'balance',
        asset: 'MXNB',
        available: '1500.50000000',
        pending: '0.00000000',
        total: '1500.50000000',
      },
    ]);
    const movements = await api.get('/v1/transactions');
    expect(movements.body.data).to.have.length(1);
    expect(movements.body.data[0]).to.deep.include({
      type: 'payment',
      asset: 'MXNB',
      amount: '1500.50000000',
      balance_after: '1500.50000000',
      payment_link_code: created.body.code,
      source: { object: 'deposit', id: deposit.body.id },
      request_id: created.headers.get('x-request-id'),
    });

    expect(await service.workers.deliveries.runOnce()).to.equal(1);
    expect(await service.workers.deliveries.runOnce()).to.equal(0);
    expect(receiver.requests).to.have.length(1);
    const [delivered] = receiver.requests;
    const event = Stripe.webhooks.constructEvent(
      delivered!.body,
      String(delivered!.headers['service-signature']),
      endpoint.body.signing_secret,
    ) as unknown as { id: string; type: string; livemode: boolean; data: unknown };
    assertEvent(event);
    expect(event).to.deep.include({
      type: 'payment_link.paid',
      livemode: false,
      data: {
        link_code: created.body.code,
        amount: '1500.50000000',
        currency: 'MXNB',
        payment_method: 'SPEI',
      },
    });
    expect(delivered!.headers).to.deep.include({
      'service-event-id': event.id,
      'service-event-type': 'payment_link.paid',
      'service-delivery-attempt': '1',
    });
  });
});
