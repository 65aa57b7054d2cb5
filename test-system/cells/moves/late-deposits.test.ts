import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sumReconciliations } from '../../../src/commands/cells/sums.ts';
import { planDeposit, simulateDeposit } from '../../../src/deposits/index.ts';
import { createHandingOnWorker, watchHandedOn } from '../../../src/account-moves/index.ts';
import { drop } from '../../../src/deposits/confirmation.ts';
import type { DepositNotification } from '../../../src/deposits/deposit-state.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { workFor } from '../../../src/lib/cell.ts';
import { AccountMoves } from '../../../src/lib/errors/errors.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createMetrics } from '../../../src/lib/metrics.ts';
import { nowS, signPayload } from '../../../src/lib/outgoing/signature.ts';
import { money } from '../../../src/lib/money.ts';
import { formatNotice, type HandedOn } from '../../../src/methods/providers/cells/notice.ts';
import { writeReport } from '../../../src/methods/providers/written-report.ts';
import { notificationFor } from '../../../test/deposits/notifications.ts';
import { advance, createLink, pay, readLink } from '../../../test/payment-links/links.ts';
import { carryBy, CLABE } from '../../../test/provider-notices/rig.ts';
import { withdraw } from '../../../test/transfers/started.ts';
import { startRail } from '../../../test/support/outside/rail.ts';
import { runPayments } from '../../../test/support/processes/command.ts';
import { startServer } from '../../../test/support/processes/program.ts';
import { runningOn, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { startReachableCells, type ReachableCells } from './cell-hosts.ts';
import { requireGoodBooks } from './two-cells.ts';

const HOUR_S = 3600;

describe('a deposit that arrives in a cell that its account has left', () => {
  let cells: ReachableCells;
  let here: TestService;
  let there: TestService;
  /** Another process of the cell there. All keys name the cell here, to which it leads nobody. */
  let callsThere: TestService;

  before(async () => {
    cells = await startReachableCells();
    [here, there] = cells.services;
    callsThere = await runningOn(there.database, { SECRETS_KEY: there.secretsKey, CELL: '1' });
    workFor(0);
  });
  after(async () => {
    await callsThere?.close();
    await cells?.close();
  });
  afterEach(() => {
    for (const host of cells.hosts) host.state = 'there';
  });

  interface Late {
    account: TestAccount;
    code: string;
    /** With the account's key, where it is now. */
    api: TestAccount['api'];
    deposit: DepositNotification;
  }

  /** A link that is shown here, whose account then moves, and what its payer sends to it. */
  async function moveWithLink(fields: Partial<DepositNotification> = {}): Promise<Late> {
    const account = await here.createAccount();
    const { code } = await createLink(account.api, { amount: '1500.50', accepted_methods: ['SPEI'] });
    const deposit = {
      ...(await notificationFor(here, code, 'SPEI', fields)),
      provider: 'simulator',
    };
    await cells.move(account.id);
    return { account, code, api: callsThere.client(account.key.secret), deposit };
  }

  const report = ({ foundation }: TestService, deposit: DepositNotification) =>
    foundation.db.transaction((trx) => foundation.deposits.receive(trx, deposit));
  const rowsOf = ({ database }: TestService, table: string, accountId: string): Promise<any[]> =>
    database.query(`select * from ${table} where account_id = $1`, [accountId]);
  const depositsOf = (service: TestService, { id }: TestAccount) => rowsOf(service, 'deposits', id);
  const handedOn = (service: TestService, { id }: TestAccount) => rowsOf(service, 'handed_on_deposits', id);
  const noticesIn = ({ database }: TestService, id: string): Promise<any[]> =>
    database.query('select * from provider_notices where notice_id = $1', [id]);
  const balanceOf = async ({ api }: Late): Promise<string | undefined> => {
    const { body } = await api.get('/v1/balances');
    return body.data.find(({ asset }: any) => asset === 'MXNB')?.available;
  };
  /** Tells the other cell of what is due, and lets it take that in. */
  const deliver = async (from = here, to = there): Promise<void> => {
    await from.workers.handedOn.runOnce();
    await to.workers.notices.runOnce();
  };
  const paidOnce = async (late: Late): Promise<void> => {
    expect((await readLink(late.api, late.code)).status).to.equal('paid');
    expect(await balanceOf(late)).to.equal('1500.50000000');
    expect((await depositsOf(there, late.account)).map(({ status }) => status)).to.deep.equal(['credited']);
  };
  /** Tells the other cell once more, an hour later: it learns nothing new, and this one knows that it was heard. */
  const requireHeardWhenRepeated = async (late: Late): Promise<void> => {
    await advance(here, HOUR_S);
    await deliver();
    await paidOnce(late);
    const [row] = await handedOn(here, late.account);
    expect(row.taken_at).to.not.equal(null);
    expect(await noticesIn(there, row.id)).to.have.length(1);
    await requireGoodBooks(cells);
  };
  const payments = async (service: TestService, ...args: string[]): Promise<any> =>
    JSON.parse((await runPayments(service, ...args, '--json')).stdout);

  it('pays its link where the account is now', async () => {
    const late = await moveWithLink();
    expect(await report(here, late.deposit)).to.equal(undefined);
    expect(await depositsOf(here, late.account)).to.deep.equal([]);
    const [row] = await handedOn(here, late.account);
    expect(row).to.deep.include({ cell: 1, provider: 'simulator', attempts: 0, taken_at: null });
    expect((await payments(here, 'deposits', 'handed-on', '--waiting')).data).to.have.length(1);

    await deliver();
    await paidOnce(late);
    const [deposit] = await depositsOf(there, late.account);
    expect(deposit).to.deep.include({
      provider: 'cell-0',
      provider_reference: `simulator:${late.deposit.providerReference}`,
    });
    const { data } = (await late.api.get('/v1/events?type=payment_link.paid')).body;
    expect(data).to.have.length(1);
    const [taken] = await handedOn(here, late.account);
    expect(taken).to.deep.include({ attempts: 1, due_at: null, last_error: null });
    expect(taken.taken_at).to.be.instanceOf(Date);
    expect((await payments(here, 'deposits', 'handed-on', '--waiting')).data).to.deep.equal([]);
    await requireGoodBooks(cells);
  });

  it('is not handed on if a test began to simulate it just before: the next attempt goes to the other cell', async () => {
    const account = await here.createAccount();
    const { code } = await createLink(account.api, { accepted_methods: ['SPEI'] });
    const { db, deposits, simulator } = here.foundation;
    if (!simulator) throw new Error('there is no simulator');
    const payment = { accountId: account.id, code, method: 'SPEI', amount: undefined };
    for (const scenario of ['exact', 'seen_then_confirmed'] as const) {
      const planned = await planDeposit(db.read, simulator, { ...payment, scenario });
      if (scenario === 'exact') await cells.move(account.id);
      const refused = await db
        .transaction((trx) => simulateDeposit(trx, { deposits, simulator }, planned))
        .catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(AccountMoves);
    }
    expect(await handedOn(here, account)).to.deep.equal([]);
    expect(await depositsOf(here, account)).to.deep.equal([]);
  });

  it('is handed on only once it is final', async () => {
    const late = await moveWithLink();
    await report(here, { ...late.deposit, final: false });
    expect(await handedOn(here, late.account)).to.deep.equal([]);
    await report(here, late.deposit);
    await deliver();
    await paidOnce(late);
  });

  it('is unmatched there if it is not what was due', async () => {
    const late = await moveWithLink({ amount: money('1000') });
    await report(here, late.deposit);
    await deliver();
    const [deposit] = await depositsOf(there, late.account);
    expect(deposit).to.deep.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
    expect((await readLink(late.api, late.code)).status).to.equal('active');
    await requireGoodBooks(cells);
    // Its rail is the other cell, which sends nothing: the refund fails at once, and the money can be accepted.
    await payments(there, 'deposits', 'refund', deposit.id, '--clabe', CLABE);
    await there.workers.transfers.runOnce();
    const [kept] = await depositsOf(there, late.account);
    expect(kept).to.deep.include({ status: 'unmatched', refund_total: '0.00000000' });
  });

  it('keeps all its decimals, of which the books of both cells have the same', async () => {
    const late = await moveWithLink({ amount: money('1500.123456789') });
    await report(here, late.deposit);
    await deliver();
    const [deposit] = await depositsOf(there, late.account);
    expect(deposit).to.deep.include({
      unmatched_reason: 'WRONG_PRECISION',
      amount: '1500.12345678',
      exact_amount: '1500.123456789',
    });
    await requireGoodBooks(cells);
  });

  it('is handed on once, however often it is reported, by notices and by the statement', async () => {
    const late = await moveWithLink();
    const { simulator, db } = here.foundation;
    await here.workers.statements.runOnce();
    await db.transaction((trx) => simulator!.announceDeposit(trx, late.deposit));
    await Promise.all([1, 2, 3].map(() => report(here, late.deposit)));
    await advance(here, HOUR_S);
    await here.workers.statements.runOnce();
    expect(await handedOn(here, late.account)).to.have.length(1);
    await deliver();
    await report(here, late.deposit);
    await deliver();
    await paidOnce(late);
    await requireGoodBooks(cells);
    const now = Date.now();
    const period = [new Date(now - 24 * HOUR_S * 1000), new Date(now + 24 * HOUR_S * 1000)];
    const [from, to] = period.map((at) => at.toISOString());
    const reconciled = await payments(
      here,
      ...['reconcile', '--provider', 'simulator', '--from', from!, '--to', to!],
    );
    const about = reconciled.providers[0].differences.filter(
      ({ provider_reference: reference }: any) => reference === late.deposit.providerReference,
    );
    expect(about).to.deep.equal([]);
  });

  it('stays where it is if it was known before the account left', async () => {
    const account = await here.createAccount();
    const { code } = await createLink(account.api, { amount: '1500.50', accepted_methods: ['SPEI'] });
    const deposit = { ...(await notificationFor(here, code, 'SPEI')), provider: 'simulator' };
    await report(here, deposit);
    await cells.move(account.id);
    await report(here, deposit);
    expect(await handedOn(here, account)).to.deep.equal([]);
    await paidOnce({ account, code, deposit, api: callsThere.client(account.key.secret) });
  });

  it('is handed on if it had vanished before the account left, and arrives after all', async () => {
    const account = await here.createAccount();
    const { code } = await createLink(account.api, { amount: '1500.50', accepted_methods: ['MXNB'] });
    const deposit = await notificationFor(here, code, 'MXNB');
    const seen = await report(here, { ...deposit, final: false });
    await here.foundation.db.transaction((trx) => drop(trx, here.foundation.holding, seen!));
    await cells.move(account.id);
    await report(here, deposit);
    await report(here, deposit);
    await deliver();
    expect((await depositsOf(here, account)).map(({ status }) => status)).to.deep.equal(['failed']);
    expect((await depositsOf(there, account)).map(({ status }) => status).sort()).to.deep.equal([
      'credited',
      'failed',
    ]);
    await requireGoodBooks(cells);
    // Also if the account brings both back.
    await cells.move(account.id, { from: 1 });
    await report(here, deposit);
    expect(await depositsOf(here, account)).to.have.length(2);
    await requireGoodBooks(cells);
  });

  it('is delivered once the other cell is back', async () => {
    const late = await moveWithLink();
    await report(here, late.deposit);
    cells.hosts[1].state = 'away';
    for (const attempt of [1, 2, 3]) {
      await here.workers.handedOn.runOnce();
      const [row] = await handedOn(here, late.account);
      expect(row).to.deep.include({ attempts: attempt, last_error: 'http_503', taken_at: null });
      const waitS = (row.due_at - (await serviceNow(here)).getTime()) / 1000;
      expect(waitS).to.be.within(2 ** (attempt - 1) - 1, 2 ** (attempt - 1));
      await advance(here, 2 ** attempt);
    }
    const { data } = await payments(here, 'deposits', 'handed-on', '--waiting');
    expect(data.find(({ account_id: id }: any) => id === late.account.id)).to.deep.include({
      cell: 1,
      amount: '1500.50000000',
      attempts: 3,
      last_error: 'http_503',
    });
    cells.hosts[1].state = 'there';
    await deliver();
    await paidOnce(late);
  });

  const serviceNow = async ({ database }: TestService): Promise<Date> => {
    const [row] = await database.query('select service_now() as now');
    return row?.['now'] as Date;
  };

  it('is credited once if the answer is lost after the other cell has taken it', async () => {
    const late = await moveWithLink();
    await report(here, late.deposit);
    cells.hosts[1].state = 'loses answers';
    await deliver();
    await paidOnce(late);
    const [untaken] = await handedOn(here, late.account);
    expect(untaken.taken_at).to.equal(null);

    cells.hosts[1].state = 'there';
    await requireHeardWhenRepeated(late);
  });

  it('is credited once if the process that hands it on is killed when the other cell has taken it', async () => {
    const late = await moveWithLink();
    const environment = {
      ...{ DATABASE_URL: here.database.url, SECRETS_KEY: here.secretsKey, CELL: '0', PORT: '0' },
      ...{ CELLS_FILE: cells.cellsFile, CELLS_KEY: cells.key },
    };
    const server = await startServer(environment);
    const [, host] = cells.hosts;
    host.onAnswer = () => {
      host.state = 'loses answers';
      server.process.kill('SIGKILL');
    };
    try {
      await report(here, late.deposit);
      await server.exited;
    } finally {
      server.process.kill('SIGKILL');
      delete host.onAnswer;
      host.state = 'there';
    }
    await there.workers.notices.runOnce();
    await paidOnce(late);
    const [untaken] = await handedOn(here, late.account);
    expect(untaken).to.deep.include({ attempts: 1, taken_at: null });

    await requireHeardWhenRepeated(late);
  });

  it('is sent once by two workers at once', async () => {
    const late = await moveWithLink();
    const more = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const other = { ...late.deposit, providerReference: randomUUID() };
        await report(here, other);
        return other.providerReference;
      }),
    );
    const { requests } = cells.hosts[1];
    const { db, providers } = here.foundation;
    const logger = createLogger('silent');
    const other = createHandingOnWorker({ db, providers, logger });
    const { handedOn: worker } = here.workers;
    while ((await Promise.all([worker.runOnce(), other.runOnce()])).some((count) => count > 0));
    expect(cells.hosts[1].requests - requests).to.equal(more.length);
    await there.workers.notices.runOnce();
    const deposits = await depositsOf(there, late.account);
    expect(deposits).to.have.length(more.length);
    expect(deposits.filter(({ status }) => status === 'credited')).to.have.length(1);
    await requireGoodBooks(cells);
  });

  it('is handed back if the account is back before it was told', async () => {
    const late = await moveWithLink();
    await report(here, late.deposit);
    await cells.move(late.account.id, { from: 1 });
    await deliver();
    await deliver(there, here);
    expect((await readLink(late.account.api, late.code)).status).to.equal('paid');
    const [deposit] = await depositsOf(here, late.account);
    expect(deposit).to.deep.include({
      provider: 'cell-1',
      provider_reference: `cell-0:simulator:${late.deposit.providerReference}`,
    });
    await report(here, late.deposit);
    expect(await depositsOf(here, late.account)).to.have.length(1);
    await requireGoodBooks(cells);
  });

  it('is not credited again when it is reported to an account that has brought it back', async () => {
    const late = await moveWithLink();
    await report(here, late.deposit);
    await deliver();
    await cells.move(late.account.id, { from: 1 });
    await report(here, late.deposit);
    const { account, code } = late;
    expect((await readLink(account.api, code)).status).to.equal('paid');
    expect((await depositsOf(here, account)).map(({ provider }) => provider)).to.deep.equal(['cell-0']);
    await requireGoodBooks(cells);
    // What arrives from now on stays here.
    const next = { ...late.deposit, providerReference: randomUUID() };
    await report(here, next);
    expect(await depositsOf(here, account)).to.have.length(2);
    expect(await handedOn(here, account)).to.have.length(1);
  });

  it('is handed on again to a third cell, to which the account has moved on', async () => {
    const late = await moveWithLink();
    await report(here, late.deposit);
    await there.database.query(
      `update account_moves set state = 'gone', cell = 5, still_until = 'infinity', gone_at = now() where account_id = $1`,
      [late.account.id],
    );
    await deliver();
    expect(await depositsOf(there, late.account)).to.deep.equal([]);
    const [row] = await handedOn(there, late.account);
    expect(row).to.deep.include({
      cell: 5,
      provider: 'cell-0',
      provider_reference: `simulator:${late.deposit.providerReference}`,
    });
    const books = await there.database.query(
      `select p.book, p.amount from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
        where e.source_id = $1 order by p.book`,
      [row.id],
    );
    expect(books).to.deep.equal([
      { book: 'rail:cell-0', amount: '-1500.50000000' },
      { book: 'rail:cell-5', amount: '1500.50000000' },
    ]);
    await requireGoodBooks(cells);
  });

  it('waits for the account that is on its way back to the cell that it was handed on from', async () => {
    const late = await moveWithLink();
    await report(here, late.deposit);
    // As between the two steps by which an account leaves one cell and arrives in the other.
    const set = (service: TestService, changes: string) =>
      service.database.query(`update account_moves set ${changes} where account_id = $1`, [late.account.id]);
    await set(here, `state = 'arriving'`);
    await set(there, `state = 'gone', still_until = 'infinity', gone_at = now()`);
    await deliver();
    await deliver(there, here);
    const [row] = await handedOn(there, late.account);
    const [notice] = await noticesIn(here, row.id);
    expect(notice).to.deep.include({ status: 'waiting', attempts: 1 });
    expect(notice.last_error).to.match(/^The account is being moved/);
    expect(await handedOn(here, late.account)).to.have.length(1);

    await set(here, `state = 'here', still_until = null, arrived_at = now()`);
    await advance(here, 10);
    await here.workers.notices.runOnce();
    expect((await depositsOf(here, late.account)).map(({ status }) => status)).to.deep.equal(['credited']);
    await requireGoodBooks(cells);
  });

  describe('by a notice', () => {
    let late: Late;
    before(async () => {
      late = await moveWithLink();
    });

    interface Signed {
      body: string;
      headers: Record<string, string>;
    }
    const noticeOf = (change: Partial<HandedOn> = {}): string =>
      formatNotice({
        ...{ id: randomUUID(), from: 0, to: 1, accountId: late.account.id },
        ...{ provider: 'simulator', reference: randomUUID(), report: writeReport(late.deposit) },
        ...change,
      });
    const signed = (body: string, { offsetS = 0, key = cells.key } = {}): Signed => {
      const timestampS = nowS() + offsetS;
      return { body, headers: { 'payments-signature': signPayload({ body, secrets: [key], timestampS }) } };
    };
    const post = async ({ body, headers }: Signed, rail = 'cell-0'): Promise<number> =>
      (await fetch(`${there.baseUrl}/providers/${rail}/notices`, { method: 'POST', body, headers })).status;
    const kept = async (): Promise<number> =>
      (await there.database.query(`select from provider_notices where provider = 'cell-0'`)).length;

    const forgeries: Record<string, () => Signed> = {
      'nobody signed': () => ({ body: noticeOf(), headers: {} }),
      'somebody else signed': () => signed(noticeOf(), { key: randomBytes(32).toString('base64') }),
      'was altered': () => {
        const { body, headers } = signed(noticeOf());
        return { body: body.replace('1500.5', '2500.5'), headers };
      },
      'is six minutes old': () => signed(noticeOf(), { offsetS: -360 }),
      'is six minutes ahead': () => signed(noticeOf(), { offsetS: 360 }),
      'is for another cell': () => signed(noticeOf({ to: 2 })),
      'is of another cell': () => signed(noticeOf({ from: 2 })),
    };
    for (const [what, forge] of Object.entries(forgeries)) {
      it(`that ${what} is refused`, async () => {
        const before = await kept();
        expect(await post(forge())).to.equal(401);
        expect(await kept()).to.equal(before);
      });
    }

    it('counts once, however often that is repeated', async () => {
      await report(here, late.deposit);
      const [{ id, provider_reference: reference }] = await handedOn(here, late.account);
      for (const offsetS of [-120, 0, 0, 120])
        expect(await post(signed(noticeOf({ id, reference }), { offsetS }))).to.equal(200);
      await there.workers.notices.runOnce();
      await deliver();
      expect(await noticesIn(there, id)).to.have.length(1);
      await paidOnce(late);
      await requireGoodBooks(cells);
    });

    it('is told only by other cells', async () => {
      for (const rail of ['cell-1', 'cell-2', 'cell-00'])
        expect(await post(signed(noticeOf()), rail)).to.equal(404);
    });

    it('that the account brought along is left to the operator', async () => {
      const account = await here.createAccount();
      const { code } = await createLink(account.api, { amount: '1500.50', accepted_methods: ['SPEI'] });
      const deposit = { ...(await notificationFor(here, code, 'SPEI')), provider: 'simulator' };
      await report(here, deposit);
      await cells.move(account.id);
      const { providerReference: reference } = deposit;
      const id = randomUUID();
      const known = { id, reference, accountId: account.id, report: writeReport(deposit) };
      expect(await post(signed(noticeOf(known)))).to.equal(200);
      await there.workers.notices.runOnce();
      const [notice] = await noticesIn(there, id);
      expect(notice.status).to.equal('waiting');
      expect(notice.last_error).to.match(/brought the deposit simulator:\S+ along/);
      await there.database.query('delete from provider_notices where notice_id = $1', [id]);
      expect(await depositsOf(there, account)).to.have.length(1);
    });

    it('may be signed with the key before', async () => {
      const newer = randomBytes(32).toString('base64');
      const environment = { SECRETS_KEY: there.secretsKey, CELL: '1', CELLS_FILE: cells.cellsFile };
      const rotated = await runningOn(there.database, {
        ...environment,
        CELLS_KEY: `${newer},${cells.key}`,
      });
      workFor(0);
      try {
        const [rail] = rotated.foundation.providers.all.filter(({ name }) => name === 'cell-0');
        for (const key of [newer, cells.key]) {
          const { body, headers } = signed(noticeOf(), { key });
          const notice = { headers, body: Buffer.from(body) };
          await rail!.notices!.authenticate(notice, AbortSignal.timeout(10_000));
        }
      } finally {
        await rotated.close();
      }
    });
  });

  describe('seen by the operator', () => {
    /** What `payments cells reconcile` says of the two cells. */
    const reconcile = async (): Promise<any> => {
      const before = process.env['CELLS_FILE'];
      process.env['CELLS_FILE'] = cells.cellsFile;
      try {
        const now = Date.now();
        const period = { from: new Date(now), to: new Date(now + 1) };
        return await sumReconciliations(async (cell, args) => {
          const { code, stdout, stderr } = await runPayments(cells.services[cell]!, ...args);
          return { exitCode: code, out: stdout, err: stderr };
        }, period);
      } finally {
        if (before === undefined) delete process.env['CELLS_FILE'];
        else process.env['CELLS_FILE'] = before;
      }
    };
    const pesos = async (): Promise<any> =>
      (await reconcile()).between_cells.find(({ asset }: any) => asset === 'MXN');

    it('is on its way until it is taken, and owed from then on', async () => {
      const late = await moveWithLink();
      await report(here, late.deposit);
      const sent = await pesos();
      expect(sent).to.deep.include({ cells: [0, 1], ok: true });
      expect(Number(sent.on_its_way)).to.be.at.least(1500.5);
      await here.workers.handedOn.runOnce();
      expect(await pesos()).to.deep.include({ ok: true, on_its_way: sent.on_its_way });
      await there.workers.notices.runOnce();
      const taken = await pesos();
      expect(taken.ok).to.equal(true);
      expect(Number(sent.on_its_way) - Number(taken.on_its_way)).to.equal(1500.5);
    });

    it('is a difference if only one cell has it in its books', async () => {
      const late = await moveWithLink();
      await report(here, late.deposit);
      const [{ id }] = await handedOn(here, late.account);
      const take = (at: string) =>
        here.database.query(
          `update handed_on_deposits set taken_at = ${at}, due_at = case when ${at} is null then now() end where id = $1`,
          [id],
        );
      await take('now()');
      expect(await pesos()).to.deep.include({ ok: false });
      expect((await reconcile()).ok).to.equal(false);
      await take('null::timestamptz');
      expect(await pesos()).to.deep.include({ ok: true });
      await deliver();
    });

    it('is a metric: how many wait, and for how long the oldest has', async () => {
      const late = await moveWithLink();
      await report(here, late.deposit);
      await advance(here, 120);
      const metrics = createMetrics();
      watchHandedOn(metrics, here.foundation.db.read);
      const text = await metrics.expose();
      expect(text).to.match(/^payments_deposits_handed_on_waiting 1$/m);
      const [, seconds] = /^payments_deposits_handed_on_oldest_seconds ([\d.]+)$/m.exec(text) ?? [];
      expect(Number(seconds)).to.be.within(120, 180);
      await deliver();
    });

    it('is missing in the audit if it is not booked', async () => {
      const late = await moveWithLink();
      await report(here, late.deposit);
      await here.database.query(`update handed_on_deposits set amount = amount + 1 where account_id = $1`, [
        late.account.id,
      ]);
      const { discrepancies } = await here.foundation.db.snapshot(verifyLedger);
      expect(discrepancies.map(({ check }) => check)).to.deep.equal([
        'every deposit that was handed on is owed to its cell',
      ]);
      await here.database.query(`update handed_on_deposits set amount = amount - 1 where account_id = $1`, [
        late.account.id,
      ]);
      await deliver();
    });
  });

  it('is the deposit of its transfer on chain', async () => {
    const account = await here.createAccount();
    const { code } = await createLink(account.api, { amount: '1500.50', accepted_methods: ['MXNB'] });
    const hash = `0x${randomBytes(32).toString('hex')}`;
    const reported = await notificationFor(here, code, 'MXNB');
    await cells.move(account.id);
    const { network, amount, destination } = reported;
    await here.database.query(
      `insert into evm_chains (network, chain_id, final_block, seen_block, due_at, audit_due_at, updated_at)
       values ($1, 1, 1, 1, now(), now(), now())`,
      [network],
    );
    await here.database.query(
      `insert into evm_transfers (network, transaction_hash, position, status, asset, sender, recipient, amount,
                                  block_number, block_hash, seen_at, final_at)
       values ($1, $2, 0, 'final', 'MXNB', '0x', $3, $4, 1, '0x', now(), now())`,
      [network, hash, destination.toLowerCase(), amount.toFixed()],
    );
    const lost = async (): Promise<string[]> => {
      const { discrepancies } = await here.foundation.db.snapshot(verifyLedger);
      return discrepancies.map(({ check }) => check);
    };
    expect(await lost()).to.deep.equal(['every final transfer on chain is a deposit']);
    await report(here, { ...reported, provider: 'evm', providerReference: `${network}:${hash}:0` });
    expect(await lost()).to.deep.equal([]);
    await here.database.query('update evm_transfers set amount = amount + 1 where transaction_hash = $1', [
      hash,
    ]);
    expect(await lost()).to.deep.equal(['every final transfer on chain is a deposit']);
    await here.database.query('delete from evm_transfers where transaction_hash = $1', [hash]);
    await deliver();
  });

  it('leaves what comes back of an older payout to the operator, with the reason', async () => {
    const north = await startRail('north');
    const environment = { SECRETS_KEY: here.secretsKey, CELL: '0', CELLS_KEY: cells.key };
    const withNorth = await runningOn(here.database, environment, [north.provider]);
    try {
      const account = await here.createAccount();
      const { code } = await createLink(account.api, { amount: '1000', accepted_methods: ['MXNB'] });
      await pay(account.api, code, { method: 'MXNB' });
      await carryBy(here, 'north', 'SPEI');
      const id = await withdraw({ ...account, foundation: withNorth.foundation }, '150');
      await carryBy(here, 'simulator', 'SPEI');
      await withNorth.workers.transfers.runOnce();
      const [sent] = await here.database.query('select * from transfers where id = $1', [id]);
      expect(sent?.['status']).to.equal('settled');
      await cells.move(account.id);
      await north.tell(withNorth.baseUrl, await north.sendBack(String(sent?.['provider_reference'])));
      await withNorth.workers.notices.runOnce();
      const [notice] = await here.database.query(`select * from provider_notices where provider = 'north'`);
      expect(notice).to.deep.include({ status: 'waiting', attempts: 1 });
      expect(notice?.['last_error']).to.match(/^The account is being moved/);
    } finally {
      await withNorth.close();
      await north.close();
    }
  });
});
