import { randomUUID } from 'node:crypto';
import { connect, type Database } from '../../../../src/db/connect.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { ProviderFailure } from '../../../../src/methods/index.ts';
import type {
  Access,
  Order,
  OrderRail,
  OrderStatus,
  Terms,
} from '../../../../src/methods/providers/orders/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { keepLogs, type LogLine } from '../../bitso/rig.ts';

/** An order as the stand-in has it. */
export interface Made {
  id: string;
  reference: string;
  body: string;
}

/** What becomes of a request: whether it is carried out, and what the caller is told. */
export interface Fate {
  acts: boolean;
  answer: 'made' | 'lost' | 'refused' | 'turned_away' | 'accepted' | 'used_before' | 'never';
}

class Answered extends ProviderFailure {
  readonly answer: Fate['answer'];
  constructor(answer: Fate['answer']) {
    super(answer === 'refused' ? 'refused' : 'unavailable', `It answered: ${answer}.`, {
      reason: 'INVALID_DESTINATION',
    });
    this.answer = answer;
  }
}

/** A provider that carries out what it is asked, once for each id if it `dedupes`. */
export class StandIn {
  readonly made: Made[] = [];
  readonly bodies: string[] = [];
  fates: Fate[] = [];
  /** Its list shows nothing, or not yet. */
  isHidden = false;
  dedupes = true;
  /** Before a request is answered. */
  onRequest: () => Promise<void> | void = () => undefined;

  find(id: string): Made | undefined {
    return this.isHidden ? undefined : this.made.find((one) => one.id === id);
  }

  async request(id: string, body: string): Promise<Made> {
    this.bodies.push(body);
    await this.onRequest();
    const { acts, answer } = this.fates.shift() ?? { acts: true, answer: 'made' };
    let made = this.dedupes ? this.made.find((one) => one.id === id) : undefined;
    if (acts && !made) this.made.push((made = { id, reference: randomUUID(), body }));
    if (answer === 'never') return new Promise(() => undefined);
    if (answer !== 'made' || !made) throw new Answered(answer);
    return made;
  }
}

export const TERMS: Terms = {
  answeredWithinMs: 5_000,
  repeatAfterMs: 0,
  repeatForMs: Infinity,
  absentForMs: 5 * 60_000,
};

export function railWith(terms: Partial<Terms> = {}): OrderRail {
  return {
    ...{ provider: 'standin', name: 'Stand-in', terms: { ...TERMS, ...terms } },
    saidBy(error) {
      const said = error instanceof Answered ? error.answer : undefined;
      return said === 'turned_away' || said === 'accepted' || said === 'used_before' ? said : undefined;
    },
  };
}

export function newOrder(standIn: StandIn, change: Partial<Order<Made>> = {}) {
  const key = randomUUID();
  const order: Order<Made> & { statusOf(made: Made): OrderStatus } = {
    ...{ purpose: 'pay_out', id: `order ${key}`, idempotencyKey: key, requested: ['100.00', 'Maria'] },
    prepare: () => Promise.resolve({ body: `pay 100.00 to Maria by ${key}` }),
    find: () => Promise.resolve(standIn.find(order.id)),
    request: (body) => standIn.request(order.id, body),
    referenceOf: ({ reference }) => reference,
    statusOf: () => ({ is: 'done', watchForMs: 60_000 }),
    ...change,
  };
  return order;
}

export interface OrdersRig {
  database: TestDatabase;
  db: Database;
  access: Access;
  /** What was logged. */
  lines: LogLine[];
  /** As if so much time had passed since look-ups began to find nothing, and since the first requests. */
  age(ms: number): Promise<void>;
  rowOf(order: { id: string }): Promise<any>;
  close(): Promise<void>;
}

export async function openOrdersRig(): Promise<OrdersRig> {
  const database = await createTestDatabase();
  const db = connect({ connectionString: database.url, maxTransactions: 10, logger: createLogger('silent') });
  const { logger, lines } = keepLogs();
  return {
    ...{ database, db, access: { db, logger, rail: railWith() }, lines },
    async age(ms) {
      await database.query(
        `update rail_orders set absent_since = absent_since - $1 * interval '1 millisecond',
                                requested_at = requested_at - $1 * interval '1 millisecond'`,
        [ms],
      );
    },
    rowOf: async ({ id }) => (await database.query('select * from rail_orders where id = $1', [id]))[0],
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/** A process that is killed at one of its steps: a query, a transaction, or something that it asks the provider. */
export class Mortal {
  #steps = 0;
  readonly #at: number;
  readonly #moment: 'before' | 'after';
  isDead = false;

  constructor(at: number, moment: 'before' | 'after') {
    this.#at = at;
    this.#moment = moment;
  }

  async step<T>(act: () => Promise<T>): Promise<T> {
    const isLast = ++this.#steps === this.#at;
    if (this.isDead || (isLast && this.#moment === 'before')) return this.#die();
    const acting = act();
    if (!isLast) return acting;
    await acting.catch(() => undefined);
    return this.#die();
  }

  accessOf({ db, ...access }: Access): Access {
    const read = { query: (command: never) => this.step(() => db.read.query(command)) };
    return {
      ...access,
      db: {
        read: read as Database['read'],
        transaction: (work: never) => this.step(() => db.transaction(work)),
      },
    };
  }

  orderOf<O extends Order<Made>>(order: O): O {
    return {
      ...order,
      find: (known, body) => this.step(() => order.find(known, body)),
      request: (body, signal) => this.step(() => order.request(body, signal)),
    };
  }

  #die(): never {
    this.isDead = true;
    throw new Error('killed');
  }
}
