import { expect } from 'chai';
import { amounts, balance, camt, entry, read, readEntry, readOne, refused } from './files.ts';

const ten = { closing: balance('CLBD', '110.00') };
const payment = (inner: string) => `<TxDtls>${inner}</TxDtls>`;

describe('camt files', () => {
  it('tie if opening and booked entries are the closing balance', () => {
    const file = camt({ ...ten, entries: entry() });
    expect(read(file).format).to.equal('camt.053.001.08');
    const { ties, role, account, currency, opening, closing, entryCount, id } = readOne(file);
    expect({ ties, role, account, currency, entryCount, id }).to.deep.equal({
      ...{
        ties: true,
        role: 'books',
        account: 'DE89370400440532013000',
        currency: 'EUR',
        entryCount: 1,
        id: 'S1',
      },
    });
    expect([opening?.amount.toFixed(), closing?.amount.toFixed()]).to.deep.equal(['100', '110']);
    expect(refused(file)).to.equal(undefined);
  });

  it('are refused if they do not tie, with the figures', () => {
    expect(refused(camt({ ...ten, entries: entry({ amount: '9.99' }) }))).to.equal(
      'Statement “S1” of account “DE89370400440532013000” in EUR does not tie: opening 100.00 + booked entries 9.99 = 109.99, but closing is 110.00.',
    );
  });

  it('count only what is booked, written as a text or as a code', () => {
    const entries = [
      entry({ status: '<Sts>BOOK</Sts>' }),
      entry({ status: '<Sts>PDNG</Sts>' }),
      entry({ status: '<Sts><Cd>FUTR</Cd></Sts>' }),
      entry({ status: '<Sts><Cd>INFO</Cd></Sts>' }),
    ].join('');
    const statement = readOne(camt({ ...ten, entries }));
    expect(statement.ties).to.equal(true);
    expect(statement.entries.map(({ status }) => status)).to.deep.equal([
      ...['booked', 'pending', 'pending', 'information'],
    ]);
    expect(refused(camt({ entries: entry({ status: '<Sts>MAYBE</Sts>' }) }))).to.include('MAYBE');
  });

  it('take the sign from CdtDbtInd alone: a reversal does not turn it', () => {
    const reversed = camt({ ...ten, entries: entry({ more: '<RvslInd>true</RvslInd>' }) });
    expect(readOne(reversed).ties).to.equal(true);
    expect(readEntry(reversed)).to.include({ kind: 'return' });
    const debit = entry({ side: 'DBIT', more: '<RvslInd>true</RvslInd>' });
    expect(readEntry(camt({ closing: balance('CLBD', '90'), entries: debit })).kind).to.equal('taken_back');
  });

  it('know returns by their code and by their reason, without a reversal', () => {
    const code = (family: string, sub: string) =>
      `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
    const reason = payment('<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed</AddtlInf></RtrInf>');
    expect(readEntry(camt({ entries: entry({ more: code('RCDT', 'RRTN') }) })).kind).to.equal('return');
    const returned = readEntry(camt({ entries: entry({ more: code('RCDT', 'ESCT'), details: reason }) }));
    expect(returned).to.deep.include({ kind: 'return', reason: { code: 'AC04', words: 'closed' } });
    const charge = entry({ side: 'DBIT', more: code('CCRD', 'CHRG') });
    expect(readEntry(camt({ entries: charge }))).to.include({ kind: 'charge', code: 'PMNT/CCRD/CHRG' });
  });

  it('may give only the balance of the day before, and debit balances', () => {
    const file = camt({
      opening: balance('PRCD', '100.00', 'DBIT'),
      closing: balance('CLBD', '90.00', 'DBIT') + balance('CLAV', '5000.00'),
      entries: entry(),
    });
    expect(readOne(file)).to.include({ ties: true });
  });

  it('are refused without a balance, or with balances that differ', () => {
    expect(refused(camt({ opening: '' }))).to.include('has no opening balance');
    expect(refused(camt({ closing: '' }))).to.include('has no closing balance');
    expect(refused(camt({ closing: balance('CLBD', '100', 'CRDT', 'USD') }))).to.include(
      'no closing balance',
    );
    expect(refused(camt({ opening: balance('OPBD', '100') + balance('OPBD', '5') }))).to.include('differ');
  });

  it('are refused with an entry in another currency', () => {
    expect(refused(camt({ ...ten, entries: entry({ currency: 'USD' }) }))).to.include('an entry in USD');
  });

  it('have the currency of their balances if the account gives none', () => {
    const account = '<Id><Othr><Id>0123 456 789</Id></Othr></Id>';
    expect(readOne(camt({ account }))).to.include({ currency: 'EUR', account: '0123456789' });
  });

  it('split a collective entry whose payments add up, and only such a one', () => {
    const details = payment('<Refs><EndToEndId>A</EndToEndId></Refs><Amt Ccy="EUR">4.00</Amt>');
    const all = details + payment('<AmtDtls><TxAmt><Amt Ccy="EUR">6.00</Amt></TxAmt></AmtDtls>');
    const split = readOne(camt({ ...ten, entries: entry({ details: all }) }));
    expect(amounts(split.entries)).to.deep.equal(['4', '6']);
    expect(split).to.include({ ties: true, entryCount: 1 });

    const whole = readOne(camt({ ...ten, entries: entry({ details: details + details }) }));
    expect(amounts(whole.entries)).to.deep.equal(['10']);
    expect(whole.entries[0]).to.include({ batchOf: 2 });
    const batch = entry({ details: '<Btch><PmtInfId>P1</PmtInfId><NbOfTxs>7</NbOfTxs></Btch>' });
    const [untold] = readOne(camt({ ...ten, entries: batch })).entries;
    expect(untold?.batchOf).to.equal(7);
    expect(untold?.references.paymentInformation).to.equal('P1');
  });

  it('split a collective entry that has debits among its credits', () => {
    const details =
      payment('<Amt Ccy="EUR">12.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>') +
      payment('<Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>');
    const { entries, ties } = readOne(camt({ ...ten, entries: entry({ details }) }));
    expect(amounts(entries)).to.deep.equal(['12', '-2']);
    expect(ties).to.equal(true);
  });

  it('tell payer, references and texts, in the forms of versions 2 and 8', () => {
    const shared =
      '<Refs><AcctSvcrRef>BANK1</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId><TxId>T1</TxId>' +
      '<UETR>255ae394-9965-4438-ac86-f406feada396</UETR></Refs>';
    const remittance =
      '<RmtInf><Ustrd>Invoice 7</Ustrd><Ustrd>of May</Ustrd><Strd><CdtrRefInf><Ref>RF18539007547034</Ref>' +
      '</CdtrRefInf></Strd></RmtInf><AddtlTxInf>more</AddtlTxInf>';
    const old =
      '<RltdPties><Dbtr><Nm>Ada</Nm></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct></RltdPties>';
    const young = old.replace('<Nm>Ada</Nm>', '<Pty><Nm>Ada</Nm></Pty>');
    for (const [party, agent] of [
      [old, '<BIC>ABNANL2A</BIC>'],
      [young, '<BICFI>ABNANL2A</BICFI>'],
    ] as const) {
      const agents = `<RltdAgts><DbtrAgt><FinInstnId>${agent}</FinInstnId></DbtrAgt></RltdAgts>`;
      const file = camt({
        ...ten,
        entries: entry({ details: payment(shared + party + agents + remittance) }),
      });
      const found = readEntry(file);
      expect(found.party).to.deep.equal({
        ...{ name: 'Ada', account: 'NL91ABNA0417164300', bic: 'ABNANL2A', routing: null },
      });
      expect(found.references).to.include({ servicer: 'BANK1', endToEnd: null, transaction: 'T1' });
      expect(found.creditorReferences).to.deep.equal(['RF18539007547034']);
      expect(found.texts).to.deep.equal(['Invoice 7', 'of May', 'more']);
    }
  });

  it('tell what was ordered if less arrived', () => {
    const details = payment('<AmtDtls><InstdAmt><Amt Ccy="EUR">25.00</Amt></InstdAmt></AmtDtls>');
    const { instructed } = readEntry(camt({ ...ten, entries: entry({ details }) }));
    expect(instructed?.amount.toFixed()).to.equal('25');
    const same = details.replace('25.00', '10.00');
    expect(readEntry(camt({ ...ten, entries: entry({ details: same }) })).instructed).to.equal(null);
  });

  it('do not take a counter for a reference', () => {
    const references = (ref: string) =>
      readEntry(camt({ ...ten, entries: entry({ more: `<NtryRef>${ref}</NtryRef>` }) })).references;
    expect(references('3').entry).to.equal(null);
    expect(references('52198201').entry).to.equal('52198201');
  });

  it('are found by the child of Document, whatever prefix or namespace they have', () => {
    const austrian = camt({ version: 'X' }).replace(/xmlns="[^"]*"/, 'Xmlns="ISO:camt.053:APC:STUZZA"');
    expect(read(austrian).format).to.equal('camt.053');
    const prefixed = camt()
      .replace(/<(\/?)(?=[A-Z])/g, '<$1n:')
      .replace('xmlns=', 'xmlns:n=');
    expect(read(prefixed)).to.deep.equal(read(camt()));
    const wrapped = camt().replace(/<Document.*/s, (document) => `<Envelope><AppHdr/>${document}</Envelope>`);
    expect(refused(wrapped)).to.equal(undefined);
    const first = camt({ version: 'camt.053.001.01' }).replaceAll('BkToCstmrStmt', 'BkToCstmrStmtV01');
    expect(read(first).format).to.equal('camt.053.001.01');
    expect(refused('<Document><CstmrPmtStsRpt/></Document>')).to.include('CstmrPmtStsRpt');
    expect(refused('<html></html>')).to.include('no element Document');
  });

  it('are early news as camt.052 and camt.054, which need no balance', () => {
    for (const [message, statement, format] of [
      ['BkToCstmrAcctRpt', 'Rpt', 'camt.052'],
      ['BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'camt.054'],
    ] as const) {
      const file = camt({ opening: '', closing: '', entries: entry(), version: `${format}.001.08` })
        .replaceAll('BkToCstmrStmt', message)
        .replaceAll('Stmt>', `${statement}>`);
      expect(read(file).format).to.equal(`${format}.001.08`);
      expect(readOne(file)).to.include({ role: 'early', ties: null, closing: null });
      expect(refused(file)).to.equal(undefined);
    }
  });

  it('leave the proof of a page to whoever has all pages', () => {
    const head = '<MsgPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></MsgPgntn>';
    const page = readOne(camt({ ...ten, head }));
    expect(page).to.deep.include({ page: { number: 1, isLast: false }, ties: null });
    expect(refused(camt({ ...ten, head }))).to.equal(undefined);
    const only = head.replace('false', 'true');
    expect(readOne(camt({ head: only })).page).to.equal(null);
  });

  it('keep five decimals and 18 digits exactly', () => {
    const file = camt({
      opening: balance('OPBD', '0.00001'),
      closing: balance('CLBD', '9999999999999.99999'),
      entries: entry({ amount: '9999999999999.99998' }),
    });
    expect(readOne(file)).to.include({ ties: true });
  });

  it('warn of a summary that does not agree, and of a copy', () => {
    const summary =
      '<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries></TtlNtries><TtlCdtNtries><Sum>11</Sum></TtlCdtNtries></TxsSummry>';
    const file = camt({ ...ten, statement: `<CpyDplctInd>DUPL</CpyDplctInd>${summary}`, entries: entry() });
    expect(readOne(file).warnings).to.have.length(3);
    expect(refused(file)).to.equal(undefined);
  });
});
