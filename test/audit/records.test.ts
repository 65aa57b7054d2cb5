import { expect } from 'chai';
import pg from 'pg';
import { queryableOver } from '../support/database.ts';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { verifyLedger } from '../../src/audit/verify.ts';
import { confirm } from '../../src/deposits/confirmation.ts';
import { findDeposit } from '../../src/deposits/repository.ts';
import { money } from '../../src/lib/money.ts';
import { returnTransfer } from '../../src/transfers/returned.ts';
import { transferRow } from '../transfers/rig.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { refundLink, refundDeposit } from '../transfers/rig.ts';
import { confirmConversion, startWithdrawal } from '../transfers/started.ts';

/** Has one of each kind of record made by the service, in each state easy to reach, then breaks them by hand. */
describe('verifying records against the books', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: pg.Client;

  const pay = async (fields: object, payment: object): Promise<any> => {
    const request = { amount: '150', currency: 'MXNB', description: 'x', ...fields };
    const { body: link } = await account.api.post('/v1/payment_links', request);
    const answer = await account.api.post(`/v1/test_helpers/payment_links/${link.code}/deposit`, payment);
    expect(answer.status).to.equal(201);
    return answer.body;
  };
  const runToRest = async (): Promise<void> => {
    while ((await service.workers.transfers.runOnce()) > 0);
  };

  const sendBack = async (withdrawalId: string): Promise<void> => {
    const {
      db,
      rails: { simulator },
      transferKinds,
    } = service.foundation;
    const { provider_reference: reference } = await transferRow(service, withdrawalId);
    await db.transaction(async (trx) => {
      const returned = await simulator?.announceReturn(trx, reference, 'ACCOUNT_CLOSED');
      if (!returned) throw new Error('nothing was sent');
      await returnTransfer(trx, transferKinds, 'simulator', returned);
    });
  };

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    const { db, holding, logger, withdrawals, conversions, inbox } = service.foundation;
    await service.database.query(
      `update payment_methods set fee_rate = 0.01, fee_fixed = 1 where method in ('SPEI', 'USDC')`,
    );
    const paid = await pay({ amount: '50000' }, { method: 'SPEI' });
    await pay({ amount: '30000' }, { method: 'USDC' });
    await pay({}, { method: 'MXNB', scenario: 'seen_then_confirmed' });
    await pay({}, { method: 'SPEI', scenario: 'under' });
    const over = await pay({}, { method: 'SPEI', scenario: 'over' });
    const seen = await pay({}, { method: 'MXNB', scenario: 'seen_then_confirmed' });
    const { destination, payer } = seen;
    const final = { asset: 'USDT', network: 'Ethereum', amount: money('149'), destination, payer };
    await db.transaction(async (trx) =>
      confirm(trx, { ...holding, logger }, await findDeposit(trx, account.id, seen.id), final),
    );
    const toAccept = await pay({}, { method: 'MXNB', scenario: 'wrong_network' });
    await runToRest();
    const withdrawal = {
      accountId: account.id,
      asset: 'MXNB',
      amount: money('1000'),
      method: 'SPEI',
      destination: { clabe: '032180000118359719' },
      requestId: null,
    };
    await db.transaction((trx) => startWithdrawal({ withdrawals }, trx, withdrawal));
    await refundLink(service, account.id, paid.payment_link_code, '70');
    await refundDeposit(service, over.id);
    await db.transaction((trx) => inbox.accept(trx, OPERATOR, account.id, toAccept.id));
    const short = await pay({}, { method: 'SPEI', scenario: 'under' });
    await db.transaction((trx) => inbox.acceptAsPayment(trx, OPERATOR, account.id, short.id));
    await refundLink(service, account.id, short.payment_link_code, '10');
    const conversion = {
      accountId: account.id,
      fromAsset: 'MXNB',
      toAsset: 'USDC',
      amount: money('500'),
      requestId: null,
    };
    const quote = await conversions.requestQuote(conversion, 'audit');
    await db.transaction(async (trx) => {
      const { id } = await conversions.create(trx, conversion, quote);
      await confirmConversion({ conversions }, trx, account.id, id);
    });
    const { id } = await db.transaction((trx) => startWithdrawal({ withdrawals }, trx, withdrawal));
    await runToRest();
    await sendBack(id);
    await db.transaction((trx) => startWithdrawal({ withdrawals }, trx, withdrawal));
    owner = new pg.Client({ connectionString: service.database.url });
    await owner.connect();
  });
  after(async () => {
    await owner?.end();
    await service?.close();
  });

  /** Breaks something by hand as the owner, past the constraints, returns what is found, and rolls back. */
  const findAfter = async (...statements: string[]) => {
    await owner.query('begin');
    try {
      for (const text of statements) await owner.query(text);
      return (await verifyLedger(queryableOver(owner))).discrepancies;
    } finally {
      await owner.query('rollback');
    }
  };

  it('finds nothing wrong in what the service wrote', async () => {
    const verification = await service.foundation.db.snapshot(verifyLedger);
    expect(verification.discrepancies).to.deep.equal([]);
    expect(verification.ok).to.be.true;
    expect(verification.entries).to.be.greaterThan(10);
    const [counts] = await service.database.query(
      `select array_agg(distinct kind || ' ' || status) as kinds from transfers`,
    );
    expect(counts?.['kinds']).to.have.members([
      'withdrawal settled',
      'withdrawal held',
      'withdrawal returned',
      'conversion settled',
      'payment_conversion settled',
      'refund settled',
    ]);
  });

  it('has a statement timeout long enough for a large ledger, without changing that of calls', async () => {
    const { db } = service.foundation;
    const limit = { text: `select current_setting('statement_timeout') as limit` };
    const { rows } = await db.snapshot(async (on) => {
      await verifyLedger(on);
      return on.query(limit);
    });
    expect(rows).to.deep.equal([{ limit: '30min' }]);
    expect((await db.snapshot((on) => on.query(limit))).rows).to.deep.equal([{ limit: '15s' }]);
  });

  const DEPOSITS = 'every deposit is booked as its status says';
  const TRANSFERS = 'every transfer is booked as its status says';
  const LINKS = 'every paid link was paid once, and every processing one has one payment';
  const LISTED = 'every link is listed as what it is';
  const HISTORY = 'every link is where its history ends, with no step missing';
  const REFUNDS = 'nothing is refunded above what was paid';

  const IN_COP = `(values ('pending', 5), ('rail:simulator', -5)) as b (book, amount)`;

  const breaks: { what: string; statements: string[]; checks: string[]; says: RegExp }[] = [
    {
      what: 'a credited deposit that screening has refused',
      statements: [
        `insert into screenings (account_id, subject, subject_id, decision, code, created_at, decided_at)
         select account_id, 'deposit', id, 'refuse', 'SANCTIONED', now(), now()
           from deposits where status = 'credited' limit 1`,
      ],
      checks: ['nothing was credited or sent that screening has not allowed'],
      says: /^deposit .* is credited, but its screening says refuse$/,
    },
    {
      what: 'a deposit with an altered state',
      statements: [
        `update deposits set status = 'unmatched', unmatched_reason = 'OVERPAID'
                     where status = 'credited' and asset = 'USDC'`,
      ],
      checks: [DEPOSITS, TRANSFERS, LINKS, 'every deposit has its event'],
      says: /^deposit [0-9a-f-]{36} of [0-9.]+ USDC is unmatched, but its postings moved rail -[0-9.]+, pending 0\.0+, unmatched 0$/,
    },
    {
      what: 'a deposit with an altered amount',
      statements: [`update deposits set amount = amount + 1 where status = 'pending'`],
      checks: [DEPOSITS],
      says: /^deposit [0-9a-f-]{36} of 151\.00000000 MXNB is pending, but its postings moved rail -150\.0+, pending 150\.0+, unmatched 0$/,
    },
    {
      what: 'a deposit that left something behind in another asset',
      statements: [
        `insert into ledger_balances (account_id, asset, book, balance)
         select account_id, 'COP', book, b.amount from deposits, ${IN_COP} where status = 'pending'`,
        `insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
         select account_id, id, 'payment_corrected', 'deposit', id, now() from deposits where status = 'pending'`,
        `insert into ledger_postings (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
         select account_id, gen_random_uuid(), id, 'COP', book, b.amount, b.amount, 'payment_corrected', now()
           from deposits, ${IN_COP} where status = 'pending'`,
      ],
      checks: ['no deposit left anything behind in another asset'],
      says: /^deposit [0-9a-f-]{36} is of MXNB, but its postings moved COP: rail -5\.0+, pending 5\.0+, unmatched 0$/,
    },
    {
      what: 'a settled withdrawal marked as failed',
      statements: [
        `update transfers set status = 'failed', failure_reason = 'PROVIDER_REFUSED' where kind = 'withdrawal' and status = 'settled'`,
      ],
      checks: [TRANSFERS, 'every transfer has its event'],
      says: /^withdrawal [0-9a-f-]{36} of 1000\.0+ MXNB is failed, but its postings moved available -1000\.0+, pending 0\.0+, unmatched 0$/,
    },
    {
      what: 'a settled withdrawal marked as sent',
      statements: [
        `update transfers set status = 'sent', finished_at = null where kind = 'withdrawal' and status = 'settled'`,
      ],
      checks: [TRANSFERS],
      says: /^withdrawal .* is sent, but/,
    },
    {
      what: 'a returned withdrawal marked as settled',
      statements: [
        `update transfers set status = 'settled', failure_reason = null, returned_at = null, return_reference = null
          where status = 'returned'`,
      ],
      checks: [TRANSFERS],
      says: /^withdrawal .* is settled, but its postings moved available 0\.0+, pending 0\.0+, unmatched 0$/,
    },
    {
      what: 'a return without its event',
      statements: [`delete from webhook_deliveries`, `delete from events where type = 'withdrawal.failed'`],
      checks: ['every transfer has its event'],
      says: /^withdrawal\.failed of [0-9a-f-]{36} has no event for "returned"$/,
    },
    {
      what: 'a deleted transfer whose postings remain',
      statements: [`delete from transfers where kind = 'conversion'`],
      checks: ['every entry has the record that caused it'],
      says: /^entry [0-9a-f-]{36} of type conversion(_settled)? names the conversion [0-9a-f-]{36}, which is not there$/,
    },
    {
      what: 'a paid link with an altered amount',
      statements: [`update payment_links set amount = 51000 where status = 'paid' and amount = 50000`],
      checks: ['every paid link brought its amount'],
      says: /^payment link PL-\S+ is paid with 51000\.0+ MXNB, but 50000\.0+ became available$/,
    },
    {
      what: 'a paid link whose difference was altered',
      statements: [
        `update payment_links set amount_received = 50001 where status = 'paid' and amount = 50000`,
      ],
      checks: ['every paid link brought its amount'],
      says: /^payment link PL-\S+ is paid with 50001\.0+ MXNB, but 50000\.0+ became available$/,
    },
    {
      what: 'a payment of less than was due, which nobody accepted',
      statements: [
        `update payment_link_methods m set amount_due = amount_due + 1 from deposits d
          where d.status = 'credited' and d.payment_link_code = m.link_code and d.method = m.method and d.method = 'SPEI'`,
      ],
      checks: ['every payment is what was due, or was accepted in its place'],
      says: /^deposit \S+ of 50000\.0+ MXN paid payment link PL-\S+, of which 50001\.0+ MXN were due$/,
    },
    {
      what: 'a conversion that brought more than was posted',
      statements: [`update transfers set brought = brought + 1 where kind = 'payment_conversion'`],
      checks: ['what conversions brought above or below the promised rate is in the fx book'],
      says: /^the conversion for payment link PL-\S+ brought 1\.0+ MXNB above the promised rate, fx has 0$/,
    },
    {
      what: 'a link with an altered state',
      statements: [`update payment_links set status = 'cancelled' where status = 'processing'`],
      checks: [LINKS, HISTORY, LISTED],
      says: /^payment link PL-\S+ is cancelled, with 0 credited and 1 pending deposits$/,
    },
    {
      what: "a missing step in a link's history",
      statements: [
        `delete from payment_link_transitions where trigger = 'pay' and link_code in
                      (select link_code from payment_link_transitions where trigger = 'pay' limit 1)`,
      ],
      checks: [HISTORY],
      says: /^payment link PL-\S+ is paid at step 1, but its history has 0 and ends at $/,
    },
    {
      what: 'more refunded than was paid',
      statements: [
        `alter table deposits drop constraint deposits_refunded_at_most`,
        `update deposits set refund_total = amount + 1 where status = 'credited' and asset = 'MXN'`,
      ],
      checks: [REFUNDS],
      says: /^deposit [0-9a-f-]{36} of 50000\.0+ MXN counts 50001\.0+ as refunded, its refunds sum to 70\.0+$/,
    },
    {
      what: 'a provider reference that was used twice',
      statements: [`update deposits set provider_reference = 'the same' where asset = 'MXN'`],
      checks: ['no provider reference was used twice'],
      says: /^deposit the same of provider simulator is there 4 times$/,
    },
    {
      what: 'a provider reference that two accounts claim',
      statements: [
        `insert into deposits (account_id, id, status, unmatched_reason, method, asset, amount, destination, provider,
                               provider_reference, payer, created_at)
         select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'failed', 'NOT_CONFIRMED', method, asset, amount,
                destination, provider, provider_reference, payer, created_at
           from deposits where status = 'pending'`,
      ],
      checks: ['no provider reference was used twice', 'every deposit has its event'],
      says: /^deposit [0-9a-f-]{36} of provider simulator is there 2 times$/,
    },
    {
      what: 'a change of state without an event',
      statements: [
        `delete from webhook_deliveries`,
        `delete from events where type in ('payment_link.paid', 'refund.completed', 'balance.updated')`,
      ],
      checks: [
        'every paid link has its event',
        'every transfer has its event',
        'every movement has its event',
      ],
      says: /^payment_link\.paid of PL-\S+ has no event for "paid"$/,
    },
  ];
  for (const { what, statements, checks, says } of breaks) {
    it(`finds ${what}`, async () => {
      // The owner bypasses foreign keys and triggers; constraints in the way are dropped.
      const discrepancies = await findAfter(`set local session_replication_role = 'replica'`, ...statements);
      expect([...new Set(discrepancies.map(({ check }) => check))]).to.deep.equal(checks);
      expect(discrepancies.map(({ detail }) => detail).join('\n')).to.match(new RegExp(says, 'm'));
    });
  }
});
