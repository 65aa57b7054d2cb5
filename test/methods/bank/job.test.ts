import { expect } from 'chai';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { readSolvency } from '../../../src/audit/solvency.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { addTwoOperators } from '../../operators/two-operators.ts';
import { advance, methodOf, runOut } from '../../payment-links/links.ts';
import { carryBy } from '../../provider-notices/rig.ts';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf } from '../../transfers/rig.ts';
import { openPaperBank, paymentsIn, statement, statusReport, type PaperBank } from './paper-bank.ts';

const DAY = '2026-11-26';
const NEXT_DAY = '2026-11-27';
const PAYER = { name: 'Globex LLC', account: '4400219876' };

describe("the company's own bank account, by files (D42)", () => {
  let bank: PaperBank;
  let service: TestService;
  let account: TestAccount;

  const open = async (fields: Record<string, unknown> = {}): Promise<void> => {
    bank = await openPaperBank('1000.00', fields);
    service = await startService({ BANK_ACCOUNTS_FILE: bank.accountsFile });
    await carryBy(service, 'bank', 'WIRE');
    account = await service.createAccount();
  };
  afterEach(async () => {
    expect((await service.foundation.db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
    await service?.close();
    await bank?.remove();
  });

  const json = async (...args: string[]): Promise<any> => {
    const { stdout, stderr } = await runPayments(service, ...args, '--json');
    expect(stderr).to.equal('');
    return JSON.parse(stdout);
  };
  /** Hands a file in, and takes in what it says. */
  const hand = async (name: string, content: string): Promise<any> => {
    await bank.drop(name, content);
    const imported = await json('bank', 'import', `${bank.inFolder}/${name}`, '--account', 'operations-usd');
    await settle();
    return imported;
  };
  /** The folder is looked at twice, since a file may still be growing. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      await service.workers.rails.runOnce();
      await runOut(service.workers.rails);
      await advance(service, 10);
      await runOut(service.workers.transfers);
    }
  };
  const createLink = async (
    amount = '250',
  ): Promise<{ code: string; reference: string; instructions: any }> => {
    const request = { accepted_methods: ['WIRE'], amount, currency: 'USDC', description: 'Order 1042' };
    const { body } = await account.api.post('/v1/payment_links', request);
    expect(body).to.have.property('methods');
    const { instructions } = methodOf(body, 'WIRE');
    return { code: body.code, reference: instructions.reference, instructions };
  };
  const readLink = async (code: string): Promise<any> =>
    (await account.api.get(`/v1/payment_links/${code}`)).body;
  const withdraw = async (amount: string, accountNumber = '4400219876'): Promise<string> => {
    const { id } = await json(
      ...[
        'withdrawals',
        'create',
        '--account',
        account.id,
        '--asset',
        'USDC',
        '--amount',
        amount,
        '--method',
        'WIRE',
      ],
      ...['--bank-account-number', accountNumber, '--bank-routing-number', '121000248'],
      ...[
        '--bank-account-name',
        'Initech Inc',
        '--holder-type',
        'business',
        '--holder-street',
        '2 Side Street',
      ],
      ...['--holder-city', 'San Francisco', '--holder-state', 'CA', '--holder-postal-code', '94102'],
      ...['--holder-country', 'US'],
    );
    await settle();
    return id;
  };
  const readWithdrawal = async (id: string): Promise<any> =>
    (await account.api.get(`/v1/withdrawals/${id}`)).body;
  const available = async (): Promise<string | undefined> =>
    (await balancesOf(account))['USDC']?.split(' ')[0];

  it('pays a link by a statement that appears in the folder, whatever the bank made of the reference', async () => {
    await open();
    const { code, reference, instructions } = await createLink();
    expect(instructions.bank).to.deep.include({ account_number: '0123456789', routing_number: '021000021' });
    expect(instructions.confirmed).to.equal('next_banking_day');
    const text = `Payment of invoice ${reference.slice(0, 4).toLowerCase()}-${reference.slice(4)}, thank you`;
    await bank.drop('day.xml', bank.close(DAY, [{ amount: '250.00', booked: DAY, text, party: PAYER }]));
    await settle();
    expect(await readLink(code)).to.include({ status: 'paid', paid_with_method: 'WIRE' });
    expect(await available()).to.equal('250.00000000');
  });

  it('pays no link by an amount alone', async () => {
    await open();
    const { code } = await createLink();
    await hand(
      'day.xml',
      bank.close(DAY, [{ amount: '250.00', booked: DAY, text: 'Invoice 4711', party: PAYER }]),
    );
    expect((await readLink(code)).status).to.equal('active');
    const rows = await service.database.query('select status, unmatched_reason from deposits');
    expect(rows).to.deep.equal([{ status: 'unmatched', unmatched_reason: 'UNKNOWN_DESTINATION' }]);
  });

  it('pays no link by two references at once', async () => {
    await open();
    const [one, other] = [await createLink(), await createLink()];
    const text = `${one.reference} ${other.reference}`;
    await hand('day.xml', bank.close(DAY, [{ amount: '250.00', booked: DAY, text }]));
    expect((await readLink(one.code)).status).to.equal('active');
    expect((await readLink(other.code)).status).to.equal('active');
  });

  it('takes the same file, and the same statement in another file, once', async () => {
    await open();
    const { code, reference } = await createLink();
    const file = bank.close(DAY, [{ amount: '250.00', booked: DAY, text: reference }]);
    expect(await hand('day.xml', file)).to.include({ statements: 1, entries: 1, deposits: 1, waiting: null });
    expect(await hand('again.xml', file)).to.include({ statements: 0, entries: 0 });
    expect(await hand('copy.xml', file.replace('<MsgId>M<', '<MsgId>N<'))).to.include({
      statements: 0,
      entries: 0,
    });
    expect((await readLink(code)).status).to.equal('paid');
    expect(await available()).to.equal('250.00000000');
  });

  it('counts two equal payments of one day twice', async () => {
    await open();
    const equal = { amount: '250.00', booked: DAY, text: 'same' };
    expect(await hand('day.xml', bank.close(DAY, [equal, equal]))).to.include({ entries: 2, deposits: 2 });
    const [row] = await service.database.query('select count(*)::integer as count from deposits');
    expect(row).to.include({ count: 2 });
  });

  it('makes a statement wait for the one before it, and then books both', async () => {
    await open();
    const { code, reference } = await createLink();
    const first = bank.close(DAY, [{ amount: '10.00', booked: DAY, text: 'x' }]);
    const second = bank.close(NEXT_DAY, [{ amount: '250.00', booked: NEXT_DAY, text: reference }]);
    const waits = await hand('second.xml', second);
    expect(waits.waiting).to.match(/opens with 1010.00, but the last one closed with 1000.00/);
    expect((await readLink(code)).status).to.equal('active');
    expect(await hand('first.xml', first)).to.include({ waiting: null, entries: 2 });
    expect((await readLink(code)).status).to.equal('paid');
  });

  it('refuses a statement that does not tie, and one of another account', async () => {
    await open();
    const { code, reference } = await createLink();
    const movements = [{ amount: '250.00', booked: DAY, text: reference }];
    const forged = statement({
      id: 'f',
      day: DAY,
      opening: money('1000'),
      closing: money('1000'),
      movements,
    });
    expect((await hand('forged.xml', forged)).refused).to.match(/does not tie/);
    const other = bank.close(DAY, movements).replaceAll('0123456789', '9999999999');
    expect((await hand('other.xml', other)).refused).to.match(/account 9999999999/);
    expect((await readLink(code)).status).to.equal('active');
  });

  it('holds a statement back that the bank has restated', async () => {
    await open();
    const { reference } = await createLink();
    await hand('day.xml', bank.close(DAY, [{ amount: '10.00', booked: DAY, text: 'x' }], 'S1'));
    const restated = statement({
      ...{ id: 'S1', day: DAY, opening: money('1000'), closing: money('1260') },
      movements: [
        { amount: '10.00', booked: DAY, text: 'x' },
        { amount: '250.00', booked: DAY, text: reference },
      ],
    });
    expect((await hand('restated.xml', restated)).waiting).to.match(/The statement S1 is about days/);
  });

  it('shows a payment that was told early, and counts it when the books have it, as one', async () => {
    await open();
    const { code, reference } = await createLink();
    const payment = { amount: '250.00', booked: DAY, text: reference, servicer: 'B77', party: PAYER };
    await hand('early.xml', bank.notify(DAY, [payment]));
    expect((await readLink(code)).status).to.equal('processing');
    await hand('early-again.xml', bank.notify(DAY, [payment]).replace('<MsgId>M<', '<MsgId>N<'));
    await hand('day.xml', bank.close(DAY, [payment]));
    expect((await readLink(code)).status).to.equal('paid');
    expect(await available()).to.equal('250.00000000');
  });

  it('drops a payment that was told early and never booked', async () => {
    await open();
    const { code, reference } = await createLink();
    await hand('early.xml', bank.notify(DAY, [{ amount: '250.00', booked: DAY, text: reference }]));
    await hand('day.xml', bank.close(DAY, []));
    await hand('next.xml', bank.close(NEXT_DAY, []));
    await advance(service, 24 * 3600);
    await runOut(service.workers.confirmations);
    expect((await readLink(code)).status).to.equal('active');
  });

  it('keeps a large payment seen until the next statement agrees, or a person does', async () => {
    await open({ cap: '200' });
    const { code, reference } = await createLink();
    await hand('day.xml', bank.close(DAY, [{ amount: '250.00', booked: DAY, text: reference }]));
    expect((await readLink(code)).status).to.equal('processing');
    const agree = (balance: string, credits: string, debits = '0:0') =>
      runPayments(
        service,
        ...['bank', 'agree', '--account', 'operations-usd', '--balance', balance],
        ...['--credits', credits, '--debits', debits],
      );
    expect((await agree('1249.99', '1:250')).stderr).to.match(/do not prove a balance of 1249.99/);
    for (const [credits, debits] of [
      ['2:250', '0:0'],
      ['1:250.01', '0:0'],
      ['1:250', '1:0'],
    ] as const)
      expect((await agree('1250', credits, debits)).stderr).to.match(/wait to be agreed with have [01] /);
    expect((await agree('1250', '250')).stderr).to.match(/like 3:1500.75/);
    expect((await readLink(code)).status).to.equal('processing');
    expect((await agree('1250', '1:250')).code).to.equal(0);
    await settle();
    expect((await readLink(code)).status).to.equal('paid');
  });

  describe('a payout', () => {
    beforeEach(async () => {
      await open();
      const { reference } = await createLink('1000');
      await hand('day.xml', bank.close(DAY, [{ amount: '1000.00', booked: DAY, text: reference }]));
    });

    const exported = async (): Promise<{ id: string; amount: string; account: string }> => {
      const facts = await json('bank', 'export', '--account', 'operations-usd');
      const files = await bank.collect();
      const file = files.find(({ name }) => facts.file.endsWith(name));
      const [payment] = paymentsIn(file?.content ?? '');
      if (!payment) throw new Error('the payment file is empty');
      return payment;
    };

    it('leaves in a payment file, and is done when its debit is in the books', async () => {
      const id = await withdraw('300');
      expect((await readWithdrawal(id)).status).to.equal('processing');
      const payment = await exported();
      expect(payment).to.include({ account: '4400219876' });
      await settle();
      expect((await readWithdrawal(id)).status).to.equal('processing');
      await hand(
        'next.xml',
        bank.close(NEXT_DAY, [{ amount: `-${payment.amount}`, booked: NEXT_DAY, endToEndId: payment.id }]),
      );
      expect((await readWithdrawal(id)).status).to.equal('completed');
    });

    it('is in one file, however often it is exported', async () => {
      await withdraw('300');
      await exported();
      const { stderr } = await runPayments(service, 'bank', 'export', '--account', 'operations-usd');
      expect(stderr).to.match(/No payments wait/);
      expect(await bank.collect()).to.have.length(1);
    });

    it('is released only as it was checked', async () => {
      await withdraw('300');
      const seen = ['--payments', '1', '--sum', '300.01'];
      const { stderr } = await runPayments(service, 'bank', 'export', '--account', 'operations-usd', ...seen);
      expect(stderr).to.match(/1 payments of 300.00 in total wait/);
      expect(await bank.collect()).to.have.length(0);
    });

    it('comes back as returned, by the id or by nothing but the text', async () => {
      const id = await withdraw('300');
      const payment = await exported();
      const back = { amount: payment.amount, booked: NEXT_DAY, isReversal: true, reason: { code: 'AC04' } };
      await hand(
        'next.xml',
        bank.close(NEXT_DAY, [
          { amount: `-${payment.amount}`, booked: NEXT_DAY, endToEndId: payment.id },
          { ...back, text: `RETURN OF ${payment.id}` },
        ]),
      );
      await settle();
      expect(await readWithdrawal(id)).to.include({ status: 'returned', failure_reason: 'ACCOUNT_CLOSED' });
      expect(await available()).to.equal('1000.00000000');
      const now = new Date((await service.database.query('select service_now() as now'))[0]?.['now'] as Date);
      const from = new Date(now.getTime() - 24 * 3600_000);
      const to = new Date(now.getTime() + 3600_000);
      const { ok, providers } = await reconcile(service.foundation.db, service.foundation.providers.all, {
        from,
        to,
      });
      expect(providers.find(({ provider }) => provider === 'bank')).to.deep.include({ differences: [] });
      expect(ok).to.equal(true);
    });

    it('that the bank refuses fails, and what it says of a changed file is not believed', async () => {
      const id = await withdraw('300');
      const payment = await exported();
      const [row] = await service.database.query('select id from bank_batches');
      const changed = statusReport(String(row?.['id']), {
        PSOMEBODYELSE00: { status: 'RJCT', code: 'AC04' },
      });
      expect((await hand('changed.xml', changed)).refused).to.match(/was not in the file/);
      const report = statusReport(String(row?.['id']), { [payment.id]: { status: 'RJCT', code: 'AC04' } });
      await hand('status.xml', report);
      expect(await readWithdrawal(id)).to.include({ status: 'failed', failure_reason: 'ACCOUNT_CLOSED' });
    });

    it('that may be a duplicate waits for an operator', async () => {
      const id = await withdraw('300');
      const payment = await exported();
      const [row] = await service.database.query('select id from bank_batches');
      await hand(
        'status.xml',
        statusReport(String(row?.['id']), { [payment.id]: { status: 'RJCT', code: 'AM05' } }),
      );
      expect((await readWithdrawal(id)).status).to.equal('processing');
    });

    for (const { what, movement } of [
      { what: 'a cent with its id', movement: { amount: '0.01' } },
      { what: 'more than was sent', movement: { amount: '300.01', isReversal: true } },
    ]) {
      it(`is not returned by ${what}`, async () => {
        const id = await withdraw('300');
        const payment = await exported();
        await hand(
          'next.xml',
          bank.close(NEXT_DAY, [
            { amount: `-${payment.amount}`, booked: NEXT_DAY, endToEndId: payment.id },
            { booked: NEXT_DAY, text: payment.id, ...movement },
          ]),
        );
        expect((await readWithdrawal(id)).status).to.equal('completed');
        const { accounts } = await redStatus();
        expect(accounts[0].unexplained).to.have.length(1);
      });
    }

    it('that is debited twice is an alarm', async () => {
      await withdraw('300');
      const payment = await exported();
      const debit = { amount: `-${payment.amount}`, booked: NEXT_DAY, endToEndId: payment.id };
      await hand('next.xml', bank.close(NEXT_DAY, [debit, debit]));
      expect((await redStatus()).accounts[0].unexplained).to.have.length(1);
    });
  });

  const redStatus = async (): Promise<any> => {
    const { code, stdout } = await runPayments(service, 'bank', 'status', '--json');
    expect(code).to.equal(1);
    return JSON.parse(stdout);
  };

  it('alarms for a debit that nobody ordered, until two operators say what it is', async () => {
    await open();
    await hand('day.xml', bank.close(DAY, [{ amount: '-40.00', booked: DAY, text: 'Cash withdrawal' }]));
    const { accounts } = await redStatus();
    expect(accounts[0].unexplained[0]).to.include({ amount: '-40.00000000', texts: 'Cash withdrawal' });
    const operators = await addTwoOperators(service);
    await operators.agree(
      ...['bank', 'decide', accounts[0].unexplained[0].entry, '--as', 'own'],
      ...['--reason', 'Petty cash', '--evidence', 'Ticket 1'],
    );
    await settle();
    expect(await json('bank', 'status')).to.include({ ok: true });
    const rows = await service.database.query(`select balance from ledger_balances where book = 'capital'`);
    expect(rows.map(({ balance }) => Number(balance))).to.deep.equal([-40]);
  });

  it('books charges and own movements by the codes that the operator named, and covers what is owed', async () => {
    await open();
    const { reference } = await createLink();
    await hand(
      'day.xml',
      bank.close(DAY, [
        { amount: '250.00', booked: DAY, text: reference },
        { amount: '-12.50', booked: DAY, code: 'CHRG', text: 'Monthly fee' },
        { amount: '500.00', booked: DAY, code: 'SWEEP', text: 'From savings' },
      ]),
    );
    const rows = await service.database.query(
      `select sum(balance) as balance from ledger_balances where book = 'rail:bank'`,
    );
    // All but what was there before, which the operator books as capital.
    expect(-Number(rows[0]?.['balance']) + 1000).to.equal(bank.balance.toNumber());
    const solvency: any = await readSolvency(service.foundation.db, service.foundation.providers.all);
    expect(solvency.ok).to.equal(true);
  });

  it('takes back a deposit that the bank reverses, by a reference of the bank', async () => {
    await open();
    const { code, reference } = await createLink();
    const payment = { amount: '250.00', booked: DAY, text: reference, servicer: 'B77' };
    await hand('day.xml', bank.close(DAY, [payment]));
    await hand(
      'next.xml',
      bank.close(NEXT_DAY, [
        { amount: '-250.00', booked: NEXT_DAY, isReversal: true, servicer: 'B77', reason: { code: 'AM09' } },
      ]),
    );
    await settle();
    expect((await readLink(code)).status).to.equal('paid');
    // A USD deposit that a USDC link got is paid back in USDC, at par.
    const { data } = await json('deposits', 'taken-back', '--account', account.id);
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ asset: 'USD', amount: '250.00000000', owed: '0.00000000' });
  });
});
