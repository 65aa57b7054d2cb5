import { expect } from 'chai';
import { readXlsx } from 'hucre/xlsx';
import { OPERATOR } from '../../../src/audit-log/index.ts';
import { money, type Money, ZERO } from '../../../src/lib/money.ts';
import { readStatementFile } from '../../../src/methods/providers/bank/files/index.ts';
import { allowLargeMoves } from '../../fx/moves.ts';
import { createLink, methodOf, moveMarket, pay, runToRest } from '../../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { readZip } from '../../support/zip.ts';
import { fund, refundLink, requireSoundBooks, restore, setFees } from '../../transfers/rig.ts';
import { confirmConversion, withdraw } from '../../transfers/started.ts';
import { setTime } from '../overview/activity.ts';
import { join, type Person } from '../people.ts';
import { monthOf } from './month.ts';

type Cell = string | number | Date | null;

/** The rows of a table on a sheet, by the first cell of each: those below the row that begins with a heading. */
function tableOf(rows: Cell[][], heading: string): Map<string, Cell[]> {
  const from = rows.findIndex(([first]) => first === heading);
  expect(from, heading).to.be.greaterThan(-1);
  const until = rows.findIndex((row, at) => at > from && row.every((cell) => cell === null));
  const width = rows[from]!.findLastIndex((cell) => cell !== null) + 1;
  return new Map(
    rows.slice(from + 1, until).map((row) => [String(row[0]), row.slice(1, width)] as [string, Cell[]]),
  );
}

const sum = (amounts: Money[]): Money => amounts.reduce((total, amount) => total.plus(amount), ZERO);
const amountIn = (cell: Cell | undefined): Money => money(String(cell ?? 0));

