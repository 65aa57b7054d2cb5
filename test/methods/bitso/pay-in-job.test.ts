import { expect } from 'chai';
import { startFakeBitso, type FakeBitso } from '../../../scripts/fake-bitso/server.ts';
import { advance, createLink } from '../../payment-links/links.ts';
import { carryBy } from '../../provider-notices/rig.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const NAME = 'CANARY SENDER';
const SENDER = '012180015123456780';

describe('a link that is paid by SPEI at Bitso', () => {
  let fake: FakeBitso;
  let service: TestService;
  let account: TestAccount;
  const written: string[] = [];
  const write = process.stderr.write.bind(process.stderr);

  before(async () => {
    process.stderr.write = (chunk: string | Uint8Array) => {
      written.push(String(chunk));
      return true;
    };
    fake = await startFakeBitso({ settings: { requestsPerMinute: 1_000_000 } });
    service = await startService({
      ...{ BITSO_API_KEY: fake.bitso.key, BITSO_API_SECRET: fake.bitso.secret, BITSO_BASE_URL: fake.url },
      ...{ JUNO_API_KEY: fake.juno.key, JUNO_API_SECRET: fake.juno.secret },
      ...{ JUNO_BASE_URL: fake.url, LOG_LEVEL: 'debug' },
    });
    await carryBy(service, 'bitso', 'SPEI');
    account = await service.createAccount();
  });
  after(async () => {
    await service.close();
    await fake.close();
    process.stderr.write = write;
  });

  const tell = async (
    event: string,
    payload: unknown,
    by: 'us' | 'forger' | 'unknown' = 'us',
  ): Promise<number> => {
    const { headers, body } = fake.control.notice({ event, payload, by });
    const response = await fetch(`${service.baseUrl}/providers/bitso/notices`, {
      ...{ method: 'POST', headers, body },
    });
    return response.status;
  };
  const methodOf = async (code: string) => {
    const { body } = await account.api.get(`/v1/payment_links/${code}`);
    return body.methods.find(({ method }: { method: string }) => method === 'SPEI');
  };

  it('gets a new payment when the first one closed before the link', async () => {
    const { code } = await createLink(account.api, { accepted_methods: ['SPEI'], amount: '1500.50' });
    const first = await methodOf(code);
    expect(first.instructions.clabe).to.match(/^710\d{15}$/);
    await advance(service, 4 * 24 * 3600);
    const renewed = await account.api.post(`/v1/payment_links/${code}/methods/SPEI/quote`);
    expect(renewed.status).to.equal(200);
    const second = await methodOf(code);
    expect(second.instructions.clabe).to.match(/^710\d{15}$/);
    expect(second.instructions.clabe).to.not.equal(first.instructions.clabe);
    expect(second.amount_due).to.equal(first.amount_due);
  });

  it('is credited once, whoever tells of it, in whatever order and however often', async () => {
    const { code } = await createLink(account.api, { accepted_methods: ['SPEI'], amount: '2500.50' });
    const { instructions, amount_due: amount } = await methodOf(code);
    const paid = fake.control.pay({
      ...{ receiver_clabe: instructions.clabe, amount, sender_name: NAME, sender_clabe: SENDER },
    });
    if (!paid.credited || paid.fid === null) throw new Error('the money was sent back');
    const { fid } = paid;
    const details = { fid, payer_clabe: SENDER, actual_payer_name: NAME };
    const payment = { payment_id: 'p-1', status: 'COMPLETED', details };
    const funding = { fid, status: 'complete', details: { sender_name: NAME, sender_clabe: SENDER } };

    expect(await tell('funding', funding, 'forger')).to.equal(401);
    for (const [event, payload] of [
      ['spei_payment', payment],
      ['funding', funding],
      ['spei_payment', payment],
      ['funding', funding],
    ] as const) {
      expect(await tell(event, payload)).to.equal(200);
    }
    await service.workers.notices.runOnce();
    await service.workers.statements.runOnce();
    const deposits = await service.database.query('select provider_reference, payer from deposits');
    expect(deposits).to.have.length(1);
    expect(deposits[0]).to.deep.include({ provider_reference: fid });
    expect(deposits[0]?.['payer']).to.include({ name: NAME, account: SENDER });
    const { body: link } = await account.api.get(`/v1/payment_links/${code}`);
    expect(link.status).to.be.oneOf(['processing', 'paid']);
    const waiting = await service.database.query(
      `select 1 from provider_notices where status <> 'processed'`,
    );
    expect(waiting).to.deep.equal([]);
  });

  it('limits an address that makes up key ids', async () => {
    const statuses = new Set<number>();
    // More than a minute's worth of them, in case one ends meanwhile.
    for (let round = 0; round < 6 && !statuses.has(429); round++) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => tell('funding', { fid: 'f', status: 'complete' }, 'unknown')),
      );
      for (const status of answers) statuses.add(status);
    }
    expect([...statuses]).to.have.members([401, 429]);
  });

  it('leaves no secret, CLABE or name in the logs', () => {
    const logs = written.join('');
    expect(logs).to.include('a notice was refused');
    for (const canary of [NAME, SENDER, fake.bitso.secret, fake.juno.secret, fake.bitso.key]) {
      expect(logs).to.not.include(canary);
    }
    expect(logs).to.not.match(/"[^"]*\b710\d{15}\b/);
  });
});
