import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { runPayments } from '../../support/processes/command.ts';
import { BANK_STATEMENTS } from '../../../src/panel/bank-statements/texts.ts';
import { handIn } from '../../panel/bank-statements/files.ts';
import { join, type Person } from '../../panel/people.ts';
import { openBankService, type BankLink, type BankService } from './bank-service.ts';
import type { PaperFields } from './paper-bank.ts';

/** A file under `providers/bank`, and what is replaced in it. */
type Given = readonly [name: string, changes: Readonly<Record<string, string>>];

interface Input {
  what: string;
  opening: string;
  account?: PaperFields & { isRefunding?: boolean };
  /** What each link asks for, by the mark that stands for its reference in the files. */
  links?: Readonly<Record<string, string>>;
  files: readonly Given[];
  /** What is right: everything that an operator and a company can see of it. */
  right: Partial<Seen>;
}

interface Seen {
  /** The statuses of the links, in the order of their marks. */
  links: string[];
  /** What arrived and what became of it, sorted. A payment of less than its link asks for is `UNDERPAID`: its reference was found. */
  deposits: string[];
  /** The movements that alarm the operator. */
  unexplained: string[];
  /** The account's closing balance, or of several each. */
  closing: string[];
  /** How many statements wait. */
  waiting: number;
  /** What left by itself. */
  sent: unknown[];
  /** Why the last file waits or is refused; empty if it does not. */
  last: RegExp;
}

const FINE = { unexplained: [], waiting: 0, last: /^$/ };
const SPEI = {
  ...{ asset: 'MXN', at_par: ['MXNB'], methods: ['SPEI'], account_number: undefined },
  ...{ routing_number: undefined, clabe: '032180000118359719' },
  profile: { kind: 'spei', debtor: { name: 'Acme', clabe: '032180000118359719', bic: 'BNMXMXMM' } },
};
const OTHER = {
  ...{ id: 'other-usd', asset: 'USD', methods: ['ACH'], holder: 'Acme', bank: { name: 'Bank' } },
  ...{ account_number: '2222222222', opening_balance: '200.00' },
};
const CSV = {
  ...{ separator: ';', account: { value: '0123456789' }, currency: { value: 'USD' }, decimal: '.' },
  ...{ bookingDate: { column: 'Fecha', format: 'DD/MM/YYYY' }, amount: { column: 'Importe' } },
  ...{ balance: 'Saldo', texts: ['Concepto'] },
};
const invented = (name: string, changes: Record<string, string> = {}): Given => [
  `samples/invented/${name}`,
  changes,
];
const position = (name: string, changes: Record<string, string> = {}): Given => [
  `positions/${name}`,
  changes,
];
const positions = (...names: string[]): Given[] => names.map((name) => position(name));

