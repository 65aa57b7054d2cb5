import { expect } from 'chai';
import fc from 'fast-check';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { verifyLedger } from '../../src/audit/verify.ts';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { money } from '../../src/lib/money.ts';
import type { Answer } from '../support/client.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  advance,
  behave,
  createLink,
  injectFault,
  moveMarket,
  PAYABLE_BY_ALL,
  pay,
  refreshQuote,
  requireLegalHistories,
  runToRest,
  serviceTimeIn,
} from './links.ts';
import { refundDeposit, refundLink } from '../transfers/rig.ts';

/** Both limits apply: a slow machine does fewer runs, a fast one is done sooner. */
const RUNS = 60;
const TIME_LIMIT_MS = 12_000;

const SCENARIOS = ['exact', 'under', 'over', 'duplicate', 'wrong_network', 'seen_then_confirmed'] as const;
const WORKERS = ['quotes', 'confirmations', 'confirmations', 'transfers', 'transfers', 'expiry'] as const;

/** One account, acted on by a company, its payers, its provider and the passing of time. */
interface World {
  service: TestService;
  account: TestAccount;
  codes: string[];
}

/** Something that one of them does; a number selects the link or deposit. */
interface Act {
  /** Describes the act when a story fails. */
  toString(): string;
  run(world: World): Promise<unknown>;
}

/** Mostly the first links, so that several acts hit the same one. */
const link = fc.constantFrom(0, 0, 1, 1, 2, 3);
const method = fc.constantFrom('SPEI', 'MXNB', 'USDC', 'WIRE');

const failure = fc.constantFrom('none', 'none', 'unavailable', 'refused', 'refused', 'lost_answer');
/** The provider's initial faults, later changed by acts. */
const moods = fc.record({ confirm: failure, convert: failure, refund: failure });

const act = <T extends object>(
  name: string,
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
  run: (world: World, fields: T) => Promise<unknown>,
): fc.Arbitrary<Act> =>
  fc.record(fields).map((drawn) => ({
    toString: () => `${name} ${JSON.stringify(drawn)}`,
    run: (world) => run(world, drawn),
  }));

