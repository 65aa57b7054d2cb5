import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { read, refused } from './files.ts';

/** Files that come with this repository: see the README beside them. */
const OWN = fileURLToPath(new URL('samples/', import.meta.url));
/** Checkouts of the repositories that are named below, in folders `owner+name`; without them, those tests are skipped. */
const CHECKOUTS = process.env['BANK_SAMPLES'];

/** The accounts' entries as the bank counts them, of files that must tie. */
const TIED: readonly (readonly [folder: string, file: string, entries: number, statements: number])[] = [
  ['svapnil+iso20022.js/test/assets', 'ing/example_camt.xml', 9, 1],
  ['svapnil+iso20022.js/test/assets', 'nordea/example_camt.xml', 6, 1],
  ['svapnil+iso20022.js/test/assets', 'abn_amro/example_camt.xml', 13, 1],
  ['genkgo+camt/test/data', 'camt053.v2.multi.statement.xml', 2, 2],
  ['sebastienrousseau+camt053/tests/gold_master', 'business_sample_camt.053.001.04.xml', 3, 1],
  ['OCA+bank-statement-import/account_statement_import_camt/test_files', 'test-camt053-txdtls', 1, 1],
  ['OCA+bank-statement-import/account_statement_import_camt/test_files', 'test-camt053-no-ntry', 0, 1],
  // 26 messages, six of which are first pages.
  ['wolph+mt940/mt940_tests', 'betterplace/sepa_mt9401.sta', 97, 20],
  ['wolph+mt940/mt940_tests', 'betterplace/with_binary_character.sta', 4, 2],
  ['wolph+mt940/mt940_tests', 'cmxl/mt940.sta', 16, 3],
  ['wolph+mt940/mt940_tests', 'ASNB/mt940.txt', 8, 31],
  ['wolph+mt940/mt940_tests', 'ASNB/mt940_with_spaces_for_entry_date.txt', 8, 31],
  ['wolph+mt940/mt940_tests', 'citi/mt940.txt', 3, 1],
  ['wolph+mt940/mt940_tests', 'sberbank/171011_01234945.sta', 3, 1],
  ['wolph+mt940/mt940_tests', 'jejik/rabobank-iban.sta', 4, 2],
  ['wolph+mt940/mt940_tests', 'jejik/sns.sta', 2, 2],
  ['wolph+mt940/mt940_tests', 'jejik/generic.sta', 2, 2],
  ['wolph+mt940/mt940_tests', 'mBank/mt940.sta', 3, 1],
  ['wolph+mt940/mt940_tests', 'self-provided/february_30.sta', 1, 1],
  ['wolph+mt940/mt940_tests', 'self-provided/raphaelm.sta', 9, 2],
  ['wolph+mt940/mt940_tests', 'self-provided/wrapped_timestamp.sta', 1, 1],
  ['wolph+mt940/mt940_tests', 'self-provided/transaction_details_wrapped.sta', 1, 1],
  ['wolph+mt940/mt940_tests', 'self-provided/long_statement_number.sta', 0, 1],
  ['moov-io+bai2/test/testdata', 'sample3.txt', 26, 15],
  ['bai2', 'nwb_example.bai2', 5, 1],
  ['bai2', 'svb_us_example.bai2', 2, 2],
];

/** Files that must be refused, and why. */
const REFUSED: readonly (readonly [folder: string, file: string, reason: RegExp])[] = [
  [
    'svapnil+iso20022.js/test/assets',
    'goldman_sachs/camt_053_us_v2_sample.xml',
    /an entry in EUR, and does not tie/,
  ],
  ['svapnil+iso20022.js/test/assets', 'goldman_sachs/camt_053_uk_v2_1.xml', /does not tie/],
  ['svapnil+iso20022.js/test/assets', 'goldman_sachs/camt_053_uk_v2_virtual_accounts.xml', /does not tie/],
  ['svapnil+iso20022.js/test/assets', 'nordea/pain_002_v3_txn_reject.xml', /CstmrPmtStsRpt/],
  ['genkgo+camt/test/data', 'camt053.v2.wrong.xml', /no statement/],
  ['genkgo+camt/test/data', 'camt053.v2.five.decimals.xml', /does not tie/],
  ['genkgo+camt/test/data', 'camt053.v2.minimal.xml', /no closing balance/],
  ['wolph+mt940/mt940_tests', 'betterplace/sepa_snippet.sta', /does not tie/],
  ['wolph+mt940/mt940_tests', 'jejik/abnamro.sta', /does not tie/],
  ['wolph+mt940/mt940_tests', 'jejik/ing.sta', /does not tie/],
  ['wolph+mt940/mt940_tests', 'self-provided/gv_codes.sta', /no closing balance/],
  ['wolph+mt940/mt940_tests', 'self-provided/mt942.sta', /:90D:/],
  ['moov-io+bai2/test/testdata', 'sample2.txt', /waits for a person/],
  ['moov-io+bai2/test/testdata', 'sample5-issue113.txt', /trailer 49 does not agree/],
  ['bai2', 'citi_example.bai2', /does not tie/],
];

describe('statement files of real banks', () => {
  for (const [folder, file, entries, statements] of TIED)
    it(`tie: ${file}`, function () {
      const path = locate(folder, file);
      if (path === undefined) return this.skip();
      const found = read(readFileSync(path)).statements;
      expect(found.map(({ ties }) => ties)).to.deep.equal(Array.from({ length: statements }, () => true));
      expect(found.reduce((sum, { entryCount }) => sum + entryCount, 0)).to.equal(entries);
      expect(refused(readFileSync(path))).to.equal(undefined);
    });

  for (const [folder, file, reason] of REFUSED)
    it(`are refused: ${file}`, function () {
      const path = locate(folder, file);
      if (path === undefined) return this.skip();
      expect(refused(readFileSync(path))).to.match(reason);
    });

  it('are early news where the bank gives no ledger balance', () => {
    const { statements } = read(readFileSync(join(OWN, 'bai2/account_trailer_amount_blank_example.bai2')));
    expect(statements.map(({ role, account }) => `${role} ${account}`)).to.deep.equal([
      'early 12345',
      'early 54321',
    ]);
  });
});

function locate(folder: string, file: string): string | undefined {
  return [OWN, ...(CHECKOUTS === undefined ? [] : [CHECKOUTS])]
    .map((root) => join(root, folder, file))
    .find((path) => existsSync(path));
}