const INPUTS: readonly Input[] = [
  {
    what: 'a swept day, under another id, as MT940, and the next day',
    opening: '0.00',
    links: { '74AG532Y86': '250' },
    files: [
      ...positions('swept-day.xml', 'swept-day-other-id.xml', 'swept-day.sta'),
      position('swept-day.sta', { '2611261126': '2611271127', C261126: 'C261127', '250,00': '7,00' }),
    ],
    right: { ...FINE, links: ['paid'], deposits: ['250 credited', '7 LINK_ALREADY_PAID'], closing: ['0'] },
  },
  {
    what: 'a swept day as MT940 first, then as camt.053',
    opening: '0.00',
    links: { '74AG532Y86': '250' },
    files: positions('swept-day.sta', 'swept-day-other-id.xml', 'swept-day.xml'),
    right: { ...FINE, links: ['paid'], deposits: ['250 credited'], closing: ['0'] },
  },
  {
    what: 'a swept day without references of the bank, as MT940 and under two ids',
    opening: '0.00',
    links: { '@@REF@@': '250' },
    files: positions('zero-day.xml', 'zero-day-other-id.xml', 'zero-day.sta'),
    right: { ...FINE, links: ['paid'], deposits: ['250 credited'], closing: ['0'] },
  },
  {
    what: 'a swept day told by another report, where money goes back by itself',
    opening: '0.00',
    account: { ...SPEI, clabe: '002180000001234560', isRefunding: true },
    links: { '3SAZPGPWKM': '250' },
    files: positions('swept-morning.xml', 'swept-morning-again.xml'),
    right: { ...FINE, links: ['paid'], deposits: ['250 credited'], closing: ['0'], sent: [] },
  },
  {
    what: 'a range of days between its days, and again when the first balance returns',
    opening: '1000.00',
    links: { '4ETR3D5CSS': '500', SXAK9XCTG3: '200' },
    files: [
      ...positions('day-24.xml', 'day-24-to-25.xml', 'day-25.xml', 'day-26.xml'),
      ...[position('day-24-to-25.xml', { M1: 'M2' }), position('day-24.xml', { D24: 'X' })],
    ],
    right: {
      ...{ ...FINE, links: ['paid', 'paid'], closing: ['1000'] },
      deposits: ['500 credited', '200 credited'],
    },
  },
  {
    what: 'a range of days before and after its days, the last one first',
    opening: '1000.00',
    links: { '4ETR3D5CSS': '500', SXAK9XCTG3: '200' },
    files: positions('day-26.xml', 'day-24-to-25.xml', 'day-25.xml', 'day-24.xml'),
    right: {
      ...{ ...FINE, links: ['paid', 'paid'], closing: ['1000'] },
      deposits: ['500 credited', '200 credited'],
    },
  },
  {
    what: 'days under a number that never changes',
    opening: '1000.00',
    account: { account_number: '1111111111' },
    files: positions('same-number-1.sta', 'same-number-2.sta', 'same-number-3.sta'),
    right: {
      ...{ ...FINE, closing: ['1100'] },
      deposits: ['50 UNKNOWN_DESTINATION', '75 UNKNOWN_DESTINATION', '25 UNKNOWN_DESTINATION'],
    },
  },
  {
    what: 'days under the number 0, one of them without movements, in any order',
    opening: '1000.00',
    links: { '@@REF@@': '250' },
    files: [
      position('number-zero-3.sta', { '@@REF@@': 'another' }),
      ...positions('number-zero-1.sta', 'number-zero-2.sta', 'number-zero-1.sta'),
    ],
    right: {
      ...{ ...FINE, links: ['paid'], closing: ['1550'] },
      deposits: ['250 credited', '300 UNKNOWN_DESTINATION'],
    },
  },
  {
    what: 'a number that begins again each year, on swept days',
    opening: '0.00',
    account: { account_number: '2222222222' },
    files: positions('number-1-of-2025.xml', 'number-1-of-2026.xml'),
    right: { ...FINE, closing: ['0'], deposits: ['10 UNKNOWN_DESTINATION', '20 UNKNOWN_DESTINATION'] },
  },
  ...['entries-in-text.sta', 'entries-in-full-line.sta'].map((name, at): Input => ({
    what: `entries in a text of MT940: ${name}`,
    opening: at === 0 ? '1000.00' : '0.00',
    links: at === 0 ? { TSB3V2SPNP: '900' } : { '@@REF@@': '1000' },
    files: [invented(name)],
    right: {
      ...{
        waiting: 0,
        links: ['active'],
        deposits: [at === 0 ? '1 UNKNOWN_DESTINATION' : '10 UNKNOWN_DESTINATION'],
      },
      unexplained: at === 0 ? ['900', '-900'] : ['1000', '-1000'],
      closing: [at === 0 ? '1001' : '10'],
    },
  })),
  ...['two-accounts.xml', 'two-accounts.bai'].flatMap((name) =>
    ['2222222222', '9876543210'].map((number): Input => ({
      what: `two accounts in a file: ${name}, ${number}`,
      opening: '100.00',
      account: {
        account_number: '1111111111',
        others: [{ ...OTHER, account_number: number }],
      },
      files: [invented(name, { '2222222222': number })],
      right: {
        ...FINE,
        closing: ['110', '220'],
        deposits: ['10 UNKNOWN_DESTINATION', '20 UNKNOWN_DESTINATION'],
      },
    })),
  ),
  {
    what: 'a text of BAI2 with what looks like the record of an account',
    opening: '1050.00',
    account: { account_number: '4444444444' },
    links: { '@@REF@@': '250' },
    files: [invented('account-in-text.bai', { '2024': '2024 @@REF@@' })],
    right: { ...FINE, links: ['active'], deposits: ['50 UNDERPAID'], closing: ['1100'] },
  },
  {
    what: 'a text of BAI2 with what looks like a continuation',
    opening: '1050.00',
    account: { account_number: '4444444444' },
    links: { '@@REF@@': '250' },
    files: [invented('continuation-in-text.bai', { TOTAL: 'TOTAL @@REF@@' })],
    right: { ...FINE, links: ['active'], deposits: ['50 UNDERPAID'], closing: ['1100'] },
  },
  {
    what: 'a CSV with the newest row first whose rows cancel, of two days',
    opening: '100.00',
    account: { csv: CSV },
    files: [invented('newest-first.csv')],
    right: { waiting: 0, unexplained: ['-50'], deposits: ['50 UNKNOWN_DESTINATION'], closing: ['100'] },
  },
  {
    what: 'a CSV with the newest row first, a payment and a sweep',
    opening: '100.00',
    links: { '@@REF@@': '250' },
    files: [invented('newest-first-sweep.csv', { REF: '@@REF@@' })],
    right: {
      ...{ waiting: 0, links: ['paid'], unexplained: ['-250'] },
      ...{ deposits: ['250 credited'], closing: ['100'] },
    },
  },
  {
    what: 'a CSV with a pending row, which has no balance, and then the day of it',
    opening: '100.00',
    account: { csv: CSV },
    links: { '@@REF@@': '250' },
    files: [
      invented('pending-row.csv', { 'Por aplicar': '@@REF@@' }),
      invented('pending-row.csv', { 'Por aplicar': '@@REF@@', '20.00;;PENDING': '20.00;170.00;COMPLETED' }),
    ],
    right: {
      ...{ ...FINE, links: ['active'], closing: ['170'] },
      deposits: ['50 UNKNOWN_DESTINATION', '20 UNDERPAID'],
    },
  },
  ...['blank-before-type.sta', 'no-type-code.sta', 'no-20.sta', 'dash-in-text.sta'].map((name): Input => ({
    what: `a dialect of MT940: ${name}`,
    opening: '100.00',
    links: { '@@REF@@': '250' },
    files: [invented(name, name === 'dash-in-text.sta' ? { TSB3V2SPNP: '@@REF@@' } : { INVOICE: '@@REF@@' })],
    right: { ...FINE, links: ['active'], deposits: ['50 UNDERPAID'], closing: ['150'] },
  })),
  {
    what: 'a dialect of MT940: no-statement-number.sta',
    opening: '0.00',
    account: { account_number: '1014365930' },
    links: { '@@REF@@': '250' },
    files: [invented('no-statement-number.sta', { ':86:x': ':86:@@REF@@', NGN: 'USD' })],
    right: { ...FINE, links: ['active'], deposits: ['10 UNDERPAID'], closing: ['10'] },
  },
  {
    what: 'pages that are whole statements',
    opening: '1000.00',
    links: { '@@REF@@': '250' },
    files: positions('page-1.xml', 'page-2.xml'),
    right: {
      ...{ ...FINE, links: ['paid'], closing: ['1260'] },
      deposits: ['250 credited', '10 UNKNOWN_DESTINATION'],
    },
  },
  {
    what: "a stranger's seven digits with another amount",
    opening: '0.00',
    account: SPEI,
    links: { '@@NUMERIC@@': '250' },
    files: [invented('numeric-reference.xml')],
    right: { ...FINE, links: ['active'], deposits: ['9876 UNKNOWN_DESTINATION'], closing: ['9876'] },
  },
  {
    what: 'a statement with an id of 600 characters, which is restated',
    opening: '250.00',
    files: positions('long-id-1.xml', 'long-id-2.xml'),
    right: {
      waiting: 1,
      deposits: ['1 UNKNOWN_DESTINATION'],
      closing: ['251'],
      last: /does not say the same/,
    },
  },
];

