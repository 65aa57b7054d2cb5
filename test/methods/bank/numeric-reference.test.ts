import { expect } from 'chai';
import { advance, methodOf, runOut } from '../../payment-links/links.ts';
import { carryBy } from '../../provider-notices/rig.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { ACCOUNT, openPaperBank, type PaperBank } from './paper-bank.ts';

const DAY = '2026-11-26';

describe("SPEI's numeric reference at the company's own bank account (D42)", () => {
  let bank: PaperBank;
  let service: TestService;
  let account: TestAccount;
  let files = 0;

  beforeEach(async () => {
    bank = await openPaperBank('1000.00', {
      ...{ asset: 'MXN', at_par: ['MXNB'], methods: ['SPEI'], clabe: '032180000118359719' },
      // Its statements name the account by a number of the bank's own.
      ...{ account_number: undefined, routing_number: undefined, aliases: [ACCOUNT.number], out: undefined },
    });
    service = await startService({ BANK_ACCOUNTS_FILE: bank.accountsFile });
    await carryBy(service, 'bank', 'SPEI');
    account = await service.createAccount();
  });
  afterEach(async () => {
    await service?.close();
    await bank?.remove();
  });

  const createLink = async (
    amount = '250.00',
  ): Promise<{ code: string; reference: string; digits: string }> => {
    const request = { accepted_methods: ['SPEI'], amount, currency: 'MXNB', description: 'Order 1042' };
    const { body } = await account.api.post('/v1/payment_links', request);
    const { reference, numeric_reference: digits, clabe } = methodOf(body, 'SPEI').instructions;
    expect(clabe).to.equal('032180000118359719');
    return { code: body.code, reference, digits };
  };
  const arrive = async (text: string, amount = '250.00'): Promise<void> => {
    const content = bank.close(DAY, [{ amount, booked: DAY, text }]).replaceAll('USD', 'MXN');
    await bank.drop(`${++files}.xml`, content);
    // The folder is looked at twice, since a file may still be growing.
    for (let round = 0; round < 3; round++) {
      await service.workers.rails.runOnce();
      await runOut(service.workers.rails);
      await advance(service, 10);
    }
  };
  const statusOf = async (code: string): Promise<string> =>
    (await account.api.get(`/v1/payment_links/${code}`)).body.status;
  const unmatched = async () =>
    (await service.database.query('select unmatched_reason as reason from deposits')).map(
      ({ reason }) => reason,
    );

  it('pays a link whose digits alone have arrived, glued to other words and with zeros before them', async () => {
    const { code, digits } = await createLink();
    expect(digits).to.match(/^[1-9][0-9]{6}$/);
    await arrive(`SPEI RECIBIDOBANORTE Referencia 000${digits}PAGO`);
    expect(await statusOf(code)).to.equal('paid');
  });

  it('is nobody’s by digits and another amount than is owed, or for a link that is not active', async () => {
    const { code, digits } = await createLink();
    for (const amount of ['251.00', '249.99']) await arrive(`PAGO FACTURA ${digits} CLIENTE`, amount);
    expect(await statusOf(code)).to.equal('active');
    await arrive(`PAGO ${digits}`);
    expect(await statusOf(code)).to.equal('paid');
    await arrive(`PAGO ${digits} OTRA VEZ`);
    const found = await service.database.query(
      `select unmatched_reason as reason, account_id = $1 as is_ours from deposits where unmatched_reason is not null`,
      [account.id],
    );
    expect(found).to.deep.equal(Array(3).fill({ reason: 'UNKNOWN_DESTINATION', is_ours: false }));
  });

  it('believes a reference before digits, which may be there by chance', async () => {
    const [one, other] = [await createLink(), await createLink()];
    await arrive(`PAGO ${one.reference} FACTURA ${other.digits}`);
    expect([await statusOf(one.code), await statusOf(other.code)]).to.deep.equal(['paid', 'active']);
  });

  it('pays no link by digits that two have, and none by digits that are older than any link', async () => {
    const [one, other] = [await createLink(), await createLink()];
    const change = 'update bank_places set numeric_reference = $1 where reference = $2';
    await service.database.query(change, [one.digits, other.reference]);
    await arrive(`PAGO ${one.digits}`);
    const old = await createLink();
    await service.database.query(
      `update bank_places set created_at = created_at - interval '98 days' where reference = $1`,
      [old.reference],
    );
    await arrive(`PAGO ${old.digits}`);
    expect(await unmatched()).to.deep.equal(['UNKNOWN_DESTINATION', 'UNKNOWN_DESTINATION']);
  });
});