const ACTS: { weight: number; arbitrary: fc.Arbitrary<Act> }[] = [
  {
    weight: 3,
    arbitrary: act(
      'create',
      {
        amount: fc.constantFrom('500.12345678', PAYABLE_BY_ALL),
        fee_bearer: fc.constantFrom('merchant', 'payer'),
      },
      async ({ account, codes }, fields) => {
        codes.push((await createLink(account.api, fields)).code);
      },
    ),
  },
  {
    weight: 8,
    arbitrary: act(
      'pay',
      { link, method, scenario: fc.constantFrom('exact', ...SCENARIOS, 'seen_then_confirmed') },
      (world, { link, ...payment }) => onLink(world, link, (code) => pay(world.account.api, code, payment)),
    ),
  },
  {
    weight: 2,
    arbitrary: act('refresh', { link, method }, (world, { link, method }) =>
      onLink(world, link, (code) => refreshQuote(world.account.api, code, method)),
    ),
  },
  {
    weight: 1,
    arbitrary: act('cancel', { link }, (world, { link }) =>
      onLink(world, link, (code) => world.account.api.post(`/v1/payment_links/${code}/cancel`)),
    ),
  },
  {
    weight: 1,
    arbitrary: act('delete', { link }, (world, { link }) =>
      onLink(world, link, (code) => world.account.api.delete(`/v1/payment_links/${code}`)),
    ),
  },
  {
    weight: 1,
    arbitrary: act(
      'patch',
      { link, minutes: fc.integer({ min: 5, max: 60 }) },
      async (world, { link, minutes }) => {
        const expires_at = await serviceTimeIn(world.service, minutes * 60);
        await onLink(world, link, (code) =>
          world.account.api.patch(`/v1/payment_links/${code}`, { expires_at }),
        );
      },
    ),
  },
  {
    weight: 3,
    arbitrary: act(
      'advance',
      { seconds: fc.constantFrom(2, 10, 300, 960, 3_600) },
      ({ service }, { seconds }) => advance(service, seconds),
    ),
  },
  {
    weight: 6,
    arbitrary: act(
      'work',
      { worker: fc.constantFrom(...WORKERS), afterS: fc.constantFrom(0, 4) },
      async ({ service }, { worker, afterS }) => {
        if (afterS > 0) await advance(service, afterS);
        await service.workers[worker].runOnce();
      },
    ),
  },
  {
    weight: 2,
    arbitrary: act(
      'resolve',
      { deposit: fc.nat(5), how: fc.constantFrom('accept', 'accept_as_payment', 'refund') },
      resolveUnmatched,
    ),
  },
  {
    weight: 2,
    arbitrary: act('refund', { link }, (world, { link }) =>
      onLink(world, link, (code) =>
        unlessRefused(() => refundLink(world.service, world.account.id, code, '100')),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: act(
      'provider',
      { operation: fc.constantFrom('quote', 'instructions', 'confirm', 'convert', 'refund'), failure },
      ({ service }, { operation, failure }) => injectFault(service, operation, { failure }),
    ),
  },
  {
    weight: 1,
    arbitrary: act('market', { by: fc.constantFrom('-0.05', '0', '0.05') }, ({ service }, { by }) =>
      moveMarket(service, 'MXNB', by),
    ),
  },
];

/** The acts in one batch happen at the same time. */
const story = fc.array(fc.array(fc.oneof(...ACTS), { minLength: 1, maxLength: 5 }), {
  minLength: 3,
  maxLength: 10,
  size: 'max',
});

describe('anything that happens to payment links, in any order and concurrently', function () {
  this.timeout(90_000);
  let service: TestService;

  before(async () => {
    service = await startService();
    await service.database.query('update payment_methods set fee_rate = 0.015, fee_fixed = 3');
  });
  after(() => service?.close());

  it('leaves consistent books, links, histories and events', async () => {
    const deadline = performance.now() + TIME_LIMIT_MS;
    const property = fc.asyncProperty(story, moods, fc.boolean(), async (batches, moods, autoRefund) => {
      // Instead of fast-check's time limit, which would leave the last story running when the service closes.
      if (performance.now() > deadline) return;
      await behave(service);
      const account = await service.createAccount();
      await service.changeAccount(account.id, { autoRefund: autoRefund });
      const world: World = { service, account, codes: [] };
      world.codes.push((await createLink(account.api)).code);
      for (const operation of ['confirm', 'convert', 'refund'] as const) {
        await injectFault(service, operation, { failure: moods[operation] });
      }
      for (const batch of batches) await Promise.all(batch.map((act) => act.run(world)));
      await behave(service);
      await runToRest(service);
      await requireAgreement(world);
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});

/** Refusals are acceptable; failures are not. */
async function onLink(
  { codes }: World,
  place: number,
  work: (code: string) => Promise<Answer | object | undefined>,
): Promise<void> {
  const answer = await work(codes[place % codes.length] as string);
  if (answer && 'text' in answer && 'status' in answer) {
    expect(answer.status, answer.text).to.be.oneOf([200, 201, 204, 400, 404, 409]);
  }
}

async function resolveUnmatched(
  { service, account }: World,
  { deposit, how }: { deposit: number; how: string },
): Promise<void> {
  const { db, inbox } = service.foundation;
  const unmatched = await inbox.list(db.read, { accountId: account.id });
  const chosen = unmatched[deposit % unmatched.length];
  if (!chosen) return;
  await unlessRefused(() => {
    if (how === 'refund') return refundDeposit(service, chosen.id);
    return db.transaction<unknown>((trx) =>
      how === 'accept'
        ? inbox.accept(trx, OPERATOR, account.id, chosen.id)
        : inbox.acceptAsPayment(trx, OPERATOR, account.id, chosen.id),
    );
  });
}

async function unlessRefused(work: () => Promise<unknown>): Promise<undefined> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

async function requireAgreement({ service, account: { id, api } }: World): Promise<void> {
  const { discrepancies } = await service.foundation.db.snapshot(verifyLedger);
  expect(discrepancies.filter(({ accountId }) => accountId === id)).to.deep.equal([]);
  await requireLegalHistories(service, id);

  const query = (text: string) => service.database.query(text, [id]);
  const paidTwiceOrNever = await query(
    `select l.code from payment_links l where l.account_id = $1 and (l.status = 'paid')::int not in (
       (select count(*) from events e where e.account_id = l.account_id and e.type = 'payment_link.paid'
           and e.body::json -> 'data' ->> 'link_code' = l.code)) or l.account_id = $1 and (l.status = 'paid')::int <> (
       select count(*) from ledger_postings p where p.account_id = l.account_id and p.payment_link_code = l.code
          and p.book = 'available' and p.type = 'payment')`,
  );
  expect(paidTwiceOrNever, 'one event and one credit for each paid link').to.deep.equal([]);

  const [counts] = await query(
    `select (select count(*)::int from deposits where account_id = $1 and status = 'pending') as pending,
            (select count(*)::int from transfers where account_id = $1 and status not in ('settled', 'failed')) as open,
            (select count(*)::int - count(distinct id)::int from events where account_id = $1) as repeated_events,
            (select count(*)::int from payment_links where account_id = $1 and status = 'processing') as processing`,
  );
  expect(counts).to.deep.equal({ pending: 0, open: 0, repeated_events: 0, processing: 0 });

  const sums = await query(
    `select coalesce(b.asset, d.asset) as asset, coalesce(balance, 0) as book, coalesce(held, 0) as deposits
       from (select asset, balance from ledger_balances where account_id = $1 and book = 'unmatched') b
       full join (select asset, sum(amount) as held from deposits
                   where account_id = $1 and status in ('unmatched', 'refunding') group by asset) d on d.asset = b.asset
      where coalesce(balance, 0) <> coalesce(held, 0)`,
  );
  expect(sums, 'the unmatched book is the sum of its deposits').to.deep.equal([]);

  const movements = await allMovements(api);
  for (const { asset, available, pending } of (await api.get('/v1/balances')).body.data) {
    const total = movements
      .filter((movement) => movement.asset === asset)
      .reduce((sum, { amount }) => sum.plus(money(amount)), money('0'));
    expect(available, asset).to.equal(total.toFixed(8));
    expect(pending, asset).to.equal('0.00000000');
  }
}

async function allMovements(api: TestAccount['api']): Promise<{ asset: string; amount: string }[]> {
  const all = [];
  for (let path = '/v1/transactions?limit=100'; ;) {
    const { data, has_more, next_cursor } = (await api.get(path)).body;
    all.push(...data);
    if (!has_more) return all;
    path = `/v1/transactions?limit=100&cursor=${encodeURIComponent(next_cursor)}`;
  }
}