describe('small statements that were once taken wrongly (D42)', () => {
  let rig: BankService;
  afterEach(() => rig?.close());

  /** All that an operator and a company can see. */
  const see = async (links: readonly BankLink[], last: string): Promise<Record<keyof Seen, unknown>> => {
    const { stdout } = await runPayments(rig.service, 'bank', 'status', '--json');
    const { accounts } = JSON.parse(stdout) as { accounts: any[] };
    const plain = (value: string) => String(Number(value));
    const statuses: string[] = [];
    for (const link of links) statuses.push(await rig.statusOf(link));
    const sent = await rig.service.database.query('select kind from transfers');
    const deposits = (await rig.service.database.query(
      `select amount, coalesce(unmatched_reason, status) as what from deposits `,
    )) as { amount: string; what: string }[];
    return {
      links: statuses,
      deposits: deposits.map(({ amount, what }) => `${plain(amount)} ${what}`).sort(),
      unexplained: accounts.flatMap((one) => one.unexplained.map((entry: any) => plain(entry.amount))),
      closing: accounts.map(({ closing }) => (closing === null ? 'none' : plain(closing))),
      waiting: accounts.reduce((sum, { waiting }) => sum + waiting.length, 0),
      sent: sent.map(({ kind }) => kind),
      last,
    };
  };
  const createLinks = async (links: Input['links'] = {}) => {
    const made: BankLink[] = [];
    const marks: Record<string, string> = {};
    for (const [mark, amount] of Object.entries(links)) {
      const link = await rig.createLink(amount);
      made.push(link);
      marks[mark] = mark === '@@NUMERIC@@' ? link.digits : link.reference;
    }
    return { made, marks };
  };

  for (const { what, opening, account = {}, files, links, right } of INPUTS) {
    it(what, async () => {
      const { isRefunding = false, ...fields } = account;
      rig = await openBankService(opening, fields);
      await rig.service.changeAccount(rig.account.id, { autoRefund: isRefunding });
      const { made, marks } = await createLinks(links);
      let last = '';
      for (const [at, given] of files.entries()) {
        const { refused, waiting } = await rig.hand(`${at}`, await contentOf(given, marks));
        last = refused ?? waiting ?? '';
      }
      const { last: expected = /^$/, ...rest } = right;
      const seen = await see(made, last);
      expect(seen).to.deep.include({ ...rest, ...(rest.deposits && { deposits: rest.deposits.toSorted() }) });
      expect(seen.last).to.match(expected);
    });
  }

  describe('handed in by people', () => {
    const openFor = (opening: string, fields: PaperFields): Promise<BankService> =>
      openBankService(opening, { ...fields, isByPeople: true });
    /** Hands a file in; what it says, and what comes of typing these figures from the portal. */
    const uploaded = async (person: Person, content: string) => {
      const answer = await handIn(person, rig.account.id, content);
      const path = answer.headers.get('location') ?? '';
      return {
        text: (await person.visitor.get(path)).text,
        confirm: async (by: Person, figures: Record<string, string>): Promise<string> => {
          const { status, headers, text } = await by.visitor.post(`${path}/confirm`, figures);
          await rig.settle();
          const problem = Object.entries(BANK_STATEMENTS.en.problems).find(([, words]) =>
            text.includes(words),
          );
          return `${status} ${problem?.[0] ?? headers.get('location')?.replace(path, '')}`;
        },
      };
    };
    const typed = (account: string, balance: string, [ins, inSum]: string[], [outs, outSum]: string[]) =>
      Object.fromEntries(
        Object.entries({
          balance,
          credit_count: ins,
          credit_sum: inSum,
          debit_count: outs,
          debit_sum: outSum,
        }).map(([name, value]) => [`${name}-${account}`, value ?? '']),
      );

    it('a payment to one’s own link and an equal debit by an own code: never final by one person', async () => {
      rig = await openFor('1000.00', {});
      const { made, marks } = await createLinks({ '@@REF@@': '900' });
      const [owner, finance] = [
        await join(rig.service, rig.account.id, 'owner'),
        await join(rig.service, rig.account.id, 'finance'),
      ];
      const { text, confirm } = await uploaded(
        owner,
        await contentOf(invented('cancelled-by-own-code.xml'), marks),
      );
      expect(text).to.contain('the account closes where it opened');
      // What the portal shows: nothing moved.
      const true_ = typed('operations-usd', '1000', ['0', '0'], ['0', '0']);
      const forged = typed('operations-usd', '1000', ['1', '900'], ['1', '900']);
      expect(await confirm(owner, true_)).to.equal('422 invalid_request.moved');
      expect(await confirm(owner, forged)).to.equal('303 ?flash=confirmed');
      expect(await confirm(owner, forged)).to.equal('422 second_person_required');
      expect(await confirm(finance, true_)).to.equal('422 invalid_request.moved');
      expect(await see(made, '')).to.deep.include({ links: ['active'], deposits: [], closing: ['none'] });
    });

    for (const name of ['two-accounts.xml', 'two-accounts.bai']) {
      it(`two accounts in a file: ${name}`, async () => {
        const others = [{ ...OTHER, account_number: '9876543210' }];
        rig = await openFor('100.00', { account_number: '1111111111', others });
        const owner = await join(rig.service, rig.account.id, 'owner');
        const file = await contentOf(invented(name, { '2222222222': '9876543210' }), {});
        const figures = {
          ...typed('operations-usd', '110', ['1', '10'], ['0', '0']),
          ...typed('other-usd', '220', ['1', '20'], ['0', '0']),
        };
        const { confirm } = await uploaded(owner, file);
        expect(await confirm(owner, { ...figures, 'balance-other-usd': '200' })).to.equal(
          '422 invalid_request.balance',
        );
        expect(await confirm(owner, figures)).to.equal('303 ?flash=taken_in');
        expect(await see([], '')).to.deep.include({ closing: ['110', '220'], waiting: 0 });
      });
    }
  });
});

async function contentOf([name, changes]: Given, marks: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(new URL(`../providers/bank/${name}`, import.meta.url), 'utf8');
  return [changes, marks]
    .flatMap(Object.entries)
    .reduce((found, [from, to]) => found.replaceAll(from, to), text);
}
