import { expect } from 'chai';
import pg from 'pg';
import { queryableOver } from '../support/database.ts';
import { BOOK_CHECKS } from '../../src/audit/books.ts';
import { runChecks } from '../../src/audit/verify.ts';
import { startService, type TestService } from '../support/service.ts';
import { arrival, entryOf, postAlone } from '../ledger/entries.ts';

const UNBALANCED = 'every entry sums to zero per asset';
const WRONG_BALANCE = 'every balance is the sum of its postings';
const WRONG_BALANCE_AFTER = 'every balance after a posting is the sum up to it';
const ORPHANED = 'every posting belongs to an entry';
const WRONG_DAY = 'every total of a day is the sum of its movements';
const WRONG_QUARTER = 'every total of a quarter of an hour is the sum of its movements';
const EMPTY = 'every entry has postings';
const OWES = 'no account owes money';

describe('verifying the books', () => {
  let service: TestService;
  let accountId: string;
  let owner: pg.Client;

  before(async () => {
    service = await startService();
    const { db } = service.foundation;
    accountId = (await service.createAccount()).id;
    await postAlone(db, arrival(accountId, 'MXNB', '100'));
    await postAlone(
      db,
      entryOf(accountId, [
        ['available', 'MXNB', '-30'],
        ['pending', 'MXNB', '30'],
      ]),
    );
    const other = await service.createAccount();
    await postAlone(db, arrival(other.id, 'MXNB', '7'));
    owner = new pg.Client({ connectionString: service.database.url });
    await owner.connect();
  });
  after(async () => {
    await owner?.end();
    await service?.close();
  });

  /** Breaks the ledger by hand as the database owner, returns what is found, and rolls back. */
  const findAfter = async (...statements: string[]) => {
    await owner.query('begin');
    try {
      for (const text of statements) await owner.query(text.replaceAll('$account', `'${accountId}'`));
      return await runChecks(queryableOver(owner), BOOK_CHECKS);
    } finally {
      await owner.query('rollback');
    }
  };

  it('finds nothing wrong in what the service wrote', async () => {
    expect(await service.foundation.db.snapshot((on) => runChecks(on, BOOK_CHECKS))).to.deep.equal([]);
  });

  const breaks: { what: string; statements: string[]; checks: string[]; says: RegExp }[] = [
    {
      what: 'an altered balance',
      statements: [
        `update ledger_balances set balance = 71 where account_id = $account and book = 'available'`,
      ],
      checks: [WRONG_BALANCE],
      says: /^available MXNB holds 71\.00000000, its postings sum to 70\.00000000$/,
    },
    {
      what: 'a balance without postings',
      statements: [
        `insert into ledger_balances (account_id, asset, book, balance) values ($account, 'USDC', 'available', 5)`,
      ],
      checks: [WRONG_BALANCE],
      says: /^available USDC holds 5\.00000000, its postings sum to 0$/,
    },
    {
      what: 'a deleted balance',
      statements: [
        `set local session_replication_role = 'replica'`,
        `delete from ledger_balances where account_id = $account and book = 'available'`,
      ],
      checks: [WRONG_BALANCE],
      says: /^available MXNB holds 0, its postings sum to 70\.00000000$/,
    },
    {
      what: 'a deleted posting',
      statements: [`delete from ledger_postings where account_id = $account and book = 'pending'`],
      checks: [UNBALANCED, WRONG_BALANCE],
      says: /^entry [0-9a-f-]{36} is out by -30\.00000000 MXNB$/,
    },
    {
      what: 'a changed amount',
      statements: [
        `update ledger_postings set amount = 31, balance_after = 31 where account_id = $account and book = 'pending'`,
      ],
      checks: [UNBALANCED, WRONG_BALANCE],
      says: /^entry [0-9a-f-]{36} is out by 1\.00000000 MXNB$/,
    },
    {
      what: 'amounts changed on both sides, along with their balances',
      statements: [
        `update ledger_postings set amount = sign(amount) * 101 where account_id = $account and abs(amount) = 100`,
        `update ledger_balances set balance = balance + case book when 'rail:simulator' then -1 else 1 end
          where account_id = $account and book in ('rail:simulator', 'available')`,
      ],
      checks: [WRONG_BALANCE_AFTER, WRONG_DAY, WRONG_QUARTER],
      says: /^posting [0-9a-f-]{36} leaves (rail:simulator|available) MXNB at -?\d+\.0{8}, its postings sum to -?\d+\.0{8} by then$/,
    },
    {
      what: 'an altered balance after a posting',
      statements: [
        `update ledger_postings set balance_after = 99 where account_id = $account and book = 'available' and amount = 100`,
      ],
      checks: [WRONG_BALANCE_AFTER],
      says: /^posting [0-9a-f-]{36} leaves available MXNB at 99\.00000000, its postings sum to 100\.00000000 by then$/,
    },
    {
      what: 'an unbalanced entry that bypassed the trigger',
      statements: [
        'alter table ledger_postings disable trigger ledger_postings_sum_to_zero',
        `insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
         values ($account, gen_random_uuid(), 'payment', 'deposit', 'forged', now() + interval '1 hour')`,
        `update ledger_balances set balance = balance + 5 where account_id = $account and book = 'available'`,
        `insert into ledger_postings (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
         select account_id, gen_random_uuid(), id, 'MXNB', 'available', 5, 75, type, created_at
           from ledger_entries where source_id = 'forged'`,
      ],
      checks: [UNBALANCED, WRONG_DAY, WRONG_QUARTER],
      says: /^entry [0-9a-f-]{36} is out by 5\.00000000 MXNB$/,
    },
    {
      what: 'an altered total of a day',
      statements: [`update movement_totals set amount = 69 where account_id = $account and amount = 70`],
      checks: [WRONG_DAY],
      says: /^MXNB payment of \d{4}-\d\d-\d\d are 2 by 69\.0{8} in total, their postings are 2 by 70\.0{8}$/,
    },
    {
      what: 'a deleted total of a day',
      statements: [`delete from movement_totals where account_id = $account`],
      checks: [WRONG_DAY],
      says: /^MXNB payment of \d{4}-\d\d-\d\d are 0 by 0 in total, their postings are 2 by 70\.0{8}$/,
    },
    {
      what: 'a total of a quarter of an hour that was moved to the next',
      statements: [
        `update movement_quarters set starts_at = starts_at + interval '15 minutes' where account_id = $account`,
      ],
      checks: [WRONG_QUARTER],
      says: /^MXNB payment of .+ are \d by \d+(\.0{8})? in total, their postings are \d by \d+(\.0{8})?$/,
    },
    {
      what: 'an entry without postings',
      statements: [
        `insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
         values ($account, gen_random_uuid(), 'fee', 'deposit', 'empty', now())`,
      ],
      checks: [EMPTY],
      says: /^entry [0-9a-f-]{36} of type fee has no postings$/,
    },
    {
      what: 'postings without their entry',
      statements: [`delete from ledger_entries where account_id = $account`],
      checks: [ORPHANED],
      says: /^posting [0-9a-f-]{36} names the entry [0-9a-f-]{36}, which is not there$/,
    },
    {
      what: 'an account that owes money',
      statements: [
        'alter table ledger_balances drop constraint ledger_balances_not_negative',
        'alter table ledger_postings drop constraint ledger_postings_not_overdrawn',
        `update ledger_balances set balance = balance - case book when 'available' then 80 else -80 end
          where account_id = $account and book in ('rail:simulator', 'available')`,
        `with entry as (
           insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
           values ($account, gen_random_uuid(), 'fee', 'deposit', 'overdrawn', now() + interval '1 hour') returning *)
         insert into ledger_postings (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
         select account_id, gen_random_uuid(), id, 'MXNB', book, amount, after, type, created_at
           from entry, (values ('available', -80, -10), ('rail:simulator', 80, -20)) as side (book, amount, after)`,
      ],
      checks: [OWES, WRONG_DAY, WRONG_QUARTER],
      says: /^available MXNB is -10\.00000000$/,
    },
  ];
  for (const { what, statements, checks, says } of breaks) {
    it(`finds ${what}`, async () => {
      const discrepancies = await findAfter(...statements);
      expect([...new Set(discrepancies.map(({ check }) => check))]).to.deep.equal(checks);
      expect([...new Set(discrepancies.map((finding) => finding.accountId))]).to.deep.equal([accountId]);
      expect(discrepancies.map(({ detail }) => detail).join('\n')).to.match(new RegExp(says, 'm'));
    });
  }

  it('reports at most a hundred of each kind', async () => {
    const discrepancies = await findAfter(
      `insert into ledger_balances (account_id, asset, book, balance)
       select $account, 'X' || n, 'available', 1 from generate_series(1, 150) as n`,
    );
    expect(discrepancies).to.have.length(100);
  });
});
