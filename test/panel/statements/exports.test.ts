import { expect } from 'chai';
import { SaxesParser } from 'saxes';
import { MAX_PDF_ROWS } from '../../../src/panel/statements/pdf.ts';
import { readStatementFile, refusalOf } from '../../../src/methods/providers/bank/files/index.ts';
import { money } from '../../../src/lib/money.ts';
import { arrival, postAlone } from '../../ledger/entries.ts';
import { createLink as createPaymentLink, pay } from '../../payment-links/links.ts';
import { readPdf, readRoles } from '../../support/pdf-text.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { collectForWeeks, setTime, spending } from '../overview/activity.ts';
import { join, type Person } from '../people.ts';

/** What an element of camt.053.001.08 may contain, in the schema's order; those with a star come once at least. */
const SCHEMA: Record<string, string> = {
  Document: 'BkToCstmrStmt*',
  BkToCstmrStmt: 'GrpHdr* Stmt* SplmtryData',
  GrpHdr: 'MsgId* CreDtTm* MsgRcpt MsgPgntn OrgnlBizQry AddtlInf',
  Stmt: 'Id* StmtPgntn ElctrncSeqNb RptgSeq LglSeqNb CreDtTm FrToDt CpyDplctInd RptgSrc Acct* RltdAcct Intrst Bal* TxsSummry Ntry AddtlStmtInf',
  FrToDt: 'FrDtTm* ToDtTm*',
  Acct: 'Id* Tp Ccy Nm Prxy Ownr Svcr',
  'Acct/Id': 'IBAN Othr',
  Othr: 'Id* SchmeNm Issr',
  Ownr: 'Nm PstlAdr Id CtryOfRes CtctDtls',
  Bal: 'Tp* CdtLine Amt* CdtDbtInd* Dt* Avlbty',
  Tp: 'CdOrPrtry* SubTp',
  CdOrPrtry: 'Cd Prtry',
  Dt: 'Dt DtTm',
  TxsSummry: 'TtlNtries TtlCdtNtries TtlDbtNtries TtlNtriesPerBkTxCd',
  TtlNtries: 'NbOfNtries Sum TtlNetNtry',
  TtlNetNtry: 'Amt* CdtDbtInd*',
  Ntry: 'NtryRef Amt* CdtDbtInd* RvslInd Sts* BookgDt ValDt AcctSvcrRef Avlbty BkTxCd* ComssnWvrInd AddtlInfInd AmtDtls Chrgs TechInptChanl Intrst CardTx NtryDtls AddtlNtryInf',
  Sts: 'Cd Prtry',
  BookgDt: 'Dt DtTm',
  ValDt: 'Dt DtTm',
  BkTxCd: 'Domn Prtry',
  Domn: 'Cd* Fmly*',
  Fmly: 'Cd* SubFmlyCd*',
  Prtry: 'Cd* Issr',
  NtryDtls: 'Btch TxDtls',
  TxDtls:
    'Refs Amt* CdtDbtInd* AmtDtls Avlbty BkTxCd Chrgs Intrst RltdPties RltdAgts LclInstrm Purp RltdRmtInf RmtInf RltdDts RltdPric RltdQties FinInstrmId Tax RtrInf CorpActn SfkpgAcct CshDpst CardTx AddtlTxInf',
  RltdPties: 'InitgPty Dbtr DbtrAcct UltmtDbtr Cdtr CdtrAcct UltmtCdtr TradgPty Prtry',
  Dbtr: 'Pty Agt',
  Cdtr: 'Pty Agt',
  Pty: 'Nm PstlAdr Id CtryOfRes CtctDtls',
  Refs: 'MsgId AcctSvcrRef PmtInfId InstrId EndToEndId UETR TxId MndtId ChqNb ClrSysRef AcctOwnrTxId AcctSvcrTxId MktInfrstrctrTxId PrcgId Prtry',
  RmtInf: 'Ustrd Strd',
};
const AMOUNT = /^(?=[\d.]{1,19}$)\d{1,18}(\.\d{1,5})?$/;
const CODE = /^\w{4}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** What a text of the schema may be, by its element. */
const TEXTS: Record<string, RegExp> = {
  Amt: AMOUNT,
  CdtDbtInd: /^(CRDT|DBIT)$/,
  RvslInd: /^(true|false)$/,
  NbOfNtries: /^\d{1,15}$/,
  Ccy: /^[A-Z]{3}$/,
  Cd: /^[\w.]{1,35}$/,
  'CdOrPrtry/Prtry': /^\w{1,35}$/,
  SubFmlyCd: CODE,
  CreDtTm: TIME,
  FrDtTm: TIME,
  ToDtTm: TIME,
  Dt: DAY,
  MsgId: /^.{1,35}$/,
  'Stmt/Id': /^.{1,35}$/,
  'Othr/Id': /^.{1,34}$/,
  Nm: /^.{1,140}$/u,
  NtryRef: /^.{1,35}$/,
  AcctSvcrRef: /^.{1,35}$/,
  EndToEndId: /^.{1,35}$/,
  Ustrd: /^.{1,140}$/u,
  AddtlNtryInf: /^.{1,500}$/u,
};

