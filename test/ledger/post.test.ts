import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { postMovement } from '../../src/ledger/movement.ts';
import { postReturning, type Entry } from '../../src/ledger/post.ts';
import { BOOK_CHECKS } from '../../src/audit/books.ts';
import { runChecks } from '../../src/audit/verify.ts';
import { startService, type TestService } from '../support/service.ts';
import { arrival, entryOf } from './entries.ts';

describe('posting an entry', () => {
  let service: TestService;
  let accountId: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    accountId = (await service.createAccount()).id;
  });

  const post = async (entry: Entry) => {
    const { posted } = await service.foundation.db.transaction((trx) =>
      Promise.resolve({ posted: postReturning(trx, entry) }),
    );
    return posted;
  };
  const failure = (entry: Entry): Promise<unknown> =>
    post(entry).then(
      () => undefined,
      (error: unknown) => error,
    );
  const balances = async (): Promise<Record<string, string>> => {
    const rows = await service.database.query(
      `select asset, book, balance from ledger_balances where account_id = $1 and balance <> 0`,
      [accountId],
    );
    return Object.fromEntries(
      rows.map(({ asset, book, balance }) => [`${String(book)} ${String(asset)}`, String(balance)]),
    );
  };
  const count = async (table: 'ledger_entries' | 'ledger_postings'): Promise<unknown> => {
    const rows = await service.database.query(
      `select count(*)::integer as n from ${table} where account_id = $1`,
      [accountId],
    );
    return rows[0]?.['n'];
  };

  it('changes its books and returns the balances after it', async () => {
    await post(arrival(accountId, 'MXNB', '100'));
    const posted = await post(
      entryOf(accountId, [
        ['available', 'MXNB', '-30.5'],
        ['fee', 'MXNB', '30.5'],
      ]),
    );
    expect(
      posted.map(({ book, amount, balanceAfter }) => ({ book, amount, balanceAfter })),
    ).to.have.deep.members([
      { book: 'available', amount: '-30.50000000', balanceAfter: '69.50000000' },
      { book: 'fee', amount: '30.50000000', balanceAfter: '30.50000000' },
    ]);
    expect(await balances()).to.deep.equal({
      'available MXNB': '69.50000000',
      'fee MXNB': '30.50000000',
      'rail:simulator MXNB': '-100.00000000',
    });
  });

  it('accepts several assets, each balanced on its own', async () => {
    await post(
      entryOf(accountId, [
        ['rail:simulator', 'MXN', '-100'],
        ['conversion', 'MXN', '100'],
        ['conversion', 'MXNB', '-100'],
        ['available', 'MXNB', '99'],
        ['fee', 'MXNB', '1'],
      ]),
    );
    expect(await balances()).to.include({
      'available MXNB': '99.00000000',
      'conversion MXNB': '-100.00000000',
    });
  });

  it('leaves out zero postings', async () => {
    const posted = await post(
      entryOf(accountId, [
        ['rail:simulator', 'MXNB', '-5'],
        ['available', 'MXNB', '5'],
        ['fee', 'MXNB', '0'],
      ]),
    );
    expect(posted).to.have.length(2);
  });

  describe('with others in one transaction', () => {
    const postAll = (entries: readonly Entry[]) =>
      service.foundation.db.transaction((trx) =>
        Promise.resolve(entries.map((entry) => postReturning(trx, entry))),
      );
    const leave = entryOf('', [
      ['available', 'MXNB', '-30'],
      ['rail:simulator', 'MXNB', '30'],
    ]);

    it('has the balance after itself, and one time per account', async () => {
      const other = (await service.createAccount()).id;
      const posted = await Promise.all(
        await postAll([
          arrival(accountId, 'MXNB', '100'),
          arrival(other, 'MXNB', '7'),
          { ...leave, accountId },
          arrival(accountId, 'MXNB', '5'),
        ]),
      );
      const available = posted.map((rows) => rows.find(({ book }) => book === 'available')?.balanceAfter);
      expect(available).to.deep.equal(['100.00000000', '7.00000000', '70.00000000', '75.00000000']);
      expect(await balances()).to.deep.equal({
        'available MXNB': '75.00000000',
        'rail:simulator MXNB': '-75.00000000',
      });
      const inOrder = await service.database.query(
        `select balance_after::text as after from ledger_postings
          where account_id = $1 and book = 'available' order by created_at, id`,
        [accountId],
      );
      expect(inOrder.map(({ after }) => after)).to.deep.equal(['100.00000000', '70.00000000', '75.00000000']);
    });

    it('is refused when it overdraws a book that a later one fills again', async () => {
      const refusal: unknown = await postAll([
        { ...leave, accountId },
        arrival(accountId, 'MXNB', '100'),
      ]).catch((error: unknown) => error);
      expect(refusal).to.include({ constraint: 'ledger_postings_not_overdrawn' });
      expect(await balances()).to.deep.equal({});
      expect(await count('ledger_entries')).to.equal(0);
    });
  });

  it('that is a movement of no account fails its transaction and nothing else', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const { db, holding } = service.foundation;
      const movement = { ...arrival(randomUUID(), 'MXNB', '1'), type: 'payment' } as const;
      const refusal: unknown = await db
        .transaction((trx) => postMovement(trx, holding.events, movement))
        .catch((error: unknown) => error);
      expect(refusal).to.include({ constraint: 'ledger_balances_account_id_fkey' });
      await new Promise(setImmediate);
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).to.deep.equal([]);
  });

  describe('is refused, and leaves nothing behind,', () => {
    const constraint = (name: string) => ({ constraint: name });
    const unbalanced: [string, Parameters<typeof entryOf>[1]][] = [
      ['with one posting', [['available', 'MXNB', '1']]],
      [
        'when it is off by one unit',
        [
          ['rail:simulator', 'MXNB', '-1'],
          ['available', 'MXNB', '0.99999999'],
        ],
      ],
      [
        'when only the sum across assets is zero',
        [
          ['rail:simulator', 'MXN', '-1'],
          ['available', 'MXNB', '1'],
        ],
      ],
      [
        'when one of two assets is unbalanced',
        [
          ['rail:simulator', 'MXN', '-1'],
          ['available', 'MXN', '1'],
          ['rail:simulator', 'MXNB', '-1'],
          ['available', 'MXNB', '2'],
        ],
      ],
    ];
    for (const [what, moves] of unbalanced) {
      it(what, async () => {
        expect(await failure(entryOf(accountId, moves))).to.include(
          constraint('ledger_postings_sum_to_zero'),
        );
        expect(await balances()).to.deep.equal({});
        expect(await count('ledger_entries')).to.equal(0);
      });
    }

    for (const [what, sides, name] of [
      [
        'a movement twice',
        `('available', 1), ('available', 2), ('rail:simulator', -3)`,
        'movements_by_entry',
      ],
      [
        'to a book twice',
        `('pending', 3), ('rail:simulator', -1), ('rail:simulator', -2)`,
        'ledger_postings_one_per_book',
      ],
    ] as const) {
      it(`when it posts ${what}`, async () => {
        const posting = service.database.query(
          `with entry as (
             insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
             values ($1, gen_random_uuid(), 'payment', 'deposit', 'twice', now()) returning *)
           insert into ledger_postings (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
           select account_id, gen_random_uuid(), id, 'MXNB', book, amount, 0, type, created_at
             from entry, (values ${sides}) as side (book, amount)`,
          [accountId],
        );
        expect(await posting.catch((error: unknown) => error)).to.include(constraint(name));
      });
    }

    for (const book of ['available', 'pending', 'unmatched'] as const) {
      it(`when it would take ${book} below zero`, async () => {
        await post(
          entryOf(accountId, [
            ['rail:simulator', 'MXNB', '-1'],
            [book, 'MXNB', '1'],
          ]),
        );
        const tooMuch = entryOf(accountId, [
          [book, 'MXNB', '-1.00000001'],
          ['rail:simulator', 'MXNB', '1.00000001'],
        ]);
        expect(await failure(tooMuch)).to.include(constraint('ledger_postings_not_overdrawn'));
        const overdraw = service.database.query(
          `update ledger_balances set balance = -0.00000001 where account_id = $1 and book = $2`,
          [accountId, book],
        );
        expect(await overdraw.catch((error: unknown) => error)).to.include(
          constraint('ledger_balances_not_negative'),
        );
        expect(await balances()).to.include({ [`${book} MXNB`]: '1.00000000' });
        expect(await count('ledger_entries')).to.equal(1);
        await post(
          entryOf(accountId, [
            [book, 'MXNB', '-1'],
            ['rail:simulator', 'MXNB', '1'],
          ]),
        );
        expect(await balances()).to.deep.equal({});
      });
    }

    it('when its cause was already posted with the same type', async () => {
      const source = { object: 'deposit', id: 'one and the same' };
      await post(arrival(accountId, 'MXNB', '5', { source }));
      expect(await failure(arrival(accountId, 'MXNB', '5', { source }))).to.include(
        constraint('ledger_entries_one_per_cause'),
      );
      await post(arrival(accountId, 'MXNB', '5', { source, type: 'fee' }));
      expect(await balances()).to.include({ 'available MXNB': '10.00000000' });
    });

    it('when it names a book twice', async () => {
      const twice = entryOf(accountId, [
        ['rail:simulator', 'MXNB', '-2'],
        ['available', 'MXNB', '1'],
        ['available', 'MXNB', '1'],
      ]);
      expect(await failure(twice)).to.be.an('error');
      expect(await balances()).to.deep.equal({});
    });

    it('when it moves nothing', async () => {
      for (const moves of [
        [],
        [
          ['rail:simulator', 'MXNB', '0'],
          ['available', 'MXNB', '0'],
        ],
      ] as const) {
        expect(await failure(entryOf(accountId, moves as never))).to.be.an('error');
        expect(await count('ledger_entries')).to.equal(0);
      }
    });

    it('when an amount has nine decimals or is infinite', async () => {
      expect(await failure(arrival(accountId, 'MXNB', '0.000000001'))).to.be.an('error');
      const endless = arrival(accountId, 'MXNB', '1');
      const postings = endless.postings.map((posting) => ({ ...posting, amount: posting.amount.div(0) }));
      expect(await failure({ ...endless, postings })).to.be.an('error');
      expect(await balances()).to.deep.equal({});
    });

    it('when an amount is more than a book can hold', async () => {
      expect(await failure(arrival(accountId, 'MXNB', '100000000000000000001'))).to.be.an('error');
      expect(await balances()).to.deep.equal({});
    });

    it('when its account does not exist', async () => {
      expect(await failure(arrival('0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13', 'MXNB', '1'))).to.be.an('error');
    });
  });

  describe('concurrently', () => {
    const assets = ['COP', 'MXN', 'MXNB', 'USD', 'USDC', 'USDT'];
    /** Touches the same books as all the others, in forward or reverse order. */
    const exchange = (index: number): Entry => {
      const amount = `${index + 1}`;
      const moves = assets.flatMap((asset) => arrival(accountId, asset, amount).postings);
      return { ...entryOf(accountId, []), postings: index % 2 === 0 ? moves : moves.reverse() };
    };

    it('never deadlocks, loses nothing, and creates each book once', async () => {
      await Promise.all(Array.from({ length: 100 }, (_, index) => post(exchange(index))));
      const expected = assets.flatMap((asset) => [
        [`available ${asset}`, '5050.00000000'],
        [`rail:simulator ${asset}`, '-5050.00000000'],
      ]);
      expect(await balances()).to.deep.equal(Object.fromEntries(expected));
      expect(await count('ledger_postings')).to.equal(100 * 12);
    });

    it('never deadlocks where only some of the books were open', async () => {
      await post(arrival(accountId, 'USDT', '1'));
      const deadlocks = await countDeadlocks();
      await Promise.all(Array.from({ length: 40 }, (_, index) => post(exchange(index))));
      expect(await countDeadlocks()).to.equal(deadlocks);
      expect(await balances()).to.include({
        'available COP': '820.00000000',
        'available USDT': '821.00000000',
      });
    });

    /** Also of those whose transaction was repeated. Postgres writes its figures within a second of the transaction. */
    const countDeadlocks = async (): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const [row] = await service.database.query(
        'select deadlocks::integer from pg_stat_database where datname = current_database()',
      );
      return row?.['deadlocks'] as number;
    };

    it('never spends the same money twice', async () => {
      await post(arrival(accountId, 'MXNB', '10'));
      const spend = () =>
        post(
          entryOf(accountId, [
            ['available', 'MXNB', '-1'],
            ['fee', 'MXNB', '1'],
          ]),
        );
      const outcomes = await Promise.allSettled(Array.from({ length: 40 }, spend));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(10);
      expect(await balances()).to.deep.equal({
        'fee MXNB': '10.00000000',
        'rail:simulator MXNB': '-10.00000000',
      });
    });

    it('gives movements times in the order of the balance changes', async () => {
      await Promise.all(Array.from({ length: 60 }, () => post(arrival(accountId, 'MXNB', '1'))));
      const rows = await service.database.query(
        `select balance_after from ledger_postings where account_id = $1 and book = 'available' order by created_at, id`,
        [accountId],
      );
      expect(rows.map(({ balance_after }) => Number(balance_after))).to.deep.equal(
        Array.from({ length: 60 }, (_, index) => index + 1),
      );
    });
  });

  describe('afterwards', () => {
    it('leaves a ledger that verifies', async () => {
      expect(await runChecks(service.foundation.db.read, BOOK_CHECKS)).to.deep.equal([]);
      const [counted] = await service.database.query(
        'select count(*)::integer as postings from ledger_postings',
      );
      expect(counted?.['postings']).to.be.greaterThan(1_000);
    });
  });
});
