import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { parseAccounts } from '../../../src/methods/providers/bank/accounts/accounts-file.ts';
import { BANK_STATEMENTS } from '../../../src/panel/bank-statements/texts.ts';
import { paymentReferenceOf } from '../../../src/methods/providers/bank/references/index.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import { forgetProofs, join, type Person } from '../people.ts';
import { balance, camt, entry } from '../../methods/providers/bank/files.ts';
import { handIn, startBank, statement, type Bank } from './files.ts';

describe('bank statements in the panel', function () {
  this.timeout(120_000);
  let bank: Bank;
  let service: TestService;
  let account: TestAccount;
  let owner: Person;
  let finance: Person;
  let root: string;

  before(async () => {
    bank = await startBank();
    ({ service, account } = bank);
    root = `/panel/accounts/${account.id}/bank-statements`;
  });
  after(() => bank?.close());
  // Each test begins with an account at its opening balance, and people who have done nothing.
  beforeEach(async () => {
    await service.database.query(
      `truncate bank_accounts, bank_files, bank_statements, bank_entries, bank_places, bank_batches, bank_orders,
                bank_handed_in, audit_entries`,
    );
    [owner, finance] = await Promise.all([
      join(service, account.id, 'owner'),
      join(service, account.id, 'finance'),
    ]);
  });

  const rows = async (table: string): Promise<number> => {
    const [row] = await service.database.query(`select count(*)::integer as count from ${table}`);
    return row?.['count'] as number;
  };
  const booked = async () =>
    (await Promise.all(['bank_files', 'bank_statements', 'bank_entries', 'bank_accounts'].map(rows))).reduce(
      (sum, count) => sum + count,
    );
  const upload = async (content: string | Buffer, person = owner, name?: string): Promise<string> => {
    const answer = await handIn(person, account.id, content, name);
    expect(answer.status).to.equal(303);
    const path = answer.headers.get('location') ?? '';
    expect(path).to.match(new RegExp(`^${root}/[0-9a-f-]{36}$`));
    return path;
  };
  /** What the bank's portal shows: by default a statement with one credit, to which the balance of 100.00 has grown. */
  const figures = (balance: string, moved: Partial<Record<'credits' | 'debits', [string, string]>> = {}) => {
    const grown = /^\d+(\.\d+)?$/.test(balance) ? (Number(balance) - 100).toFixed(2) : '0';
    const { credits = ['1', grown], debits = ['0', '0'] } = moved;
    return Object.fromEntries(
      Object.entries({
        balance,
        ...{ credit_count: credits[0], credit_sum: credits[1], debit_count: debits[0], debit_sum: debits[1] },
      }).map(([name, value]) => [`${name}-operations-eur`, value]),
    );
  };
  const confirm = async (
    path: string,
    person: Person,
    balance: string,
    moved?: Parameters<typeof figures>[1],
  ): Promise<string> => {
    const answer = await person.visitor.post(`${path}/confirm`, figures(balance, moved));
    const problem = Object.entries(BANK_STATEMENTS.en.problems).find(([, text]) =>
      answer.text.includes(text),
    );
    return `${answer.status} ${problem?.[0] ?? answer.headers.get('location')?.replace(path, '') ?? ''}`;
  };
  const entries = () =>
    service.database.query(`select amount::text, is_final, reference from bank_entries order by id`);
  const SMALL = { opening: '100.00', credit: '40.00', closing: '140.00' };
  const LARGE = { opening: '100.00', credit: '5000.00', closing: '5100.00' };

  it('shows what a file says and would do, and books nothing', async () => {
    const reference = paymentReferenceOf(randomUUID());
    await service.database.query(
      `insert into bank_places (reference, idempotency_key, account) values ($1, $2, 'operations-eur')`,
      [reference, randomUUID()],
    );
    const path = await upload(statement({ ...SMALL, text: reference }));
    expect(await booked()).to.equal(0);
    const { text } = await owner.visitor.get(path);
    const cells = [...text.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]*>/g, ''),
    );
    expect(cells).to.deep.equal([
      ...['Test Bank …3000', 'S1', '–', '100.00 EUR', '140.00 EUR', '1', '40.00 EUR', '1', 'Yes'],
      'It continues where the last statement ended, and is booked.',
    ]);
    expect(text, 'what is said of the whole row, under the name of one column').not.to.match(
      /<td(?=[^>]*colspan)[^>]*data-label/,
    );
    expect(text)
      .to.match(/<code>[0-9a-f]{64}<\/code>/)
      .and.contain('statement.xml')
      .and.contain('camt.053');
    const [kept] = await service.database.query(
      'select content, expires_at - created_at as life from bank_handed_in',
    );
    expect((kept?.['content'] as Buffer).includes('5320130')).to.equal(false);
    expect(kept?.['life']).to.deep.include({ days: 1 });

    const gap = await upload(statement({ opening: '500.00', credit: '1.00', closing: '501.00' }));
    expect((await owner.visitor.get(gap)).text).to.contain('the last statement closed with 100.00 EUR');
    expect(await booked()).to.equal(0);
  });

  it('takes it in for the balance that was read at the bank, and no other', async () => {
    const path = await upload(statement(SMALL));
    for (const wrong of ['', '140.01', '-140.00', '1e2', '140,01', '140.00 EUR', '0x8c'])
      expect(await confirm(path, owner, wrong), wrong).to.equal('422 invalid_request.balance');
    expect(await booked()).to.equal(0);
    const { text } = await owner.visitor.post(`${path}/confirm`, figures('140.01'));
    expect(text)
      .to.match(/<small id="balance-operations-eur-error"[^>]*>Nothing was booked/)
      .and.match(
        /aria-describedby="balance-operations-eur-error [^>]* aria-invalid="true"[^>]* value="140.01"/,
      );

    expect(await confirm(path, owner, '140')).to.equal('303 ?flash=taken_in');
    expect(await entries()).to.deep.equal([{ amount: '40.00000000', is_final: true, reference: null }]);
    const [file] = await service.database.query('select source, handed_in_by from bank_files');
    expect(file).to.deep.equal({ source: 'panel', handed_in_by: owner.email });
    const shown = await owner.visitor.get(path);
    expect(shown.text).to.contain('The statements prove the balance that was read at the bank.');
    expect(shown.text).not.to.contain('<button type="submit">Confirm');
    const audit = await owner.visitor.get(`/panel/accounts/${account.id}/audit`);
    expect(audit.text).to.contain('Bank statement handed in').and.contain('Bank statement taken in');
    expect(await confirm(path, owner, '140')).to.equal('422 invalid_request.done');
  });

  it('takes amounts as people type them', async () => {
    const path = await upload(statement({ opening: '100.00', credit: '12075.50', closing: '12175.50' }));
    expect(await confirm(path, owner, '12,175.05')).to.equal('422 invalid_request.balance');
    const moved = { credits: ['1', '12 075,50'], debits: ['0', '0.00'] } as Parameters<typeof figures>[1];
    expect(await confirm(path, owner, '$12,175.50', moved)).to.equal('303 ?flash=confirmed');
  });

  it('takes it in for what came in and went out at the bank, and nothing else', async () => {
    const path = await upload(statement(SMALL));
    for (const wrong of [
      { credits: ['2', '40.00'] },
      { credits: ['1', '40.01'] },
      { credits: ['', '40.00'] },
      { credits: ['1', ''] },
      { debits: ['1', '0'] },
      { debits: ['0', '900'] },
    ] as Parameters<typeof figures>[1][])
      expect(await confirm(path, owner, '140.00', wrong), JSON.stringify(wrong)).to.equal(
        '422 invalid_request.moved',
      );
    const answer = await owner.visitor.post(`${path}/confirm`, figures('140', { debits: ['3', '7'] }));
    expect(answer.text).to.match(/<small id="debit_count-operations-eur-error"[^>]*>Nothing was booked/);
    expect(await booked()).to.equal(0);
    expect(await confirm(path, owner, '140', { credits: ['1', '40'] })).to.equal('303 ?flash=taken_in');
    const [deed] = await service.database.query(
      `select details from audit_entries where action = 'bank_statement.taken_in'`,
    );
    expect(deed?.['details']).to.include({ moved: 'operations-eur +40.00000000 (1) -0.00000000 (0)' });
  });

  it('is never final by one person if what came in could be made up', async () => {
    const forged = (...debits: [amount: string, code: string][]) => {
      const out = debits.reduce((sum, [amount]) => sum + Number(amount), 0);
      const side = (amount: string, code: string) =>
        entry({ amount, side: 'DBIT', more: `<BkTxCd><Prtry><Cd>${code}</Cd></Prtry></BkTxCd>` });
      return camt({
        opening: balance('OPBD', '100.00'),
        closing: balance('CLBD', (1000 - out).toFixed(2)),
        entries: entry({ amount: '900.00' }) + debits.map((debit) => side(...debit)).join(''),
      });
    };
    const portal = (count: string, sum: string) => ({ credits: ['1', '900'], debits: [count, sum] }) as never;
    // One's own payment, and an equal debit by an own code: the closing balance is the bank's.
    const cancelled = await upload(forged(['900.00', 'SWEEP']));
    expect((await owner.visitor.get(cancelled)).text).to.contain('the account closes where it opened');
    expect(await confirm(cancelled, owner, '100.00', portal('1', '900'))).to.equal('303 ?flash=confirmed');
    expect(await booked()).to.equal(0);
    expect(await confirm(cancelled, owner, '100.00', portal('1', '900'))).to.equal(
      '422 second_person_required',
    );
    // Nor with a cent that really came in, in parts, or by no code at all.
    for (const [debits, count, sum] of [
      [[['899.99', 'SWEEP']], '1', '899.99'],
      [
        [
          ['50', 'SWEEP'],
          ['849', 'CHRG'],
        ],
        '2',
        '899',
      ],
      [[['500', 'NTRF']], '1', '500'],
    ] as const) {
      const path = await upload(forged(...(debits as unknown as [string, string][])));
      const closing = (1000 - Number(sum)).toFixed(2);
      expect(await confirm(path, owner, closing, portal(count, sum)), sum).to.equal('303 ?flash=confirmed');
    }
    // Small charges are no reason to ask somebody else.
    const small = await upload(forged(['15', 'CHRG'], ['20', 'SWEEP']));
    expect(await confirm(small, owner, '965.00', portal('2', '35'))).to.equal('303 ?flash=taken_in');
  });

  it('leaves a movement by a code above the limit to two operators, whoever confirmed it', async () => {
    const debit = entry({
      ...{ amount: '940.00', side: 'DBIT', more: '<BkTxCd><Prtry><Cd>SWEEP</Cd></Prtry></BkTxCd>' },
    });
    const path = await upload(
      camt({ closing: balance('CLBD', '60.00'), entries: entry({ amount: '900.00' }) + debit }),
    );
    const moved = { credits: ['1', '900'], debits: ['1', '940'] } as never;
    expect(await confirm(path, owner, '60.00', moved)).to.equal('303 ?flash=confirmed');
    expect(await confirm(path, finance, '60.00', moved)).to.equal('303 ?flash=taken_in');
    const kinds = await service.database.query('select kind from bank_entries order by id');
    expect(kinds.map(({ kind }) => kind)).to.deep.equal(['deposit', 'unknown']);
  });

  it('needs a second person above the cap, who is not the first', async () => {
    const path = await upload(statement(LARGE));
    expect(await confirm(path, owner, '5100.00')).to.equal('303 ?flash=confirmed');
    expect(await booked()).to.equal(0);
    expect((await owner.visitor.get(path)).text).to.contain(
      'Now someone else with the role owner or finance',
    );
    expect(await confirm(path, owner, '5100.00')).to.equal('422 second_person_required');
    expect(await confirm(path, finance, '5100.01')).to.equal('422 invalid_request.balance');
    expect(await booked()).to.equal(0);
    expect((await finance.visitor.get(path)).text).to.contain(`${owner.email} has confirmed it.`);

    expect(await confirm(path, finance, '5100.00')).to.equal('303 ?flash=taken_in');
    // What is above the cap counts, because people have looked.
    expect(await entries()).to.deep.equal([{ amount: '5000.00000000', is_final: true, reference: null }]);
    const deeds = await service.database.query(
      `select action, user_email from audit_entries where action like 'bank_statement.%' order by id`,
    );
    expect(deeds.map(({ action, user_email }) => [action, user_email])).to.deep.equal([
      ['bank_statement.handed_in', owner.email],
      ['bank_statement.confirmed', owner.email],
      ['bank_statement.taken_in', finance.email],
    ]);
  });

  it('counts nobody who has just joined', async () => {
    const fresh = await join(service, account.id, 'finance', { isNew: true });
    const small = await upload(statement(SMALL));
    expect(await confirm(small, fresh, '140.00')).to.equal('422 member_too_new');
    const large = await upload(statement(LARGE));
    expect(await confirm(large, owner, '5100.00')).to.equal('303 ?flash=confirmed');
    expect(await confirm(large, fresh, '5100.00')).to.equal('422 member_too_new');
    expect(await booked()).to.equal(0);
  });

  it('takes one confirmation of two at the same moment', async () => {
    const path = await upload(statement(SMALL));
    const answers = await Promise.all([owner, finance].map((person) => confirm(path, person, '140.00')));
    expect(answers.sort()).to.deep.equal(['303 ?flash=taken_in', '422 invalid_request.done']);
    expect(await entries()).to.have.length(1);
    const large = await upload(
      statement({ opening: '140.00', credit: '5000.00', closing: '5140.00', id: 'S2' }),
    );
    const moved = { credits: ['1', '5000.00'] } as const;
    const firsts = await Promise.all(
      [owner, finance].map((person) => confirm(large, person, '5140.00', { credits: [...moved.credits] })),
    );
    // The second may have seen the first one's, or not; both were people who typed the balance.
    expect(firsts).to.include('303 ?flash=confirmed');
    expect(firsts.filter((one) => one.endsWith('taken_in')).length).to.be.lessThan(2);
  });

  it('is open to owners and finance of the accounts that are named for it, and to nobody else', async () => {
    const path = await upload(statement(SMALL));
    const nav = `href="${root}"`;
    expect((await finance.visitor.get(root)).status).to.equal(200);
    expect((await finance.visitor.get(root)).text).to.contain(nav);
    for (const role of ['viewer', 'developer'] as const) {
      const { visitor } = await join(service, account.id, role);
      expect((await visitor.get(`/panel/accounts/${account.id}`)).text).not.to.contain(nav);
      for (const page of [root, path]) expect((await visitor.get(page)).status, role).to.equal(403);
      for (const action of [`${path}/confirm`, `${path}/discard`])
        expect((await visitor.post(action)).status, role).to.equal(403);
      expect((await handIn({ visitor }, account.id, statement(LARGE))).status).to.equal(403);
    }
    const stranger = await join(service, bank.other.id, 'owner');
    for (const target of [root, path]) expect((await stranger.visitor.get(target)).status).to.equal(404);
    expect((await handIn(stranger, account.id, statement(LARGE))).status).to.equal(404);
    // Nor by its id under their own account, which feeds no bank account at all.
    const own = root.replace(account.id, bank.other.id);
    const home = await stranger.visitor.get(`/panel/accounts/${bank.other.id}`);
    expect(home.text).not.to.contain('bank-statements');
    for (const target of [own, path.replace(account.id, bank.other.id)])
      expect((await stranger.visitor.get(target)).status).to.equal(404);
    expect((await handIn(stranger, bank.other.id, statement(LARGE))).status).to.equal(404);
    const foreign = path.replace(account.id, bank.other.id);
    expect((await stranger.visitor.post(`${foreign}/confirm`, {})).status).to.equal(404);
    expect(await rows('bank_handed_in')).to.equal(1);
  });

  it('asks for a fresh proof, before it reads a file', async () => {
    const path = await upload(statement(SMALL));
    await forgetProofs(service);
    for (const answer of [
      await handIn(owner, account.id, Buffer.alloc(3_000_000, 'x')),
      await owner.visitor.post(`${path}/confirm`, figures('140.00')),
      await owner.visitor.post(`${path}/discard`),
    ])
      expect(answer.headers.get('location')).to.match(/^\/panel\/proof\?next=/);
    expect(await booked()).to.equal(0);
    expect(await rows('bank_handed_in')).to.equal(1);
  });

  it('keeps the same file once, and books it once', async () => {
    const content = statement(SMALL);
    const path = await upload(content);
    expect(await upload(content, finance, 'copy.xml')).to.equal(path);
    expect(await confirm(path, finance, '140.00')).to.equal('303 ?flash=taken_in');
    const again = await upload(content);
    expect(again).not.to.equal(path);
    expect((await owner.visitor.get(again)).text).to.contain('It was handed in before. Nothing new.');
    expect(await confirm(again, owner, '140.00')).to.equal('303 ?flash=taken_in');
    expect(await entries()).to.have.length(1);
  });

  it('says why a file is refused', async () => {
    const untied = await upload(statement({ ...SMALL, closing: '141.00' }));
    expect((await owner.visitor.get(untied)).text).to.contain('does not tie: opening 100.00');
    expect(await confirm(untied, owner, '141.00')).to.equal('422 invalid_request.summary');
    const foreign = statement({ ...SMALL, account: 'GB29NWBK60161331926819' }).replaceAll('EUR', 'GBP');
    // It is an account of the deployment, but not one that these people have a say in.
    expect((await owner.visitor.get(await upload(foreign))).text).to.contain('which no account here is.');
    expect((await owner.visitor.get(await upload(Buffer.from([0, 1, 2, 3])))).text).to.contain(
      'The file is not accepted, and nothing of it is booked.',
    );
    expect((await handIn(owner, account.id, '')).text).to.match(/<small id="file-error"[^>]*>Choose a/);
    expect((await handIn(owner, account.id, Buffer.alloc(20 * 1024 * 1024 + 1, 'x'))).status).to.equal(303);
    expect((await handIn(owner, account.id, Buffer.alloc(21 * 1024 * 1024, 'x'))).status).to.equal(413);
    expect(await booked()).to.equal(0);
  });

  it('shows what strangers wrote as text', async () => {
    const path = await upload(
      statement({ ...SMALL, id: '&lt;img src=x onerror=a&gt;\u202e', text: '&lt;script&gt;' }),
      owner,
      '../\u202e<script>alert(1)</script>.xml',
    );
    const wrong = await upload(statement({ ...SMALL, closing: '9.00', id: '&lt;b&gt;bold' }));
    for (const page of [path, wrong, root]) {
      const { text } = await owner.visitor.get(page);
      expect(text).not.to.match(/<img|<script>|<b>|\u202e/);
    }
    expect((await owner.visitor.get(path)).text)
      .to.contain('&lt;img src=x onerror=a>')
      .and.contain('script>.xml');
    expect((await owner.visitor.get(wrong)).text).to.contain('&lt;b>bold');
  });

  it('are only of accounts that exist by their id', () => {
    const of = (ids: unknown) =>
      JSON.stringify({
        accounts: [
          {
            ...{ id: 'eur', asset: 'EUR', methods: ['SEPA'], holder: 'Acme', bank: { name: 'Test Bank' } },
            ...{ iban: 'DE89370400440532013000', ...(ids === undefined ? {} : { imported_by: ids }) },
          },
        ],
      });
    expect(parseAccounts(of(undefined))[0]?.importedBy).to.deep.equal([]);
    expect(parseAccounts(of([account.id.toUpperCase()]))[0]?.importedBy).to.deep.equal([account.id]);
    for (const wrong of [account.id, [''], ['acme'], [1]])
      expect(() => parseAccounts(of(wrong))).to.throw(
        /^BANK_ACCOUNTS_FILE is invalid: accounts\[0\]\.imported_by/,
      );
  });

  it('can be discarded, expires after a day, and speaks Spanish', async () => {
    const path = await upload(statement(SMALL));
    const { headers } = await finance.visitor.post(`${path}/discard`);
    expect(headers.get('location')).to.equal(`${root}?flash=discarded`);
    expect((await owner.visitor.get(path)).status).to.equal(404);
    const old = await upload(statement(SMALL));
    await service.database.query(`update bank_handed_in set expires_at = service_now()`);
    expect((await owner.visitor.get(old)).status).to.equal(404);
    expect((await owner.visitor.post(`${old}/confirm`, figures('140.00'))).status).to.equal(404);
    expect(await upload(statement(SMALL))).not.to.equal(old);
    expect(await rows('bank_handed_in')).to.equal(1);
    await owner.visitor.post('/panel/language', { language: 'es', next: '/panel' });
    expect((await owner.visitor.get(root)).text)
      .to.contain('Estados de cuenta bancarios')
      .and.contain('Por confirmar');
  });
});
