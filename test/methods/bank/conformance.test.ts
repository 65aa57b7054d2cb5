import { randomInt } from 'node:crypto';
import pg from 'pg';
import { connect } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { money, type Money } from '../../../src/lib/money.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { createBank } from '../../../src/methods/providers/bank/bank.ts';
import { exportPayments } from '../../../src/methods/providers/bank/payouts/export.ts';
import type { Destination } from '../../../src/methods/providers/provider.ts';
import { createTestDatabase } from '../../support/database.ts';
import { describeConformance } from '../providers/conformance.ts';
import type { RailUnderTest } from '../providers/conformance/rail-under-test.ts';
import { openPaperBank, paymentsIn, statusReport, type Movement } from './paper-bank.ts';

describeConformance('an account at a bank, by files', openBank, {
  methods: [{ method: 'WIRE', kind: 'bank', network: null, asset: 'USD', decimals: 2, paysOut: true }],
  notices: false,
  returns: true,
  drops: true,
  changes: false,
  pageSize: 100,
});

const logger = createLogger('silent');
const FIRST_DAY = Date.parse('2026-01-01');
const DAY_MS = 24 * 3600_000;

async function openBank(): Promise<RailUnderTest> {
  const [database, paper] = await Promise.all([createTestDatabase(), openPaperBank('100000.00')]);
  const keyring = Keyring.parse(Keyring.generate());
  const open = (url: string) => {
    // So that what does not answer is given up in a second.
    const connectionString = `${url}${url.includes('?') ? '&' : '?'}options=-c%20lock_timeout%3D1000`;
    const db = connect({ connectionString, maxTransactions: 10, logger });
    return { db, bank: createBank({ db, logger, keyring, accountsFile: paper.accountsFile }) };
  };
  const { db, bank } = open(database.url);
  const others: { close(): Promise<void> }[] = [];
  let day = 0;
  let files = 0;
  /** Told early and not in a statement yet, by the reference that payers were told. */
  let toldEarly: { reference: string; movement: Movement }[] = [];
  /** What the bank has paid, by account. */
  const paid = new Map<string, { id: string; amount: Money }[]>();
  let isHeld = false;
  let refuses = false;
  const lock = new pg.Client({ connectionString: database.url });
  await lock.connect();

  /** One after the other: a bank closes one day at a time. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  const today = (): string => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
  const handIn = async (content: string) => {
    const bytes = Buffer.from(content);
    const file = { bytes, name: `${++files}.xml`, source: 'folder', by: null, account: undefined } as const;
    const { refused, waiting } = await bank.take(file);
    if ((refused ?? waiting) !== null) throw new Error(`the file was not taken: ${refused ?? waiting}`);
  };
  const close = async (movements: readonly Movement[]): Promise<void> => {
    day++;
    await handIn(
      paper.close(
        today(),
        movements.map((movement) => ({ ...movement, booked: today() })),
      ),
    );
  };
  /** Told early, by one file. */
  const payIn = (reference: string | null, amounts: readonly Money[]): Promise<string[]> =>
    inTurn(async () => {
      const movements = amounts.map((amount) => ({
        amount: amount.toFixed(2),
        booked: today(),
        text: `for ${reference}`,
        servicer: `E${++files}`,
      }));
      await handIn(paper.notify(today(), movements));
      const rows = await database.query(
        `select identity from (select * from bank_entries order by id desc limit $1) as newest order by id`,
        [movements.length],
      );
      const references = rows.map(({ identity }) => identity as string);
      movements.forEach((movement, at) => toldEarly.push({ reference: references[at] ?? '', movement }));
      return references;
    });
  const paying = bank.paying('operations-usd');
  if (!paying) throw new Error('no payments leave the account');

  /** The carrier takes the payment file to the bank, which pays or refuses what is in it. */
  const carryOut = async (): Promise<Movement[]> => {
    if (isHeld && !refuses) return [];
    const exported = await exportPayments({ db, keyring }, paying, { by: null, seen: undefined });
    if (!exported) return [];
    const content = (await paper.collect()).find(({ name }) => exported.file.endsWith(name))?.content ?? '';
    const payments = paymentsIn(content);
    if (refuses) {
      const fileId = /<MsgId>(.*?)</.exec(content)?.[1] ?? '';
      await handIn(
        statusReport(
          fileId,
          Object.fromEntries(payments.map(({ id }) => [id, { status: 'RJCT', code: 'AC06' }])),
        ),
      );
      return [];
    }
    return payments.map(({ id, amount, account }) => {
      paid.set(account, [...(paid.get(account) ?? []), { id, amount: money(amount) }]);
      return { amount: `-${amount}`, booked: '', endToEndId: id };
    });
  };
  const numberOf = (destination: Destination): string =>
    'bank' in destination && 'account_number' in destination.bank ? destination.bank.account_number : '';

  return {
    provider: bank,
    reopen() {
      const other = open(database.url);
      others.push(other.db);
      return Promise.resolve(other.bank);
    },
    async unreachable() {
      const gone = await createTestDatabase();
      const other = open(gone.url);
      await other.db.close();
      await gone.drop();
      return other.bank;
    },
    async now() {
      const [row] = await database.query('select service_now() as now');
      return row?.['now'] as Date;
    },
    async payIn(_method, place, amount) {
      const [providerReference = ''] = await payIn(place.reference, [amount]);
      return { providerReference, notice: undefined };
    },
    payInMany: (_method, place, amounts) => payIn(place.reference, amounts),
    finalize: () =>
      inTurn(async () => {
        const debits = await carryOut();
        const credits = toldEarly.map(({ movement }) => movement);
        toldEarly = [];
        await close([...credits, ...debits]);
      }),
    drop: (reference) =>
      inTurn(async () => {
        toldEarly = toldEarly.filter((one) => one.reference !== reference);
        await close(toldEarly.map(({ movement }) => movement));
        toldEarly = [];
        await close([]);
      }),
    newDestination: () => ({
      bank: {
        account_number: String(randomInt(10 ** 9, 10 ** 10)),
        routing_number: '121000248',
        account_name: 'Initech Inc',
        address: {
          street: '2 Side Street',
          city: 'San Francisco',
          state: 'CA',
          postal_code: '94102',
          country: 'US',
        },
      },
    }),
    sentTo: (destination) =>
      Promise.resolve((paid.get(numberOf(destination)) ?? []).map(({ amount }) => amount)),
    async sendBack(id) {
      const amount = [...paid.values()].flat().find((one) => one.id === id)?.amount;
      if (!amount) throw new Error(`the bank has not paid ${id}`);
      await inTurn(() =>
        close([
          {
            amount: amount.toFixed(2),
            booked: '',
            isReversal: true,
            endToEndId: id,
            reason: { code: 'AC04' },
          },
        ]),
      );
      return undefined;
    },
    movedOn: () => Promise.resolve(undefined),
    async misbehave(_move, fault) {
      if (fault === 'hold') isHeld = true;
      if (fault === 'refuse') refuses = true;
      // A bank by files is asked nothing: what may not answer is our own database.
      if (fault === 'lose_answer' || fault === 'dawdle') {
        await lock.query('begin');
        await lock.query('lock table bank_orders in access exclusive mode');
      }
    },
    async heal() {
      isHeld = false;
      refuses = false;
      await lock.query('rollback');
    },
    forge: (notice) => notice,
    repeat: (notice) => notice,
    age: () => undefined,
    async close() {
      await Promise.all([db.close(), lock.end(), ...others.map((other) => other.close())]);
      await Promise.all([database.drop(), paper.remove()]);
    },
  };
}
