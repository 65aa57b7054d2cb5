import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { createWorkers } from '../../src/composition/index.ts';
import { StartupError } from '../../src/lib/errors/errors.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { money } from '../../src/lib/money.ts';
import { eventsOf } from '../events/events.ts';
import { addTwoOperators, type TwoOperators } from '../operators/two-operators.ts';
import { join } from '../panel/people.ts';
import {
  advance,
  behave,
  booksOf,
  createLink,
  historyOf,
  injectFault,
  pay,
  readLink,
  requireLegalHistories,
  runOut,
} from '../payment-links/links.ts';
import { answers, startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { until } from '../support/poll.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  refundDeposit,
  refundLink,
  refusalOf,
  requireSoundBooks,
  transferRow,
} from '../transfers/rig.ts';
import { askAll, askAllLater, askedAbout, depositOf, payLink, questionsOf, says, screenedBy } from './rig.ts';
import { startWithdrawal } from '../transfers/started.ts';

const CLABE = '032180000118359719';
const NOT_ALLOWED = /was not allowed by screening/;

describe('payments that are screened (D53)', () => {
  let receiver: Receiver;
  let service: TestService;
  let account: TestAccount;
  let operators: TwoOperators;

  before(async () => {
    receiver = await startReceiver();
    service = await startService(screenedBy(receiver));
    operators = await addTwoOperators(service);
  });
  after(async () => {
    await service?.close();
    await receiver?.close();
  });
  beforeEach(async () => {
    await behave(service);
    receiver.answerWith(says('allow'));
    account = await service.createAccount();
  });
  afterEach(async () => {
    await requireLegalHistories(service);
    await requireSoundBooks(service);
  });

  const hold = () => receiver.answerWith(says('hold', 'LOOK_AT_IT'));
  const refuse = () => receiver.answerWith(says('refuse', 'SANCTIONED'));
  const funded = async (): Promise<{ code: string; depositId: string }> => {
    const funding = await fund(account, 'MXNB', '1000');
    await askAll(service);
    return funding;
  };
  const withdraw = async (): Promise<string> => {
    const { db, withdrawals } = service.foundation;
    const { id } = await db.transaction((trx) =>
      startWithdrawal({ withdrawals }, trx, {
        accountId: account.id,
        asset: 'MXNB',
        amount: money('100'),
        method: 'SPEI',
        destination: { clabe: CLABE, beneficiary: 'Ana Núñez' },
        requestId: null,
      }),
    );
    return id;
  };
  const accept = (id: string) =>
    service.foundation.db.transaction((trx) =>
      service.foundation.inbox.accept(trx, OPERATOR, account.id, id),
    );
  const acceptAsPayment = (id: string) =>
    service.foundation.db.transaction((trx) =>
      service.foundation.inbox.acceptAsPayment(trx, OPERATOR, account.id, id),
    );
  const decide = async (id: string, decision: string) => {
    const { ana, bruno, json } = operators;
    const request = await json(ana, 'screening', decision, id, '--reason', 'Looked into');
    await json(bruno, 'approvals', 'approve', request.id);
  };
  const heldIds = async (): Promise<string[]> =>
    (await operators.json(undefined, 'screening', 'list')).data.map(({ id }: { id: string }) => id);

  describe('on their way out', () => {
    it('are asked about before the provider, and only once when allowed', async () => {
      await funded();
      const id = await withdraw();
      receiver.answerWith((response, request) => {
        void executionsOf(service, id).then((executions) => {
          expect(executions).to.deep.equal([]);
          says('allow')(response, request);
        });
      });
      await injectFault(service, 'pay_out', { failure: 'unavailable' });
      await runOut(service.workers.transfers);
      expect(await transferRow(service, id)).to.include({ status: 'sent', waits_for: 'RAIL_UNREACHABLE' });
      expect(askedAbout(receiver, id)).to.deep.equal([
        {
          id,
          type: 'payout',
          kind: 'withdrawal',
          account_id: account.id,
          asset: 'MXN',
          amount: '100.00000000',
          method: 'SPEI',
          destination: { clabe: CLABE, beneficiary: 'Ana Núñez' },
          deposit_id: null,
          livemode: false,
        },
      ]);
      // What was allowed may have been paid: a later refusal comes too late.
      refuse();
      await injectFault(service, 'pay_out', {});
      await askAllLater(service);
      expect(await transferRow(service, id)).to.include({ status: 'settled' });
      expect(await executionsOf(service, id)).to.have.length(1);
      expect(askedAbout(receiver, id)).to.have.length(1);
    });

    it('wait while they are held, and go on when they are allowed', async () => {
      await funded();
      const id = await withdraw();
      hold();
      await askAll(service);
      expect(await transferRow(service, id)).to.include({
        status: 'sent',
        waits_for: 'SCREENING',
        last_error: 'Held: LOOK_AT_IT.',
      });
      expect(await heldIds()).to.deep.equal([id]);
      const [held] = (await operators.json(undefined, 'screening', 'list')).data;
      expect(held).to.include({
        kind: 'withdrawal',
        account_id: account.id,
        code: 'LOOK_AT_IT',
        attempts: 1,
      });
      await askAllLater(service);
      expect(askedAbout(receiver, id)).to.have.length(2);
      expect(await executionsOf(service, id)).to.deep.equal([]);
      receiver.answerWith(says('allow'));
      await askAllLater(service);
      expect(await transferRow(service, id)).to.include({ status: 'settled', waits_for: null });
      expect(await heldIds()).to.deep.equal([]);
    });

    for (const [what, answer] of Object.entries({
      'nobody answers': answers.hangBeforeHeaders(),
      'the answer is an error': answers.status(503),
      'the answer is garbage': answers.status(200, '{"decision":'),
    })) {
      it(`wait when ${what}`, async () => {
        await funded();
        const id = await withdraw();
        receiver.answerWith(answer);
        await askAll(service);
        const row = await transferRow(service, id);
        expect(row).to.include({ status: 'sent', waits_for: 'SCREENING' });
        expect(row.last_error).to.match(/^Screening did not answer: /);
        expect(await executionsOf(service, id)).to.deep.equal([]);
        receiver.answerWith(says('allow'));
        await askAllLater(service);
        expect(await transferRow(service, id)).to.include({ status: 'settled' });
      });
    }

    it('are given back when they are refused, and say nothing of the reason', async () => {
      await funded();
      const id = await withdraw();
      refuse();
      await askAll(service);
      expect(await executionsOf(service, id)).to.deep.equal([]);
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
      const { body } = await account.api.get(`/v1/withdrawals/${id}`);
      expect(body).to.include({
        status: 'failed',
        failure_reason: 'SCREENING_REFUSED',
        failure_message: 'Refused by the payment rules.',
      });
      const told = JSON.stringify([body, await eventsOf(service, account.id)]);
      expect(told)
        .to.match(/SCREENING_REFUSED/)
        .and.not.match(/SANCTIONED/);
    });

    it('are screened when they are refunds', async () => {
      const { code, depositId } = await funded();
      refuse();
      const { id } = await refundLink(service, account.id, code, '400');
      await askAll(service);
      expect(askedAbout(receiver, id)[0]).to.include({
        type: 'payout',
        kind: 'refund',
        deposit_id: depositId,
      });
      expect(await transferRow(service, id)).to.include({
        status: 'failed',
        failure_reason: 'SCREENING_REFUSED',
      });
      receiver.answerWith(says('allow'));
      const again = await refundLink(service, account.id, code);
      await askAll(service);
      expect(await transferRow(service, again.id)).to.include({ status: 'settled' });
    });

    it('are decided by two operators, whatever is answered then', async () => {
      await funded();
      const [first, second] = [await withdraw(), await withdraw()];
      hold();
      await askAll(service);
      const alone = await operators.json(operators.ana, 'screening', 'allow', first, '--reason', 'Alone');
      expect(await operators.refused(operators.ana, 'approvals', 'approve', alone.id)).to.include({
        code: 'second_operator_required',
      });
      await decide(first, 'allow');
      await decide(second, 'refuse');
      await askAll(service);
      expect(await transferRow(service, first)).to.include({ status: 'settled' });
      expect(await transferRow(service, second)).to.include({
        status: 'failed',
        failure_reason: 'SCREENING_REFUSED',
      });
      expect(askedAbout(receiver, first)).to.have.length(1);
      const late = await operators.refused(operators.ana, 'screening', 'refuse', first, '--reason', 'Late');
      expect(late).to.include({ code: 'screening_not_held' });
      expect(await operators.refused(operators.bruno, 'approvals', 'approve', alone.id)).to.include({
        code: 'screening_not_held',
      });
    });

    it('are sent once, or not at all, when two processes get different answers', async () => {
      await funded();
      const others = createWorkers({ ...service.foundation, metrics: createMetrics() });
      for (const order of [
        ['allow', 'refuse'],
        ['refuse', 'allow'],
      ] as const) {
        const id = await withdraw();
        const open: (() => void)[] = [];
        receiver.answerWith((response, request) => {
          const turn = open.length;
          open.push(() => says(order[turn] ?? 'hold', 'CODE')(response, request));
        });
        const slow = service.workers.transfers.runOnce();
        await until(() => open.length === 1, { what: 'the first asks' });
        await advance(service, 60);
        const fast = others.transfers.runOnce();
        await until(() => open.length === 2, { what: 'the second asks' });
        open[0]?.();
        await slow;
        open[1]?.();
        await fast;
        await askAllLater(service);
        const isAllowed = order[0] === 'allow';
        expect(await transferRow(service, id)).to.include({ status: isAllowed ? 'settled' : 'failed' });
        expect(await executionsOf(service, id)).to.have.length(isAllowed ? 1 : 0);
      }
    });
  });

  describe('on their way in', () => {
    for (const { method, what } of [
      { method: 'MXNB', what: 'credited' },
      { method: 'USDC', what: 'converted' },
    ]) {
      it(`are asked about before they are ${what}`, async () => {
        const { code, id } = await payLink(account, method);
        expect(await depositOf(account, id)).to.include({ status: 'pending' });
        expect((await readLink(account.api, code)).status).to.equal('processing');
        await runOut(service.workers.transfers);
        expect(await booksOf(service, account.id, 'available')).to.deep.equal({});
        hold();
        await askAll(service);
        await askAllLater(service);
        expect(await depositOf(account, id)).to.include({ status: 'pending' });
        const [question, again] = askedAbout(receiver, id);
        expect(again).to.deep.equal(question);
        expect(question).to.include({ type: 'deposit', account_id: account.id, method, livemode: false });
        expect(question.payer).to.include({ name: 'Simulated Payer' });
        receiver.answerWith(says('allow'));
        await askAllLater(service);
        expect(await depositOf(account, id)).to.include({ status: 'credited' });
        expect((await readLink(account.api, code)).status).to.equal('paid');
        expect(await historyOf(service, code)).to.deep.equal(['receive → processing', 'settle → paid']);
        expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '20000.00000000' });
        const asked = askedAbout(receiver, id).length;
        refuse();
        await askAllLater(service);
        expect(askedAbout(receiver, id), 'never asked again').to.have.length(asked);
      });
    }

    it('are asked about once they are final', async () => {
      const { id } = await payLink(account, 'MXNB', { scenario: 'seen_then_confirmed' });
      await askAll(service);
      expect(askedAbout(receiver, id)).to.deep.equal([]);
      await until(
        async () => {
          await advance(service, 30);
          await service.workers.confirmations.runOnce();
          return (
            (await service.database.query('select 1 from screenings where subject_id = $1', [id])).length ===
            1
          );
        },
        { what: 'it is final' },
      );
      expect(await depositOf(account, id)).to.include({ status: 'pending' });
      await askAll(service);
      expect(await depositOf(account, id)).to.include({ status: 'credited' });
    });

    it('that are the rest of a payment are added up once they are allowed', async () => {
      await service.changeAccount(account.id, { payTheRest: true });
      const { code } = await createLink(account.api, { amount: '10000' });
      const send = async (amount: string): Promise<string> =>
        (await pay(account.api, code, { method: 'SPEI', amount })).body.id;
      receiver.answerWith(says('allow'));
      const first = await send('6000');
      await askAll(service);
      const rest = await send('4000');
      expect(await depositOf(account, rest)).to.include({ status: 'pending' });
      expect(await depositOf(account, first)).to.include({ status: 'unmatched' });
      await askAll(service);
      expect(await depositOf(account, rest)).to.include({ status: 'credited' });
      expect(await depositOf(account, first)).to.include({ status: 'credited' });
      expect((await readLink(account.api, code)).status).to.equal('paid');
    });

    it('pay nothing when they are refused, are not sent back by themselves, and leave the link payable', async () => {
      await service.changeAccount(account.id, { autoRefund: true });
      const { code, id } = await payLink(account);
      refuse();
      await askAll(service);
      expect(await depositOf(account, id)).to.include({
        status: 'unmatched',
        unmatched_reason: 'SCREENING_REFUSED',
      });
      expect((await readLink(account.api, code)).status).to.equal('active');
      expect(await refusalOf(accept(id))).to.match(/refused by payment rules/);
      expect((await account.api.get('/v1/refunds')).body.data).to.deep.equal([]);
      receiver.answerWith(says('allow'));
      await pay(account.api, code, { method: 'MXNB' });
      await askAll(service);
      expect((await readLink(account.api, code)).status).to.equal('paid');
      const refund = await refundDeposit(service, id);
      await askAll(service);
      expect(await transferRow(service, refund.id)).to.include({ status: 'settled' });
      expect(JSON.stringify(await eventsOf(service, account.id))).to.not.match(/SANCTIONED/);
    });

    it('are accepted only once allowed when they pay no link', async () => {
      const { id } = await payLink(account, 'MXNB', { scenario: 'under' });
      expect(await refusalOf(accept(id))).to.match(/in review/);
      hold();
      await askAll(service);
      expect(await refusalOf(accept(id))).to.match(/in review/);
      expect(await refusalOf(acceptAsPayment(id))).to.match(/in review/);
      refuse();
      await askAllLater(service);
      expect(await depositOf(account, id)).to.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
      expect(await refusalOf(accept(id))).to.match(/refused by payment rules/);
      await decide(id, 'allow');
      await askAll(service);
      await accept(id);
      expect(await depositOf(account, id)).to.include({ status: 'accepted' });
    });

    it('pay their link only once allowed when they are accepted or tolerated, converted or not', async () => {
      const bounds = { share: money('0.1'), max: money('10000') };
      for (const method of ['MXNB', 'USDC']) {
        const { code, id } = await payLink(account, method, { scenario: 'under' });
        refuse();
        await askAll(service);
        expect(await refusalOf(acceptAsPayment(id))).to.match(/refused by payment rules/);
        await decide(id, 'allow');
        await acceptAsPayment(id);
        await askAll(service);
        expect((await readLink(account.api, code)).status).to.equal('paid');
        hold();
        await service.foundation.db.transaction((trx) =>
          service.foundation.tolerances.set(trx, account.id, OPERATOR, method, bounds),
        );
        const { code: short, methods } = await createLink(account.api);
        const { amount_due: due } = methods.find((one: any) => one.method === method);
        const amount = money(due).times('0.95').toFixed(6, 1);
        const { id: tolerated } = (await pay(account.api, short, { method, amount })).body;
        await askAll(service);
        expect((await readLink(account.api, short)).status).to.equal('processing');
        receiver.answerWith(says('allow'));
        await askAllLater(service);
        expect(await depositOf(account, tolerated)).to.include({ status: 'credited' });
        expect(Number((await readLink(account.api, short)).difference)).to.be.lessThan(0);
      }
    });

    it('are carried out once by several processes', async () => {
      const paid = await Promise.all(Array.from({ length: 5 }, () => payLink(account)));
      const workers = Array.from(
        { length: 3 },
        () => createWorkers({ ...service.foundation, metrics: createMetrics() }).screenings,
      );
      await Promise.all([...workers, ...workers].map((worker) => worker.runOnce()));
      for (const { id } of paid) expect(await depositOf(account, id)).to.include({ status: 'credited' });
      expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '100000.00000000' });
    });

    it('are never credited or converted past the database, whichever process tries', async () => {
      const { id } = await payLink(account);
      const { id: converted } = await payLink(account, 'USDC');
      const { id: unmatched } = await payLink(account, 'MXNB', { scenario: 'under' });
      const forced = async (sql: string) =>
        service.database.query(sql).then(
          () => 'done',
          (error: Error) => error.message,
        );
      expect(await forced(`update deposits set status = 'credited' where id = '${id}'`)).to.match(
        NOT_ALLOWED,
      );
      expect(await forced(`update deposits set status = 'accepted' where id = '${unmatched}'`)).to.match(
        NOT_ALLOWED,
      );
      const copy = (deposit: string) => `insert into transfers
        (account_id, id, kind, status, asset, amount, fee, method, to_asset, to_amount, exchange_rate, deposit_id,
         payment_link_code, provider, created_at)
        select account_id, id, 'payment_conversion', 'held', asset, amount, 0, method, 'MXNB', 1, 1, id,
               payment_link_code, provider, created_at from deposits where id = '${deposit}'`;
      expect(await forced(copy(converted))).to.match(NOT_ALLOWED);
      // A process of before that knows nothing of screening opens none.
      await service.database.query('delete from screenings where subject_id = $1', [id]);
      expect(await forced(`update deposits set status = 'credited' where id = '${id}'`)).to.match(
        NOT_ALLOWED,
      );
      await service.database.query(
        `insert into screenings (account_id, subject, subject_id, due_at, created_at)
         values ($1, 'deposit', $2, service_now(), service_now())`,
        [account.id, id],
      );
      await askAll(service);
    });
  });

  it('are in review for the account’s people, who can do nothing and learn no reason', async () => {
    await funded();
    hold();
    const withdrawal = await withdraw();
    const { code, id } = await payLink(account);
    const { id: unmatched } = await payLink(account, 'MXNB', { scenario: 'under' });
    await askAll(service);
    const { visitor } = await join(service, account.id, 'owner');
    const read = async (path: string, as = visitor) =>
      (await as.get(`/panel/accounts/${account.id}/${path}`)).text;
    const inbox = await read('deposits');
    expect(inbox)
      .to.match(/In review/)
      .and.not.match(/LOOK_AT_IT/)
      .and.not.match(/>Decide</);
    for (const path of [`withdrawals/${withdrawal}`, `deposits/${id}`, `deposits/${unmatched}`])
      expect(inbox).to.include(`/${path}"`);
    expect(await read(`withdrawals/${withdrawal}`))
      .to.match(/In review/)
      .and.not.match(/LOOK_AT_IT/);
    for (const one of [id, unmatched]) {
      const page = await read(`deposits/${one}`);
      expect(page)
        .to.match(/In review/)
        .and.not.match(/LOOK_AT_IT|\/accept"|\/refund[/"]/);
    }
    expect((await visitor.get(`/panel/accounts/${account.id}/deposits?lang=es`)).status).to.equal(200);
    const payers = await (await fetch(`${service.baseUrl}/pay/${code}?lang=en`)).text();
    expect(payers).to.not.match(/review|screening|LOOK_AT_IT/i);
    refuse();
    await askAllLater(service);
    const { visitor: fresh } = await join(service, account.id, 'owner');
    const refused = await read(`deposits/${unmatched}`, fresh);
    expect(refused)
      .to.match(/\/refund\/review"/)
      .and.not.match(/\/accept"|SANCTIONED/);
    expect(await read(`deposits/${id}`, fresh)).to.match(/Refused by our payment rules/);
  });

  it('are counted for the operator', async () => {
    const metrics = createMetrics();
    const { screenings } = createWorkers({ ...service.foundation, metrics });
    await payLink(account);
    hold();
    await screenings.runOnce();
    await advance(service, 600);
    receiver.answerWith(answers.status(500));
    await screenings.runOnce();
    const text = await metrics.expose();
    expect(text).to.match(/^payments_screening_held 1$/m);
    expect(text).to.match(/^payments_screening_answered_total 1$/m);
    expect(text).to.match(/^payments_screening_unanswered_total 1$/m);
    const seconds = Number(/^payments_screening_held_oldest_seconds (.*)$/m.exec(text)?.[1]);
    expect(seconds).to.be.within(600, 700);
    receiver.answerWith(says('allow'));
    await askAllLater(service);
  });
});