describe("a shop's month in one file", function () {
  this.timeout(120_000);
  let service: TestService;
  let shop: TestAccount;
  let viewer: Person;
  let sheets: { name: string; rows: Cell[][] }[];

  /** A month with links paid by several methods, money that is held, refunds, a conversion and a withdrawal. */
  before(async () => {
    service = await startService();
    await allowLargeMoves(service);
    await restore(service);
    shop = await service.createAccount();
    await service.database.query(
      `update accounts set name = 'Café Ñandú', time_zone = 'America/Mexico_City' where id = $1`,
      [shop.id],
    );
    await setTime(service, new Date('2031-03-20T12:00:00Z'));
    await fund(shop, 'MXNB', '1234.56');
    await setTime(service, new Date('2031-04-10T12:00:00Z'));
    await setFees(service, '0.01', '1.5');
    const { api } = shop;
    const chair = await createLink(api, {
      amount: '640',
      description: '=HYPERLINK("x")',
      reference: '00042',
    });
    await pay(api, chair.code, { method: 'SPEI' });
    const exact = await createLink(api);
    await pay(api, exact.code, { method: 'USDC' });
    const short = await createLink(api, { amount: '500' });
    await pay(api, short.code, { method: 'SPEI', scenario: 'under' });
    await runToRest(service);
    await service.foundation.db.transaction((trx) =>
      service.foundation.tolerances.set(trx, shop.id, OPERATOR, 'USDC', {
        share: money('0.05'),
        max: money('100'),
      }),
    );
    const off = await createLink(api);
    const due = money(methodOf(off, 'USDC').amount_due);
    await moveMarket(service, 'MXNB', '0.02');
    await pay(api, off.code, { method: 'USDC', amount: due.minus('0.01').toFixed() });
    await runToRest(service);
    await moveMarket(service, 'MXNB', '0');
    await refundLink(service, shop.id, chair.code, '140.25');
    await withdraw(shop, '1000');
    const { conversions, db } = service.foundation;
    const request = { accountId: shop.id, fromAsset: 'MXNB', toAsset: 'USDC', amount: money('333.33333333') };
    const quote = await conversions.requestQuote({ ...request, requestId: null }, 'month');
    const { id } = await db.transaction((trx) =>
      conversions.create(trx, { ...request, requestId: null }, quote),
    );
    await db.transaction((trx) => confirmConversion(service.foundation, trx, shop.id, id));
    await runToRest(service);
    await setTime(service, new Date('2031-05-02T12:00:00Z'));
    viewer = await join(service, shop.id, 'viewer');
    sheets = await readWorkbook((await get('xlsx')).bytes);
  });
  after(() => service?.close());

  const get = (what: string, month = '2031-04', of = viewer) =>
    of.visitor.get(`/panel/accounts/${shop.id}/statements/${what}?month=${month}`);
  const readWorkbook = async (bytes: Buffer) =>
    (await readXlsx(bytes)).sheets.map(({ name, rows }) => ({ name, rows: rows as Cell[][] }));
  const movements = (): Record<string, Cell>[] => {
    const [headings = [], ...rows] = sheets[1]!.rows;
    return rows.map((row) => Object.fromEntries(headings.map((name, at) => [String(name), row[at] ?? null])));
  };
  const query = (text: string) => service.database.query(text, [shop.id]);

  it('ties to the last digit: the sheets, the statements and the ledger', async () => {
    await requireSoundBooks(service);
    const balances = tableOf(sheets[0]!.rows, 'Asset');
    expect([...balances.keys()]).to.deep.equal(['MXNB', 'USDC']);
    for (const [asset, cells] of balances) {
      const {
        opening,
        closing,
        movements: count,
      } = await monthOf(service, ...[shop.id, asset, '2031-04-01T06:00:00Z', '2031-05-01T06:00:00Z']);
      const rows = movements().filter((row) => row['Asset'] === asset);
      expect(rows.length, asset).to.equal(count);
      const [first, ...sums] = cells.slice(0, -1).map(amountIn);
      const last = amountIn(cells.at(-1));
      expect(first!.toFixed(8)).to.equal(money(opening).toFixed(8));
      expect(last.toFixed(8)).to.equal(money(closing).toFixed(8));
      expect(first!.plus(sum(sums)).toFixed(8)).to.equal(last.toFixed(8));
      expect(sum(rows.map((row) => amountIn(row['Amount']))).toFixed(8)).to.equal(sum(sums).toFixed(8));
      expect(amountIn(rows.at(-1)!['Balance']).toFixed(8)).to.equal(last.toFixed(8));
    }
  });

  it('has the held money, the fees, and what exchanges took', async () => {
    const [summary] = sheets;
    expect(tableOf(summary!.rows, 'Outside the balance').get('Unmatched deposits (MXN)')).to.deep.equal([
      ...[0, 450],
    ]);
    const [fees] = await query(
      `select (select sum(-amount)::text from ledger_postings where account_id = $1 and book = 'available' and type = 'fee') as own,
              (select sum(fee)::text from transfers where account_id = $1 and kind = 'withdrawal') as within`,
    );
    const shown = tableOf(summary!.rows, 'Fees').get('MXNB')!.map(amountIn);
    expect(shown.map((one) => one.toFixed(8))).to.deep.equal(
      [fees!['own'], fees!['within']].map((one) => money(String(one)).toFixed(8)),
    );
    const exchanges = tableOf(summary!.rows, 'Exchanges');
    const totals = await query(
      `select asset || ' → ' || to_asset as pair, count(*)::int as count, sum(amount)::text as given,
              sum(to_amount)::text as received
         from transfers where account_id = $1 and kind in ('conversion', 'payment_conversion') group by 1 order by 1`,
    );
    expect(totals.length).to.equal(2);
    for (const { pair, count, given, received } of totals) {
      const cells = exchanges.get(String(pair))!;
      expect(cells[0]).to.equal(count);
      expect(amountIn(cells[1]).toFixed(8)).to.equal(String(given));
      expect(amountIn(cells[2]).toFixed(8)).to.equal(String(received));
    }
    expect(amountIn(exchanges.get('MXNB → USDC')!.at(-1)).isZero()).to.equal(true);
    const [off] = await query(
      `select trunc(t.amount * m.exchange_rate, 8) - t.to_amount as lost from transfers t
         join payment_link_methods m on m.account_id = t.account_id and m.link_code = t.payment_link_code and m.method = t.method
        where t.account_id = $1 and t.account_bears_price`,
    );
    expect(Number(off!['lost'])).to.be.greaterThan(0);
    expect(amountIn(exchanges.get('USDC → MXNB')!.at(-1)).toFixed(8)).to.equal(String(off!['lost']));
  });

  it('keeps texts as texts, and times as times of the account', () => {
    const chair = movements().find((row) => row['Reference'] === '00042' && row['Type'] === 'Payment')!;
    expect(chair['Description']).to.equal('=HYPERLINK("x")');
    expect((chair['Date'] as Date).toISOString()).to.match(/^2031-04-10T06:0/);
    expect(chair).to.include({ 'Bank of the CLABE': 'BBVA México', Method: 'SPEI' });
    expect(chair['Tracking key']).to.match(/^SIM[0-9A-F]{27}$/);
  });

  it('is also an archive with every statement in each of its formats', async () => {
    const answer = await get('zip');
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="month-2031-04.zip"');
    const files = readZip(answer.bytes);
    expect([...files.keys()]).to.deep.equal([
      'month-2031-04.xlsx',
      ...['MXNB', 'USDC'].flatMap((asset) =>
        ['pdf', 'csv', 'xml'].map((kind) => `statement-${asset}-2031-04.${kind}`),
      ),
    ]);
    expect((await readWorkbook(files.get('month-2031-04.xlsx')!))[1]!.rows).to.deep.equal(sheets[1]!.rows);
    const [camt] = readStatementFile(files.get('statement-MXNB-2031-04.xml')!, {}).statements;
    expect(camt).to.include({ currency: 'MXN', ties: true });
    expect(files.get('statement-USDC-2031-04.pdf')!.subarray(0, 5).toString()).to.equal('%PDF-');
  });

  it("has the columns and codes of the account's profile, once finance has saved them", async () => {
    const finance = await join(service, shop.id, 'finance');
    const path = `/panel/accounts/${shop.id}/statements/profile`;
    const save = (fields: Record<string, string>) => finance.visitor.post(`${path}/save`, fields);
    expect((await viewer.visitor.get(path)).status).to.equal(403);
    const refused = await save({ columns: 'local_time, password' });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.contain('Enter names from the list below');
    await save({
      columns: 'ledger_code local_time,amount, asset',
      ...{ code_payment: '4010', code_fee: '6010-02', code_refund: '4010' },
    });
    expect((await finance.visitor.get(path)).text).to.contain('value="6010-02"');
    const [summary, list] = await readWorkbook((await get('xlsx')).bytes);
    const [headings, ...rows] = list!.rows;
    expect(headings).to.deep.equal(['General-ledger code', 'Date', 'Amount', 'Asset']);
    const coded = rows.filter(([code, , , asset]) => code === '4010' && asset === 'MXNB');
    const [booked] = await query(
      `select sum(amount)::text as sum from ledger_postings where account_id = $1 and book = 'available'
          and asset = 'MXNB' and type in ('payment', 'refund') and created_at >= '2031-04-01T06:00:00Z'`,
    );
    const shown = summary!.rows.find(([code, asset]) => code === '4010' && asset === 'MXNB')!;
    expect(amountIn(shown[2]).toFixed(8)).to.equal(String(booked!['sum']));
    expect(sum(coded.map((row) => amountIn(row[2]))).toFixed(8)).to.equal(String(booked!['sum']));
    const [entry] = await query(
      `select details from audit_entries where account_id = $1 and action = 'month_profile.saved'`,
    );
    expect(entry!['details']).to.include({ fee: '6010-02' });
    await service.database.query('delete from month_profiles');
  });

  it('is in Spanish for who reads it so', async () => {
    const path = `/panel/accounts/${shop.id}/statements/xlsx?month=2031-04`;
    const { bytes } = await viewer.visitor.get(path, { 'accept-language': 'es' });
    const [summary, list] = await readWorkbook(bytes);
    expect([summary!.name, list!.name]).to.deep.equal(['Resumen', 'Movimientos']);
    expect(list!.rows[0]).to.include.members(['Fecha', 'Clave de rastreo', 'Banco de la CLABE']);
  });

  it('is of the months with statements only, and for members of the account', async () => {
    for (const month of ['2031-02', '2031-13', 'x'])
      for (const what of ['xlsx', 'zip']) expect((await get(what, month)).status, month).to.equal(303);
    const stranger = await join(service, (await service.createAccount()).id, 'owner');
    for (const what of ['xlsx', 'zip']) expect((await get(what, '2031-04', stranger)).status).to.equal(404);
  });
});