/** Fails where a file breaks the rules of its schema that are written above. */
function requireValid(xml: string): void {
  const open: { name: string; children: string[]; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => expect.fail(error.message));
  parser.on('opentag', ({ name, attributes }) => {
    open.at(-1)?.children.push(name);
    open.push({ name, children: [], text: '' });
    const hasCurrency = name === 'Amt' && open.at(-2)?.name !== 'TtlNetNtry';
    expect(Object.keys(attributes), name).to.deep.equal(
      name === 'Document' ? ['xmlns'] : hasCurrency ? ['Ccy'] : [],
    );
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop()!;
    const { name, children } = element;
    const path = `${open.at(-1)?.name}/${name}`;
    if (children.length === 0) {
      const rule = TEXTS[path] ?? TEXTS[name];
      expect(rule, `${path} is an element whose text has a rule`).to.be.instanceOf(RegExp);
      expect(element.text, path).to.match(rule!);
      return;
    }
    expect(element.text.trim(), `${path} has no text of its own`).to.equal('');
    const allowed = (SCHEMA[path] ?? SCHEMA[name] ?? '').split(' ');
    const order = children.map((child) => allowed.findIndex((one) => one.replace('*', '') === child));
    expect(order, `${path} has no others than ${allowed.join(' ')}`).not.to.include(-1);
    expect(order, `${path} has them in order: ${children.join(' ')}`).to.deep.equal(
      [...order].sort((a, b) => a - b),
    );
    const needed = allowed.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1));
    expect(children, path).to.include.members(needed);
  });
  parser.write(xml).close();
}

/** Amounts with as many decimals as they need, and at least two. */
const withoutZeros = (text: string): string => text.replaceAll(/(\.\d{2}\d*?)0+(?!\d)/g, '$1');

