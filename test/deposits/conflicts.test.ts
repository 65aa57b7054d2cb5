import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { verifyLedger } from '../../src/audit/verify.ts';
import { UNCLAIMED_ACCOUNT_ID } from '../../src/deposits/deposit-state.ts';
import { createDepositService } from '../../src/deposits/service.ts';
import { createEventRecorder } from '../../src/events/record.ts';
import { insertEventsWithDeliveries } from '../../src/webhooks/deliveries/repository.ts';
import type { Logger } from '../../src/lib/logger.ts';
import { money } from '../../src/lib/money.ts';
import { eventsOf } from '../events/events.ts';
import { booksOf, createLink, readLink } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { notificationFor, receive } from './notifications.ts';

describe('a provider reference used for two deposits', () => {
  let service: TestService;
  let account: TestAccount;
  let other: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    other = await service.createAccount();
  });
  afterEach(async () => {
    const { discrepancies } = await service.foundation.db.snapshot(verifyLedger);
    expect(discrepancies).to.deep.equal([]);
  });

  const depositsOf = (providerReference: string) =>
    service.database.query('select account_id, status from deposits where provider_reference = $1', [
      providerReference,
    ]);
  const conflictsOf = async (providerReference: string): Promise<any[]> => {
    const { code, stdout, stderr } = await runPayments(service, 'deposits', 'conflicts', '--json');
    expect(code, stderr).to.equal(0);
    const { data } = JSON.parse(stdout);
    return data.filter((conflict: any) => conflict.provider_reference === providerReference);
  };

  it('of two accounts is credited to the first only, and the second is listed for the operator', async () => {
    const [first, second] = [await createLink(account.api), await createLink(other.api)];
    const notification = await notificationFor(service, first.code, 'SPEI');
    const stranger = await notificationFor(service, second.code, 'SPEI', {
      providerReference: notification.providerReference,
    });
    const deposit = await receive(service, notification);
    expect(deposit).to.include({ status: 'credited' });
    expect(await receive(service, stranger)).to.equal(undefined);
    expect(await receive(service, stranger), 'notified again').to.equal(undefined);

    expect(await depositsOf(notification.providerReference)).to.deep.equal([
      { account_id: account.id, status: 'credited' },
    ]);
    expect((await readLink(other.api, second.code)).status).to.equal('active');
    for (const book of ['available', 'pending', 'unmatched', 'rail:simulator']) {
      expect(await booksOf(service, other.id, book)).to.deep.equal({});
    }
    expect(await eventsOf(service, other.id)).to.deep.equal([]);

    const [conflict, ...others] = await conflictsOf(notification.providerReference);
    expect(others).to.deep.equal([]);
    const { id, created_at, ...facts } = conflict;
    expect(id).to.be.a('string');
    expect(Date.parse(created_at)).to.be.closeTo(Date.now(), 60_000);
    expect(facts).to.deep.equal({
      provider: 'simulator',
      provider_reference: notification.providerReference,
      deposit: { id: deposit?.id, account_id: account.id },
      account_id: other.id,
      payment_link_code: second.code,
      method: 'SPEI',
      destination: stranger.destination,
      reference: stranger.reference,
      asset: 'MXN',
      network: null,
      amount: '20000.00000000',
      final: true,
    });

    // The second account can still be paid, with a different reference.
    expect(await receive(service, { ...stranger, providerReference: randomUUID() })).to.include({
      status: 'credited',
    });
  });

  it('of two links of one account is credited to the first only', async () => {
    const [first, second] = [await createLink(account.api), await createLink(account.api)];
    const notification = await notificationFor(service, first.code, 'SPEI');
    const again = await notificationFor(service, second.code, 'SPEI', {
      providerReference: notification.providerReference,
    });
    expect(await receive(service, notification)).to.include({ status: 'credited' });
    expect(await receive(service, again)).to.equal(undefined);
    expect((await readLink(account.api, second.code)).status).to.equal('active');
    expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '20000.00000000' });
    expect(await conflictsOf(notification.providerReference)).to.have.length(1);
  });

  it('is held once when one of them belongs to nobody', async () => {
    const { code } = await createLink(account.api);
    const notification = await notificationFor(service, code, 'SPEI');
    const stray = { ...notification, destination: '646180000000000000' };
    expect(await receive(service, stray)).to.include({ accountId: UNCLAIMED_ACCOUNT_ID });
    expect(await receive(service, notification)).to.equal(undefined);
    expect(await receive(service, stray), 'a mere repeat').to.include({ status: 'unmatched' });
    const [conflict, ...others] = await conflictsOf(notification.providerReference);
    expect(conflict).to.deep.include({ account_id: account.id, payment_link_code: code });
    expect(others).to.deep.equal([]);
  });

  it('does not change a deposit that was seen when the other is final', async () => {
    const [first, second] = [await createLink(account.api), await createLink(other.api)];
    const notification = await notificationFor(service, first.code, 'MXNB', { final: false });
    const stranger = await notificationFor(service, second.code, 'MXNB', {
      providerReference: notification.providerReference,
    });
    await receive(service, notification);
    expect(await receive(service, { ...stranger, final: false })).to.equal(undefined);
    expect(await receive(service, { ...stranger, amount: money('3') })).to.equal(undefined);
    expect((await readLink(account.api, first.code)).status).to.equal('processing');
    const [conflict, ...others] = await conflictsOf(notification.providerReference);
    expect(conflict).to.include({ final: true, amount: '3.00000000' });
    expect(others).to.deep.equal([]);
    expect(await receive(service, { ...notification, final: true })).to.include({ status: 'credited' });
  });

  it('belongs to whichever comes first when both are notified at once', async () => {
    for (const method of ['SPEI', 'MXNB']) {
      const links = await Promise.all([createLink(account.api), createLink(other.api)]);
      const providerReference = randomUUID();
      const notifications = await Promise.all(
        links.map(({ code }) => notificationFor(service, code, method, { providerReference })),
      );
      const told = Array.from({ length: 20 }, (_, teller) => notifications[teller % 2]!);
      const deposits = await Promise.all(told.map((notification) => receive(service, notification)));
      const taken = deposits.filter((deposit) => deposit !== undefined);
      expect(taken).to.have.length(10);
      expect(new Set(taken.map(({ id }) => id)).size).to.equal(1);
      expect(await depositsOf(providerReference)).to.have.length(1);
      expect(await conflictsOf(providerReference)).to.have.length(1);
      const statuses = await Promise.all([
        readLink(account.api, links[0].code),
        readLink(other.api, links[1].code),
      ]);
      expect(statuses.map(({ status }) => status).sort()).to.deep.equal(['active', 'paid']);
    }
  });

  it('is logged as an error, once', async () => {
    const errors: object[] = [];
    const logger = {
      error: (message: string, facts: object) => errors.push({ message, ...facts }),
    } as unknown as Logger;
    const deposits = createDepositService({
      screens: false,
      events: createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries }),
      providers: service.foundation.providers,
      logger,
    });
    const { db } = service.foundation;
    const [first, second] = [await createLink(account.api), await createLink(other.api)];
    const notification = await notificationFor(service, first.code, 'SPEI');
    const { providerReference } = notification;
    const stranger = await notificationFor(service, second.code, 'SPEI', { providerReference });
    for (const told of [notification, stranger, stranger]) {
      await db.transaction((trx) => deposits.receive(trx, told));
    }
    const [conflict] = await conflictsOf(providerReference);
    expect(errors).to.have.length(1);
    expect(errors[0]).to.deep.include({
      conflict_id: conflict.id,
      provider: 'simulator',
      account_id: other.id,
    });
  });

  it('is refused by the database itself', async () => {
    const { code } = await createLink(account.api);
    const notification = await notificationFor(service, code, 'SPEI');
    const deposit = await receive(service, notification);
    const copy = service.database.query(
      `insert into deposits (account_id, id, status, unmatched_reason, method, asset, amount, destination, provider,
                             provider_reference, payer, created_at)
       select $1, gen_random_uuid(), 'unmatched', 'OVERPAID', method, asset, amount, destination, provider,
              provider_reference, payer, created_at
         from deposits where id = $2`,
      [other.id, deposit?.id],
    );
    const refusal = await copy.catch((error: unknown) => error);
    expect(refusal).to.include({ constraint: 'deposits_hold_their_reference' });
  });
});
