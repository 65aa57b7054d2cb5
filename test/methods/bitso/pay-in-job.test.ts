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
      ...{ JUNO_BASE_URL: fake.url, LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.1/32' },
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
    from = '192.0.2.1',
  ): Promise<number> => {
    const { headers, body } = fake.control.notice({ event, payload, by });
    const response = await fetch(`${service.baseUrl}/providers/bitso/notices`, {
      ...{ method: 'POST', headers: { ...headers, 'X-Forwarded-For': from }, body },
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
        Array.from({ length: 30 }, () =>
          tell('funding', { fid: 'f', status: 'complete' }, 'unknown', '192.0.2.9'),
        ),
      );
      for (const status of answers) statuses.add(status);
    }
    expect([...statuses]).to.have.members([401, 429]);
  });

  describe('whose CLABE was given out before', () => {
    afterEach(() => void fake.control.set({ reusesClabes: false }));

    let cents = 0;
    /** Two links of one amount: the first one's payment has expired, and its CLABE is the second one's. */
    const twoLinks = async (
      names: [first: string | null, second: string | null],
      { amounts, accounts }: { amounts?: [string, string]; accounts?: [TestAccount, TestAccount] } = {},
    ) => {
      const [one, other] = accounts ?? [account, account];
      const amount = `15${String(++cents).padStart(2, '0')}.50`;
      const create = async (by: TestAccount, payer_name: string | null, due: string) => {
        const fields = {
          accepted_methods: ['SPEI'],
          amount: due,
          ...(payer_name === null ? {} : { payer_name }),
        };
        const { code } = await createLink(by.api, fields);
        const { body } = await by.api.get(`/v1/payment_links/${code}`);
        const { instructions, amount_due } = body.methods[0];
        return { code, clabe: instructions.clabe as string, amount: amount_due as string };
      };
      fake.control.set({ reusesClabes: false });
      const first = await create(one, names[0], amounts?.[0] ?? amount);
      const [payment] = await service.database.query('select id from bitso_payments where clabe = $1', [
        first.clabe,
      ]);
      fake.control.expirePayment({ payment_id: payment!['id'] as string });
      fake.control.set({ reusesClabes: true });
      // The CLABEs of other payments that are over come first.
      for (;;) {
        const second = await create(other, names[1], amounts?.[1] ?? amount);
        if (second.clabe === first.clabe) return { first, second };
      }
    };
    const pay = async (link: { clabe: string; amount: string }, name: string): Promise<string> => {
      const { clabe: receiver_clabe, amount } = link;
      const paid = fake.control.pay({ receiver_clabe, amount, sender_name: name, sender_clabe: SENDER });
      if (!paid.credited || paid.fid === null) throw new Error('the money was sent back');
      expect(await tell('funding', { fid: paid.fid, status: 'complete' })).to.equal(200);
      await service.workers.notices.runOnce();
      return paid.fid;
    };
    const depositOf = async (fid: string) =>
      (await service.database.query('select * from deposits where provider_reference = $1', [fid]))[0];
    const statusOf = async (code: string) => (await account.api.get(`/v1/payment_links/${code}`)).body.status;

    it('is not paid by the late money of the earlier payer', async () => {
      const { second } = await twoLinks(['Ana Ruiz Gómez', 'Beto Luna']);
      const fid = await pay(second, 'ANA RUIZ GOMEZ');
      expect(await depositOf(fid)).to.include({
        ...{ status: 'unmatched', unmatched_reason: 'PAYER_MISMATCH', account_id: account.id },
      });
      expect(await statusOf(second.code)).to.equal('active');
      // That CLABE takes nothing any more.
      const method = await methodOf(second.code);
      expect(method.quote_status).to.equal('expired');
      const renewed = await account.api.post(`/v1/payment_links/${second.code}/methods/SPEI/quote`);
      expect(renewed.status).to.equal(200);
      const again = await methodOf(second.code);
      await pay({ clabe: again.instructions.clabe, amount: again.amount_due }, 'BETO LUNA');
      await service.workers.transfers.runOnce();
      expect(await statusOf(second.code)).to.be.oneOf(['processing', 'paid']);
    });

    it('is not paid by anybody who cannot be shown to be its payer', async () => {
      for (const names of [
        ['Ana Ruiz', 'Beto Luna'],
        ['Ana Ruiz', null],
        [null, null],
      ] as [string | null, string | null][]) {
        const { second } = await twoLinks(names);
        const fid = await pay(second, 'EMPRESA DE OTRO SA DE CV');
        expect((await depositOf(fid))?.['unmatched_reason'], String(names)).to.equal('PAYER_MISMATCH');
      }
    });

    it('is paid by its own payer, however the bank writes the name', async () => {
      const { second } = await twoLinks(['Ana Ruiz', 'José Núñez']);
      const fid = await pay(second, 'NUNEZ LARA JOSE');
      expect((await depositOf(fid))?.['unmatched_reason']).to.equal(null);
      expect(await statusOf(second.code)).to.be.oneOf(['processing', 'paid']);
    });

    it('is paid by anybody when the earlier payment was for another amount, which Bitso would send back', async () => {
      const { second } = await twoLinks([null, null], { amounts: ['3300.10', '3300.20'] });
      const fid = await pay(second, NAME);
      expect((await depositOf(fid))?.['unmatched_reason']).to.equal(null);
    });

    it("belongs to no account's inbox when the earlier link is another account's", async () => {
      const other = await service.createAccount();
      const { second } = await twoLinks(['Ana Ruiz', 'Beto Luna'], { accounts: [other, account] });
      const fid = await pay(second, 'ANA RUIZ');
      expect(await depositOf(fid)).to.include({
        ...{ status: 'unmatched', unmatched_reason: 'PAYER_MISMATCH' },
        account_id: '00000000-0000-0000-0000-000000000000',
      });
      expect(await statusOf(second.code)).to.equal('active');
    });
  });

  describe('in the end', () => {
    it('leaves no secret, CLABE or name in the logs', () => {
      const logs = written.join('');
      expect(logs).to.include('provider notice refused');
      for (const canary of [NAME, SENDER, fake.bitso.secret, fake.juno.secret, fake.bitso.key]) {
        expect(logs).to.not.include(canary);
      }
      expect(logs).to.not.match(/"[^"]*\b710\d{15}\b/);
    });
  });
});