describe('screening that is switched on and off (D53)', () => {
  let receiver: Receiver;
  let unscreened: TestService;
  let account: TestAccount;

  before(async () => {
    receiver = await startReceiver({ answer: says('allow') });
    unscreened = await startService();
    account = await unscreened.createAccount();
  });
  after(async () => {
    await unscreened?.close();
    await receiver?.close();
  });

  it('lets what was under way go on, and nothing else pass by a process that does not know it', async () => {
    const service = unscreened;
    await fund(account, 'MXNB', '1000');
    const withdraw = async (): Promise<string> => {
      const { db, withdrawals } = service.foundation;
      const request = { accountId: account.id, asset: 'MXNB', amount: money('100'), method: 'SPEI' };
      const destination = { clabe: CLABE, beneficiary: undefined };
      return (
        await db.transaction((trx) =>
          startWithdrawal({ withdrawals }, trx, { ...request, destination, requestId: null }),
        )
      ).id;
    };
    const sent = await withdraw();
    await injectFault(service, 'pay_out', { failure: 'lost_answer' });
    await runOut(service.workers.transfers);
    expect(await executionsOf(service, sent)).to.have.length(1);
    await injectFault(service, 'pay_out', {});
    const underpaid = await createLink(account.api);
    const { body: unmatched } = await pay(account.api, underpaid.code, { method: 'MXNB', scenario: 'under' });
    const { code: converted } = await createLink(account.api);
    await pay(account.api, converted, { method: 'USDC' });

    const environment = { SECRETS_KEY: service.secretsKey };
    receiver.answerWith(says('refuse', 'SANCTIONED'));
    const screened = await runningOn(service.database, { ...environment, ...screenedBy(receiver) });
    try {
      // The process from before takes nothing any more.
      const fresh = await withdraw();
      await advance(service, 60);
      expect(await service.workers.transfers.runOnce()).to.equal(0);
      const { code } = await createLink(account.api);
      expect((await pay(account.api, code, { method: 'MXNB' })).status).to.equal(500);

      await advance(service, 60);
      await runOut(screened.workers.transfers);
      await runOut(screened.workers.screenings);
      // It may have been paid: a refusal would give money back that has left.
      expect(await transferRow(service, sent)).to.include({ status: 'settled' });
      expect(await executionsOf(service, sent)).to.have.length(1);
      expect(await transferRow(service, fresh)).to.include({ failure_reason: 'SCREENING_REFUSED' });
      expect((await readLink(account.api, converted)).status).to.equal('paid');
      // What somebody could still accept is asked about.
      expect(questionsOf(receiver).map(({ id }) => id)).to.include(unmatched.id);
      const accept = screened.foundation.db.transaction((trx) =>
        screened.foundation.inbox.accept(trx, OPERATOR, account.id, unmatched.id),
      );
      expect(await refusalOf(accept)).to.match(/refused/);

      const start = await runningOn(service.database, environment).then(
        async (running) => running.close(),
        (error: unknown) => error,
      );
      expect(start).to.be.instanceOf(StartupError);
      expect((start as Error).message).to.match(/SCREENING_URL.*payments screening off/);
    } finally {
      await screened.close();
    }
    await requireSoundBooks(service);
  });

  it('is switched off by two operators, unless something was answered with no', async () => {
    const screened = await runningOn(unscreened.database, {
      SECRETS_KEY: unscreened.secretsKey,
      ...screenedBy(receiver),
    });
    try {
      const { ana, bruno, json, refused } = await addTwoOperators(screened);
      const account = await screened.createAccount();
      const paid = async (method: string): Promise<string> => {
        const { code } = await createLink(account.api);
        return (await pay(account.api, code, { method })).body.id;
      };
      const statusOf = async (id: string) => (await account.api.get(`/v1/deposits/${id}`)).body.status;
      receiver.answerWith(says('hold', 'LOOK_AT_IT'));
      const held = await paid('MXNB');
      await runOut(screened.workers.screenings);
      receiver.answerWith(answers.status(500));
      const unanswered = await paid('MXNB');
      await runOut(screened.workers.screenings);
      const request = await json(ana, 'screening', 'off', '--reason', 'No contract');
      expect(await refused(bruno, 'approvals', 'approve', request.id)).to.include({
        code: 'screening_undecided',
      });
      const decision = await json(ana, 'screening', 'refuse', held, '--reason', 'Looked into');
      await json(bruno, 'approvals', 'approve', decision.id);
      expect(await refused(bruno, 'approvals', 'approve', request.id)).to.include({
        code: 'screening_undecided',
      });
      await runOut(screened.workers.screenings);
      await json(bruno, 'approvals', 'approve', request.id);

      const plain = await runningOn(unscreened.database, { SECRETS_KEY: unscreened.secretsKey });
      await runOut(plain.workers.screenings);
      await plain.close();
      expect(await statusOf(held)).to.equal('unmatched');
      expect(await statusOf(unanswered)).to.equal('credited');
      // Also where it is still configured, until it starts the next time.
      expect(await statusOf(await paid('MXNB'))).to.equal('credited');
      expect(await refused(ana, 'screening', 'off', '--reason', 'Again')).to.include({
        code: 'screening_is_off',
      });
      await requireSoundBooks(screened);
    } finally {
      await screened.close();
    }
  });
});
