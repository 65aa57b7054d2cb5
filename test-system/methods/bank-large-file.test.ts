import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { connect } from '../../src/db/connect.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createBank } from '../../src/methods/providers/bank/bank.ts';
import { createTestDatabase } from '../../test/support/database.ts';

const ROWS = 600;
const WORDS = 'a payment of somebody who writes '.repeat(15);

describe('a large statement file of a bank', () => {
  it('is foreseen and taken in by a process of its own, while this one goes on', async function () {
    this.timeout(300_000);
    const database = await createTestDatabase();
    const dir = mkdtempSync(join(tmpdir(), 'bank-large-'));
    const accountsFile = join(dir, 'accounts.json');
    const account = {
      ...{ id: 'operations', asset: 'USD', methods: ['WIRE'], at_par: ['USDC'], holder: 'Acme Inc.' },
      ...{ account_number: '0123456789', routing_number: '021000021', bank: { name: 'Bank' } },
      opening_balance: '0',
    };
    writeFileSync(accountsFile, JSON.stringify({ accounts: [account] }));
    const logger = createLogger('silent');
    const db = connect({ connectionString: database.url, maxTransactions: 2, logger });
    const secretsKey = Keyring.generate();
    const apart = { connectionString: database.url, secretsKey, cell: 0, logLevel: 'silent' };
    const bank = createBank({ db, logger, keyring: Keyring.parse(secretsKey), accountsFile, apart });
    try {
      // All of one amount, which must not make it slower.
      const rows = Array.from(
        { length: ROWS },
        (_, at) => `2026-11-23,${WORDS},1.00,${at + 1}.00,USD,0123456789`,
      );
      const bytes = Buffer.from(['Date,Description,Amount,Balance,Currency,Account', ...rows].join('\n'));
      const file = { bytes, name: 'large.csv', source: 'folder', by: null, account: 'operations' } as const;
      const delay = monitorEventLoopDelay({ resolution: 10 });
      delay.enable();
      const started = performance.now();
      const foreseen = await bank.foresee(file);
      expect(foreseen.statements[0]).to.include({ entries: ROWS, outcome: 'booked' });
      expect(await database.query('select from bank_files')).to.have.length(0);
      expect(await bank.take(file)).to.include({ entries: ROWS, deposits: ROWS, waiting: null });
      delay.disable();
      expect(delay.max / 1e6).to.be.lessThan((performance.now() - started) / 4);
      const [row] = await database.query('select sum(amount)::text as sum from bank_entries');
      expect(Number(row?.['sum'])).to.equal(ROWS);
      expect(await bank.take(file)).to.include({ entries: 0, refused: null });
      const unread = await bank.take({ ...file, bytes: Buffer.alloc(300_000, 'x') });
      expect(unread.refused).to.match(/none of the known formats/);
    } finally {
      await db.close();
      await database.drop();
      rmSync(dir, { recursive: true });
    }
  });
});