describe('statements as files', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;
  let viewer: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await service.database.query(
      `update accounts set name = 'Café & Ñandú <Azul> 漢', time_zone = 'America/Mexico_City' where id = $1`,
      [account.id],
    );
    await collectForWeeks(service, account, new Date('2031-06-15T12:00:00Z'));
    viewer = await join(service, account.id, 'viewer');
  });
  after(() => service?.close());

  const get = (of: Person, what: string, month: string, asset: string, accountId = account.id) =>
    of.visitor.get(`/panel/accounts/${accountId}/statements/${what}?month=${month}&asset=${asset}`);
  const balanceAt = async (asset: string, at: string) => {
    const [row] = await service.database.query(
      `select coalesce(sum(amount), 0)::text as balance from ledger_postings
        where account_id = $1 and book = 'available' and asset = $2 and created_at < $3`,
      [account.id, asset, at],
    );
    return money(String(row!['balance']));
  };

  describe('camt.053', () => {
    it('follow the schema, and are read and believed by the reader of bank statements', async () => {
      const answer = await get(viewer, 'camt', '2031-05', 'MXNB');
      expect(answer.headers.get('content-disposition')).to.equal(
        'attachment; filename="statement-MXNB-2031-05.xml"',
      );
      requireValid(answer.text);
      const file = readStatementFile(answer.bytes, {});
      expect(refusalOf(file)).to.equal(undefined);
      expect(file.format).to.equal('camt.053.001.08');
      const [statement] = file.statements;
      // MXNB is no currency of ISO 4217: it is stated in the one that it is at par with.
      expect(statement).to.include({ currency: 'MXN', from: '2031-05-01', to: '2031-05-31', ties: true });
      expect(statement!.account).to.match(/^MXNB-[0-9A-Z]{20,25}$/);
      const [opening, closing] = [
        await balanceAt('MXNB', '2031-05-01T06:00:00Z'),
        await balanceAt('MXNB', '2031-06-01T06:00:00Z'),
      ].map((balance) => balance.decimalPlaces(5).toFixed());
      expect(statement!.opening!.amount.toFixed()).to.equal(opening);
      expect(statement!.closing!.amount.toFixed()).to.equal(closing);
      expect(statement!.warnings).to.deep.equal([]);
      const kinds = new Set(statement!.entries.map(({ kind }) => kind));
      expect([...kinds]).to.have.members(['payment', 'charge']);
      const references = statement!.entries.flatMap(({ references: { endToEnd } }) => endToEnd ?? []);
      expect(references.length).to.be.greaterThan(10);
      for (const reference of references) expect(reference).to.match(/^PL-TEST-0000-/);
    });

    it('name the payer, and what was paid', async () => {
      const shop = await service.createAccount();
      await setTime(service, new Date('2031-04-10T12:00:00Z'));
      const link = await createPaymentLink(shop.api, {
        amount: '640',
        description: 'Sillas & mesas\n<dos>',
        reference: 'ORD-7',
      });
      await pay(shop.api, link.code, { method: 'SPEI' });
      await setTime(service, new Date('2031-06-15T12:00:00Z'));
      const person = await join(service, shop.id, 'viewer');
      const answer = await get(person, 'camt', '2031-04', 'MXNB', shop.id);
      requireValid(answer.text);
      const [entry] = readStatementFile(answer.bytes, {}).statements[0]!.entries;
      expect(entry!.texts).to.include.members(['Sillas & mesas <dos>', 'ORD-7', link.code]);
      expect(entry!.party.name).to.equal('Simulated Payer');
      const [page] = readPdf((await get(person, 'pdf', '2031-04', 'MXNB', shop.id)).bytes);
      expect(page)
        .to.contain('Sillas & mesas <dos>')
        .and.contain(`${link.code} Payment · ORD-7 · Simulated Payer · SPEI`);
    });

    it('are the same at each download but for its time, so that a second import is noticed', async () => {
      const texts = await Promise.all([1, 2].map(() => get(viewer, 'camt', '2031-05', 'MXNB')));
      const [first, second] = texts.map(({ text }) => text.replaceAll(/<CreDtTm>.*?<\/CreDtTm>/g, ''));
      expect(first).to.equal(second);
    });

    it('add up where the ledger has more decimals than the format', async () => {
      const tiny = await service.createAccount();
      await setTime(service, new Date('2031-04-10T12:00:00Z'));
      const { db } = service.foundation;
      for (let number = 0; number < 9; number++) await postAlone(db, arrival(tiny.id, 'USDC', '0.00000401'));
      await postAlone(db, spending(tiny.id, 'fee', 'USDC', '0.00000003'));
      await setTime(service, new Date('2031-06-15T12:00:00Z'));
      const person = await join(service, tiny.id, 'viewer');
      const answer = await get(person, 'camt', '2031-04', 'USDC', tiny.id);
      requireValid(answer.text);
      const file = readStatementFile(answer.bytes, {});
      expect(refusalOf(file)).to.equal(undefined);
      const [statement] = file.statements;
      expect(statement).to.include({ currency: 'USD', ties: true, entryCount: 10 });
      expect(statement!.closing!.amount.toFixed()).to.equal('0.00004');
      expect(answer.text).to.contain('payment 0.00000401 USDC');
      expect(answer.text).to.match(/<Amt Ccy="USD">0\.00<\/Amt><CdtDbtInd>DBIT<\/CdtDbtInd>/);
    });

    it('have no entries for a month without movements, and are none for one that is not over', async () => {
      const empty = await get(viewer, 'camt', '2030-01', 'MXNB');
      requireValid(empty.text);
      expect(readStatementFile(empty.bytes, {}).statements[0]).to.include({ entryCount: 0, ties: true });
      const current = await get(viewer, 'camt', '2031-06', 'MXNB');
      expect(current.status).to.equal(303);
      expect(current.headers.get('location')).to.match(/statements\/month\?month=2031-06&asset=MXNB$/);
      const page = await get(viewer, 'month', '2031-06', 'MXNB');
      expect(page.text).to.contain('>PDF</a>').and.not.to.contain('camt.053');
    });

    it('are not made for assets that there are not', async () => {
      for (const what of ['camt', 'pdf'])
        expect((await get(viewer, what, '2031-05', '%E2%82%AC')).status, what).to.equal(303);
      expect((await get(viewer, 'camt', '2031-05', 'ABC')).status).to.equal(303);
    });
  });

  describe('PDF', () => {
    it('have the figures, every movement, and the number of their pages', async () => {
      const answer = await get(viewer, 'pdf', '2031-05', 'MXNB');
      expect(answer.headers.get('content-type')).to.equal('application/pdf');
      expect(answer.bytes.subarray(0, 5).toString()).to.equal('%PDF-');
      const pages = readPdf(answer.bytes);
      const text = pages.join('\n');
      expect(pages[0]).to.contain('MXNB statement, May 2031').and.contain('Café & Ñandú <Azul>');
      const amounts = await service.database.query(
        `select to_char(amount, 'FM999,999,990.00000000') as amount, to_char(balance_after, 'FM999,999,990.00000000') as balance
           from ledger_postings where account_id = $1 and book = 'available' and asset = 'MXNB'
            and created_at >= '2031-05-01T06:00:00Z' and created_at < '2031-06-01T06:00:00Z' order by created_at, id`,
        [account.id],
      );
      expect(amounts.length).to.be.greaterThan(40);
      for (const { amount, balance } of amounts)
        expect(withoutZeros(text)).to.contain(
          withoutZeros(`${String(amount)} ${String(balance)}`.replaceAll('-', '−')),
        );
      pages.forEach((page, at) => expect(page).to.contain(`Page ${at + 1} of ${pages.length}`));
      expect(pages.length).to.be.greaterThan(2);
      expect(text.match(/Opening balance/g)).to.have.length(2);
    });

    it('tell screen readers what each part is, with one table of all movements over all pages', async () => {
      const { bytes } = await get(viewer, 'pdf', '2031-05', 'MXNB');
      const cells = (role: string) => `TR\\(${role} ${role} ${role} ${role}\\)`;
      const [{ count } = {}] = await service.database.query(
        `select count(*)::int as count from ledger_postings where account_id = $1 and book = 'available' and asset = 'MXNB'
            and created_at >= '2031-05-01T06:00:00Z' and created_at < '2031-06-01T06:00:00Z'`,
        [account.id],
      );
      expect(readRoles(bytes)).to.match(
        new RegExp(
          `^Document\\(P H1 P .*H2 Table\\(TR\\(TH TH TH\\) .* H2 Table\\(${cells('TH')}( ${cells('TD')}){${Number(count) + 2}}\\)\\)$`,
        ),
      );
    });

    it('say that a month is in progress, in Spanish', async () => {
      const { visitor } = await join(service, account.id, 'finance');
      const path = `/panel/accounts/${account.id}/statements/pdf?month=2031-06&asset=MXNB`;
      const [page] = readPdf((await visitor.get(path, { 'accept-language': 'es' })).bytes);
      expect(page).to.contain('Estado de cuenta en MXNB, junio de 2031').and.contain('Saldo a la fecha');
    });

    it('are not made of more movements than they hold: the page offers the other formats', async () => {
      const long = await service.createAccount();
      const person = await join(service, long.id, 'viewer');
      await service.database.query(
        `insert into movement_totals (account_id, day, asset, type, method, amount, movements)
         values ($1, '2031-05-02', 'MXN', 'payment', 'SPEI', 0, $2)`,
        [long.id, MAX_PDF_ROWS + 1],
      );
      expect((await get(person, 'pdf', '2031-05', 'MXN', long.id)).status).to.equal(303);
      const { text } = await get(person, 'month', '2031-05', 'MXN', long.id);
      expect(text).to.contain('A PDF holds up to 20,000 movements').and.not.to.contain('>PDF</a>');
    });
  });

  it('are for members of the account only, in any role', async () => {
    const other = await service.createAccount();
    const stranger = await join(service, other.id, 'owner');
    for (const what of ['camt', 'pdf', 'csv']) {
      expect((await get(stranger, what, '2031-05', 'MXNB')).status, what).to.equal(404);
      expect((await get(viewer, what, '2031-05', 'MXNB')).status, what).to.equal(200);
    }
  });
});
