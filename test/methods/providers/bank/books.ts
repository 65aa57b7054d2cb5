import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../../../../src/db/connect.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { money } from '../../../../src/lib/money.ts';
import { Keyring } from '../../../../src/lib/secrets/keyring.ts';
import { createBank, type Bank } from '../../../../src/methods/providers/bank/bank.ts';
import type { Imported } from '../../../../src/methods/providers/hand-ins.ts';
import { createTestDatabase } from '../../../support/database.ts';

const ACCOUNT = {
  ...{ id: 'operations', asset: 'USD', methods: ['WIRE'], at_par: ['USDC'], account_number: '0123456789' },
  ...{ routing_number: '021000021', holder: 'Acme Inc.', bank: { name: 'First Example Bank' } },
  ...{ own_codes: ['SWEEP', 'NSWP'], cost_codes: ['CHRG'] },
};

/** The books of one account, without a service around them. */
export interface TestBooks {
  db: Database;
  bank: Bank;
  /** Hands in what a file says. */
  take(content: string): Promise<Imported>;
  /** Hands in a file of `positions/`, with these changes of its text. */
  takeFile(name: string, changes?: Record<string, string>): Promise<Imported>;
  /** What is booked, as amounts in the order of booking. */
  booked(): Promise<string[]>;
  /** How many payments were believed, and their sum. */
  deposits(): Promise<string>;
  closing(): Promise<string | undefined>;
  waiting(): Promise<number>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function openBooks(opening: string, fields: Record<string, unknown> = {}): Promise<TestBooks> {
  const database = await createTestDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'bank-books-'));
  const accountsFile = join(dir, 'accounts.json');
  writeFileSync(accountsFile, JSON.stringify({ accounts: [{ ...ACCOUNT, ...fields }] }));
  const logger = createLogger('silent');
  const db = connect({ connectionString: database.url, maxTransactions: 4, logger });
  const keyring = Keyring.parse(Keyring.generate());
  const bank = createBank({ db, logger, keyring, accountsFile });
  await bank.importer.open('operations', money(opening));
  let files = 0;
  const take = (content: string) => {
    const bytes = Buffer.from(content);
    return bank.importer.take({
      bytes,
      name: `${++files}`,
      source: 'folder',
      by: null,
      account: 'operations',
    });
  };
  return {
    ...{ db, bank, take },
    takeFile(name, changes = {}) {
      const text = readFileSync(new URL(`positions/${name}`, import.meta.url), 'utf8');
      const changed = Object.entries(changes).reduce((all, [from, to]) => all.replaceAll(from, to), text);
      return take(changed.replaceAll('@@REF@@', '7K3Q9X2M4T'));
    },
    async booked() {
      const rows = await database.query(
        'select amount::float8::text as amount from bank_entries where statement is not null order by statement, id',
      );
      return rows.map(({ amount }) => String(amount));
    },
    async deposits() {
      const [row] = await database.query(
        `select count(*) || ' of ' || coalesce(sum(amount), 0)::float8 as told from bank_entries where kind = 'deposit'`,
      );
      return String(row?.['told']);
    },
    async closing() {
      const [row] = await database.query('select closing::float8::text as closing from bank_accounts');
      return row?.['closing'] as string | undefined;
    },
    async waiting() {
      return (await database.query('select from bank_statements where waits is not null')).length;
    },
    query: (text, values) => database.query(text, values),
    async close() {
      await db.close();
      await database.drop();
      rmSync(dir, { recursive: true });
    },
  };
}
