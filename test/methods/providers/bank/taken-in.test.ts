import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SPECS, writeAccounts } from '../../../../scripts/chaos/bank/accounts.ts';
import { camt053, camtEarly, pain002, plain } from '../../../../scripts/chaos/bank/files.ts';
import { AccountBook, dateOf, type Entry } from '../../../../scripts/chaos/bank/ledger.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { money } from '../../../../src/lib/money.ts';
import { creditorReferenceOf } from '../../../../src/methods/providers/bank/references/creditor-reference.ts';
import { paymentReferenceOf } from '../../../../src/methods/providers/bank/references/payment-reference.ts';
import type { Bank } from '../../../../src/methods/providers/bank/bank.ts';
import { createFolderWatcher } from '../../../../src/methods/providers/bank/folder/folder.ts';
import { startService, type TestService } from '../../../support/service.ts';

describe('files of a bank that are taken in (D42)', () => {
  let service: TestService;
  let bank: Bank;
  let dir: string;
  let book: AccountBook;
  let names = 0;
  const profile = SPECS[1]!;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'bank-files-'));
    const { file } = await writeAccounts(dir);
    service = await startService({ BANK_ACCOUNTS_FILE: file });
    bank = service.foundation.rails.bank!;
    book = new AccountBook(profile);
    await bank.importer.open(profile.id, money(plain(profile.opening)));
  });
  afterEach(async () => {
    await service?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const take = (text: string) =>
    bank.importer.take({
      ...{ bytes: Buffer.from(text), name: `${names++}`, source: 'folder', by: null, account: profile.id },
    });
  const credit = (fields: Partial<Entry> = {}): Entry => {
    const number = book.nextNumber();
    return {
      ...{ cents: 25_000n, kind: 'credit', servicer: number, endToEnd: null, transaction: `T${number}` },
      ...{ texts: ['rent'], creditorReference: null, party: { name: 'Payer', account: '5550001' } },
      ...{ reason: null, isMarked: false, lines: 'joined', bookedOn: dateOf(0), ...fields },
    };
  };
  const early = (id: string, entry: Entry, status: 'PDNG' | 'BOOK') =>
    take(camtEarly(profile, 'camt.054', { id, date: dateOf(0), told: [{ entry, status }] }));
  const entries = () =>
    service.database.query('select reference, amount, is_final, is_dropped from bank_entries order by id');
  const closing = async () =>
    (await service.database.query('select closing from bank_accounts'))[0]?.['closing'];

  it('takes a payment once that is told as pending, as booked, and as booked again in another file', async () => {
    const entry = credit();
    await early('1', entry, 'PDNG');
    await early('2', entry, 'BOOK');
    await early('3', entry, 'BOOK');
    await early('4', entry, 'PDNG');
    expect(await entries()).to.have.length(1);
  });

  it('takes a payment once whose early files come after the books, under another number', async () => {
    const entry = book.book(credit());
    await take(camt053(profile, book.close()));
    await early('1', entry, 'BOOK');
    await early('2', entry, 'BOOK');
    await early('3', entry, 'PDNG');
    expect(await entries()).to.have.length(1);
  });

  it('does not move what was told of one link to another, though all but the texts are equal', async () => {
    const references = ['a', 'b'].map((seed) => paymentReferenceOf(seed));
    for (const reference of references) {
      await service.database.query(
        'insert into bank_places (reference, idempotency_key, account) values ($1, $1, $2)',
        [reference, profile.id],
      );
    }
    const [one, other] = references.map((reference) =>
      credit({
        ...{ texts: ['rent'], creditorReference: creditorReferenceOf(reference), transaction: null },
        endToEnd: 'RENT',
      }),
    ) as [Entry, Entry];
    await early('1', one, 'BOOK');
    for (const entry of [other, one]) book.book(entry);
    await take(camt053(profile, book.close()));
    const found = await entries();
    expect(found.map(({ reference }) => reference)).to.deep.equal(references);
  });

  it('lets nothing wait for a day without movements, nor that day for ever', async () => {
    const quiet = camt053(profile, book.close());
    book.book(credit());
    await take(camt053(profile, book.close()));
    await take(quiet);
    book.book(credit());
    await take(camt053(profile, book.close()));
    expect(Number(await closing()) * 100).to.equal(Number(book.balance));
    expect(
      await service.database.query('select from bank_statements where waits is not null'),
    ).to.have.length(0);
  });

  it('keeps a report on payments, and a file that is refused, once, however often they are read', async () => {
    await service.database.query(
      `insert into bank_batches (id, account, name, content, sha256, payments, total, groups)
       values ('M1', $1, 'x', '', 'x', 1, 1, '[{"id": "G1", "instructionIds": ["P1"], "sum": "1"}]')`,
      [profile.id],
    );
    const report = pain002('S1', 'M1', { id: 'G1', payments: [{ id: 'P1', status: 'ACSP', reason: null }] });
    const bytes = Buffer.from(report);
    const read = () => bank.take({ bytes, name: 'S1', source: 'folder', by: null, account: profile.id });
    for (let times = 0; times < 2; times++) expect((await read())?.refused).to.equal(null);
    for (let times = 0; times < 2; times++) await take('<Document>');
    expect(await service.database.query('select from bank_files')).to.have.length(2);
  });

  it('goes on with other files when one cannot be taken in, and beyond 200 that were', async () => {
    const folder = join(dir, profile.id, 'in');
    for (let file = 0; file < 205; file++)
      writeFileSync(join(folder, String(1_000 + file)), 'x', { mode: 0o600 });
    const taken = new Set<string>();
    const watcher = createFolderWatcher({
      accounts: bank.accounts.filter(({ id }) => id === profile.id),
      logger: createLogger('silent'),
      take: ({ name }) => {
        if (name === '1000') return Promise.reject(new Error('it never can'));
        taken.add(name);
        return Promise.resolve({
          ...{ format: null, statements: 0, entries: 0, deposits: 0, refused: null, waiting: null },
        });
      },
    });
    for (let look = 0; look < 3; look++) await watcher.runOnce();
    expect(taken.size).to.equal(204);
  });
});
