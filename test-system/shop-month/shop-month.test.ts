import { BigNumber } from 'bignumber.js';
import { expect } from 'chai';
import { createCustomer } from '../../test/customers/customers.ts';
import { join, type Person } from '../../test/panel/people.ts';
import { setTime } from '../../test/panel/overview/activity.ts';
import { createLink, pay, runToRest } from '../../test/payment-links/links.ts';
import { startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { refundDeposit, refundLink, requireSoundBooks, restore, setFees } from '../../test/transfers/rig.ts';
import { letTimePass, treasurer, type Treasurer } from '../../test/treasury/rig.ts';
import { batcher, linesOf } from '../../test/withdrawal-batches/rig.ts';

/** The fee of a paid link, and of a payout in whole cents: 1.2 % and 3.50. */
const FEE = { rate: '0.012', fixed: '3.5' };

interface Sale {
  day: number;
  reference: string;
  customer?: 'Ana' | 'Beto' | 'Carla';
  amount: string;
  /** By default the shop. */
  feeBearer?: 'payer';
  /** `under` and `over` are sent back to the payer, as is the second of `duplicate`. */
  paid: 'exact' | 'under' | 'over' | 'duplicate' | 'never';
  /** A part of it is refunded on this day. */
  refund?: { day: number; amount: string };
}

/** What the shop asked for in April, and what came of it. */
const SALES: readonly Sale[] = [
  { day: 1, reference: 'A-01', customer: 'Ana', amount: '1500.50', paid: 'exact' },
  { day: 1, reference: 'A-02', amount: '199.99', paid: 'exact' },
  { day: 3, reference: 'A-03', customer: 'Beto', amount: '20000.01', paid: 'exact' },
  { day: 4, reference: 'A-04', customer: 'Ana', amount: '640', feeBearer: 'payer', paid: 'exact' },
  { day: 6, reference: 'A-05', customer: 'Carla', amount: '333.33', paid: 'never' },
  { day: 8, reference: 'A-06', amount: '1200', paid: 'duplicate' },
  { day: 9, reference: 'A-07', customer: 'Beto', amount: '750.25', paid: 'under' },
  { day: 11, reference: 'A-08', amount: '188.88', paid: 'exact', refund: { day: 12, amount: '188.88' } },
  {
    day: 14,
    reference: 'A-09',
    customer: 'Ana',
    amount: '4999.95',
    paid: 'exact',
    refund: { day: 20, amount: '140.25' },
  },
  { day: 15, reference: 'A-10', amount: '310', feeBearer: 'payer', paid: 'exact' },
  { day: 18, reference: 'A-11', customer: 'Carla', amount: '2500', paid: 'over' },
  { day: 21, reference: 'A-12', customer: 'Beto', amount: '155.55', paid: 'exact' },
  { day: 27, reference: 'A-13', customer: 'Ana', amount: '7000', paid: 'never' },
  { day: 29, reference: 'A-14', amount: '101', feeBearer: 'payer', paid: 'exact' },
];
/** The payroll, whose batch a second person approves, and the suppliers' of the end of the month. */
const BATCHES: readonly { day: number; amounts: readonly string[] }[] = [
  { day: 15, amounts: ['1500.50', '2250.25', '999.99'] },
  { day: 28, amounts: ['640.10', '3000'] },
];
const APPROVED_ABOVE = '4000';

const at = (day: number, hour = 18): Date => new Date(Date.UTC(2031, 3, day, hour));
const sumOf = (amounts: readonly (string | BigNumber)[]): BigNumber =>
  amounts.reduce<BigNumber>((sum, amount) => sum.plus(amount), new BigNumber(0));
const isPaid = ({ paid }: Sale): boolean => paid === 'exact' || paid === 'duplicate';
const feeOf = ({ amount }: Sale): BigNumber => new BigNumber(amount).times(FEE.rate).plus(FEE.fixed);
const payoutFeeOf = (amount: string): BigNumber =>
  new BigNumber(amount).times(FEE.rate).plus(FEE.fixed).decimalPlaces(2, BigNumber.ROUND_UP);
const PAID_OUT = BATCHES.flatMap(({ amounts }) => amounts);
const PAYOUT_FEES = sumOf(PAID_OUT.map(payoutFeeOf));

/** What sales must have brought and cost, by the table alone. */
function expectedOf(sales: readonly Sale[]) {
  const paid = sales.filter(isPaid);
  return {
    payment: sumOf(paid.map(({ amount }) => amount)),
    fee: sumOf(paid.filter(({ feeBearer }) => feeBearer !== 'payer').map(feeOf)),
    refund: sumOf(paid.map(({ refund }) => refund?.amount ?? '0')),
  };
}

describe('the month of a shop ties to the cent', function () {
  this.timeout(120_000);
  let service: TestService;
  let receiver: Receiver;
  let shop: TestAccount;
  let bob: Treasurer;
  let owner: Treasurer;
  let reader: Person;
  const customers = new Map<string, string>();
  const batches: string[] = [];
  let events: any[];
  const sold = expectedOf(SALES);
  /** By type of movement. */
  const expected = {
    ...sold,
    fee: sold.fee.plus(PAYOUT_FEES),
    withdrawal: sumOf(PAID_OUT).minus(PAYOUT_FEES),
  };
  const closing = expected.payment.minus(expected.fee).minus(expected.refund).minus(expected.withdrawal);

  before(async () => {
    receiver = await startReceiver();
    service = await startService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_CA_FILE: receiver.caFile });
    await restore(service);
    await setTime(service, new Date('2031-03-30T18:00:00Z'));
    shop = await service.createAccount();
    await service.database.query(`update accounts set time_zone = 'America/Mexico_City' where id = $1`, [
      shop.id,
    ]);
    await shop.api.post('/v1/webhook_endpoints', { url: `${receiver.url}/hooks` });
    for (const name of ['Ana', 'Beto', 'Carla'])
      customers.set(name, String((await createCustomer(shop.api, { name, reference: name })).id));
    bob = await treasurer(service, shop, 'finance');
    owner = await treasurer(service, shop, 'owner');
    await owner.rule(APPROVED_ABOVE);
    await bob.save();
    await letTimePass(service);
    await setFees(service, FEE.rate, FEE.fixed);
    for (let day = 1; day <= 30; day++) await play(day);
    // Later they are too old to be listed.
    events = await all('/v1/events?order=asc');
    await setTime(service, new Date('2031-05-02T18:00:00Z'));
    await rest();
    reader = await join(service, shop.id, 'viewer');
  });
  after(async () => {
    await service?.close();
    await receiver?.close();
  });

  const rest = async (): Promise<void> => {
    await runToRest(service);
    await service.workers.deliveries.runOnce();
  };

  async function play(day: number): Promise<void> {
    await setTime(service, at(day));
    for (const sale of SALES.filter((one) => one.day === day)) await sell(sale);
    for (const sale of SALES.filter(({ refund }) => refund?.day === day)) {
      const code = codes.get(sale.reference) ?? '';
      await refundLink(service, shop.id, code, sale.refund?.amount);
    }
    for (const batch of BATCHES.filter((one) => one.day === day)) await payOut(batch.amounts);
    await rest();
  }

  const codes = new Map<string, string>();

  async function sell({ reference, customer, amount, feeBearer, paid }: Sale): Promise<void> {
    const { code } = await createLink(shop.api, {
      ...{ amount, currency: 'MXNB', description: `Order ${reference}`, reference },
      ...{ accepted_methods: ['SPEI'], fee_bearer: feeBearer ?? 'merchant' },
      customer_id: customer === undefined ? null : customers.get(customer),
    });
    codes.set(reference, code);
    if (paid === 'never') return;
    const { status, body } = await pay(shop.api, code, { method: 'SPEI', scenario: paid });
    expect(status, JSON.stringify(body)).to.equal(201);
    await rest();
    const { body: open } = await shop.api.get(`/v1/deposits?payment_link_code=${code}&status=unmatched`);
    for (const deposit of open.data) await refundDeposit(service, String(deposit.id));
  }

  async function payOut(amounts: readonly string[]): Promise<void> {
    const file = ['amount,destination', ...amounts.map((amount) => `${amount},Main account`)].join('\n');
    const { id, waitsFor } = await batcher(service, shop, bob).request(file, undefined, true);
    const needsApproval = sumOf(amounts).gt(APPROVED_ABOVE);
    expect(waitsFor).to.equal(needsApproval ? 'second_person' : null);
    if (needsApproval) await batcher(service, shop, owner).approve(id);
    batches.push(id);
  }

  const csvOf = async (path: string): Promise<Record<string, string>[]> => {
    const { status, text } = await reader.visitor.get(`/panel/accounts/${shop.id}${path}`);
    expect(status, path).to.equal(200);
    const [head = '', ...rows] = text.replace('\ufeff', '').trim().split('\r\n');
    const names = head.split(',');
    return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at] ?? '', cell])));
  };
  const all = async (path: string): Promise<any[]> => {
    const rows: any[] = [];
    for (let cursor = ''; ;) {
      const { body } = await shop.api.get(`${path}${path.includes('?') ? '&' : '?'}limit=50${cursor}`);
      rows.push(...body.data);
      if (!body.has_more) return rows;
      cursor = `&cursor=${body.next_cursor}`;
    }
  };
  const cents = (amount: BigNumber): string => amount.toFixed(8);

  it('in its balance', async () => {
    const { body } = await shop.api.get('/v1/balances');
    const balance = body.data.find(({ asset }: any) => asset === 'MXNB');
    expect(balance).to.include({ available: cents(closing), pending: '0.00000000' });
    await requireSoundBooks(service);
  });

  it('in its movements, by type', async () => {
    const movements = await all('/v1/transactions');
    const byType = (type: string) =>
      cents(sumOf(movements.filter((one) => one.type === type).map(({ amount }) => amount)).abs());
    for (const [type, amount] of Object.entries(expected)) expect(byType(type), type).to.equal(cents(amount));
    expect(cents(sumOf(movements.map(({ amount }) => amount)))).to.equal(cents(closing));
    expect(movements[0].balance_after).to.equal(cents(closing));
  });

  it('in the statement of the month', async () => {
    const rows = await csvOf('/statements/csv?month=2031-04&asset=MXNB');
    expect(rows[0]).to.include({ type: 'opening_balance', balance_after: '0.00000000' });
    expect(rows.at(-1)).to.include({ type: 'closing_balance', balance_after: cents(closing) });
    const moved = rows.slice(1, -1).map(({ amount = '0' }) => amount);
    expect(cents(sumOf(moved))).to.equal(cents(closing));
  });

  it('in what each customer was asked for, paid and owes', async () => {
    for (const [name, id] of customers) {
      const own = SALES.filter(({ customer }) => customer === name);
      const rows = await csvOf(`/customers/${id}/statement/csv?from=2031-04-01&until=2031-04-30`);
      const total = (kind: string) =>
        cents(sumOf(rows.filter((row) => row['kind'] === kind).map(({ amount = '0' }) => amount)));
      expect(total('request'), name).to.equal(cents(sumOf(own.map(({ amount }) => amount))));
      expect(total('payment'), name).to.equal(cents(expectedOf(own).payment));
      expect(total('refund'), name).to.equal(cents(expectedOf(own).refund));
    }
  });

  it('in the report of each batch, all of whose lines are settled', async () => {
    for (const [at, { amounts }] of BATCHES.entries()) {
      const id = batches[at] ?? '';
      expect(await linesOf(service, id)).to.deep.equal({ settled: amounts.length });
      const rows = await csvOf(`/withdrawals/batches/${id}/report`);
      expect(cents(sumOf(rows.map(({ amount = '0' }) => amount)))).to.equal(cents(sumOf(amounts)));
    }
  });

  it('in its events, each delivered once and in a sequence without a gap', () => {
    expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, at) => at + 1));
    const paid = events.filter(({ type }) => type === 'payment_link.paid');
    expect(cents(sumOf(paid.map(({ data }) => data.amount)))).to.equal(cents(expected.payment));
    const delivered = receiver.requests.map(({ body }) => JSON.parse(body.toString()).id as string);
    expect(delivered.sort()).to.deep.equal(events.map(({ id }) => id).sort());
  });
});
