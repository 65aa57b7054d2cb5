import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { FileRefused } from '../../../../../src/methods/providers/bank/files/statement-file.ts';
import { outcomeOf, readPaymentStatus } from '../../../../../src/methods/providers/bank/payments/index.ts';
import { faultsOf } from './fixtures.ts';
import { reportXml } from './report.ts';

/** A folder with checkouts, named `owner+name`; without it, the examples of banks are skipped. */
const CHECKOUTS = process.env['BANK_SAMPLES'];

const sample = (name: string): Buffer =>
  readFileSync(join(CHECKOUTS ?? '', 'svapnil+iso20022.js/test/assets', `${name}.xml`));

const read = (xml: string) => readPaymentStatus(Buffer.from(xml));

(CHECKOUTS === undefined ? describe.skip : describe)('a status report that a bank gave as an example', () => {
  it('is read from Cross River, which writes no namespace and accepts the file of a refused payment', () => {
    const report = readPaymentStatus(sample('cross_river/pain_002_transaction_rejected'));
    expect(report).to.deep.include({
      format: 'pain.002.001.03',
      messageId: 'abcdefg0123456789',
      originalMessageId: 'missing2',
      originalCount: 3,
      status: 'ACTC',
      reasons: [],
    });
    expect(report.originalSum?.toFixed()).to.equal('5.04');
    const [group] = report.groups;
    expect([group?.id, group?.status, group?.transactions.length]).to.deep.equal(['missing2', 'RJCT', 3]);
    expect(group?.transactions[0]).to.deep.equal({
      instructionId: 'example01234567',
      endToEndId: 'sanity-10-1-12-1-21',
      status: 'RJCT',
      reasons: [{ code: 'NARR', words: 'Instruction ID example01234567 already exist' }],
    });
    expect(outcomeOf(report, { instructionId: 'example012345678', groupId: 'missing2' })).to.deep.equal({
      outcome: 'operator',
      status: 'RJCT',
      words: 'RJCT; NARR Instruction ID example012345678 already exist',
    });
  });

  it('is read from Cross River where the file itself could not be read', () => {
    const report = readPaymentStatus(sample('cross_river/pain_002_batch_rejected'));
    expect(report).to.deep.include({ originalMessageId: null, originalCount: 0, status: 'RJCT' });
    expect(report.reasons[0]?.words).to.include("The 'MsgId' start tag on line 5");
    expect(outcomeOf(report, { instructionId: 'x', groupId: 'y' })).to.include({ outcome: 'refused' });
  });

  for (const [name, id] of [
    ['cross_river/pain_002_credit_accepted', '100ABCD012345'],
    ['cross_river/pain_002_debit_accepted', 'DD1-2'],
    ['goldman_sachs/pain_002_v3_accepted', 'GSDGFKfLURaHb'],
  ] as const) {
    it(`is pending in ${name}`, () => {
      const report = readPaymentStatus(sample(name));
      expect(outcomeOf(report, { instructionId: id, groupId: '' })?.outcome).to.equal('pending');
    });
  }

  it('says nothing about a payment that it does not name, where only payments have a status', () => {
    const report = readPaymentStatus(sample('goldman_sachs/pain_002_v3_accepted'));
    expect(outcomeOf(report, { instructionId: 'another', groupId: '3B-CCY' })).to.equal(undefined);
  });

  it('is read from Goldman Sachs, which accepts a file or a group', () => {
    const file = readPaymentStatus(sample('goldman_sachs/pain_002_v3_group_accepted'));
    expect(outcomeOf(file, { instructionId: 'x', groupId: 'y' })).to.deep.equal({
      outcome: 'pending',
      status: 'ACTC',
      words: 'ACTC; File accepted post technical and profile validations Original File Name: 26951.json',
    });
    const group = readPaymentStatus(sample('goldman_sachs/pain_002_v3_payment_accepted'));
    expect(group.originalMessageId).to.equal('XXX001_20220315_B_DZSOXXXX');
    expect(outcomeOf(group, { instructionId: 'x', groupId: 'xxx001220315B000XXXX' })?.outcome).to.equal(
      'pending',
    );
    expect(outcomeOf(group, { instructionId: 'x', groupId: 'another' })).to.equal(undefined);
  });

  it('is for the operator when Nordea calls the whole file a duplicate', () => {
    const report = readPaymentStatus(sample('nordea/pain_002_v3_group_reject'));
    expect(outcomeOf(report, { instructionId: 'x', groupId: 'y' })).to.deep.equal({
      outcome: 'operator',
      status: 'RJCT',
      words: 'RJCT; DU01 ISO Duplicate Message ID',
    });
  });

  it('refuses all payments of the group that Nordea refuses', () => {
    const report = readPaymentStatus(sample('nordea/pain_002_v3_payment_reject'));
    expect(outcomeOf(report, { instructionId: 'x', groupId: 'PMTINFID-COM-SCE25-1707-01' })).to.include({
      outcome: 'refused',
      reason: 'PROVIDER_REFUSED',
    });
  });

  it('refuses the payments that Nordea names, and leaves others of the group to the operator', () => {
    const report = readPaymentStatus(sample('nordea/pain_002_v3_txn_reject'));
    const groupId = 'PMTINFID-950-TEST2-2807-01';
    expect(outcomeOf(report, { instructionId: 'INSTRID-950-TEST2-2807-01', groupId })?.outcome).to.equal(
      'refused',
    );
    expect(outcomeOf(report, { instructionId: 'INSTRID-950-TEST2-2807-03', groupId })?.outcome).to.equal(
      'operator',
    );
  });
});

describe('a status report', () => {
  const parts = {
    count: 2,
    sum: '301.50',
    group: { id: 'PAY1-1', status: 'PART' },
    payments: [
      { id: 'P7K3Q9X2M4T8WAB', status: 'RJCT', reason: { code: 'AC04', words: ['Account', 'closed'] } },
      { id: 'P7K3Q9X2M4T8WAC', status: 'ACSP' },
    ],
  };

  for (const version of ['03', '12', '15']) {
    it(`is read as pain.002.001.${version}`, async () => {
      const xml = reportXml({ ...parts, version });
      expect(await faultsOf(`pain.002.001.${version}`, xml)).to.deep.equal([]);
      const report = read(xml);
      expect(report.format).to.equal(`pain.002.001.${version}`);
      expect([report.originalMessageId, report.originalCount]).to.deep.equal(['PAY1', 2]);
      expect(report.originalSum?.toFixed(2)).to.equal('301.50');
      expect(report.groups[0]?.transactions.map(({ status }) => status)).to.deep.equal(['RJCT', 'ACSP']);
      expect(report.groups[0]?.transactions[0]?.reasons).to.deep.equal([
        { code: 'AC04', words: 'Account closed' },
      ]);
    });
  }

  it('is read with prefixes, and in the encodings that banks use', () => {
    const xml = reportXml({
      ...parts,
      payments: [{ id: 'P', status: 'RJCT', reason: { code: 'AC04', words: ['gelöscht'] } }],
    });
    const prefixed = xml.replace(/<(\/?)(?=[A-Z])/g, '<$1n:').replace('xmlns=', 'xmlns:n=');
    const wordsIn = (bytes: Buffer) => readPaymentStatus(bytes).groups[0]?.transactions[0]?.reasons[0]?.words;
    expect(wordsIn(Buffer.from(prefixed))).to.equal('gelöscht');
    expect(wordsIn(Buffer.from(`\ufeff${xml}`))).to.equal('gelöscht');
    expect(wordsIn(Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le'))).to.equal('gelöscht');
    expect(wordsIn(Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1'))).to.equal('gelöscht');
  });

  it('has words on one line that cannot deceive the reader', () => {
    const xml = reportXml({
      ...parts,
      payments: [{ id: 'P', status: 'RJCT', reason: { code: 'AC04', words: ['a\n\u202Eb\u200B&#x9;c'] } }],
    });
    expect(read(xml).groups[0]?.transactions[0]?.reasons[0]?.words).to.equal('a b c');
  });

  for (const [what, xml, message] of [
    ['is no XML', 'Hello', 'not XML'],
    ['is nested wrongly', '<Document><a><b></a></b></Document>', 'not XML'],
    ['is cut off', reportXml(parts).slice(0, -20), 'not XML'],
    ['is empty', '', 'not XML'],
    ['is something else', '<Document><BkToCstmrStmt/></Document>', 'not a status report'],
    [
      'has a document type',
      `<!DOCTYPE Document [<!ENTITY a "b">]>${reportXml(parts).slice(38)}`,
      'document type',
    ],
    ['has an unknown entity', reportXml(parts).replace('PAY1', '&a;'), 'not XML'],
    [
      'has a processing instruction',
      reportXml(parts).replace('<GrpHdr>', '<?php x ?><GrpHdr>'),
      'processing instruction',
    ],
    [
      'says a status twice',
      reportXml(parts).replace('<TxSts>RJCT</TxSts>', '<TxSts>ACSP</TxSts><TxSts>RJCT</TxSts>'),
      'TxSts twice',
    ],
    ['has two reports', '<Document><CstmrPmtStsRpt/><CstmrPmtStsRpt/></Document>', 'two reports'],
    ['has a count in words', reportXml(parts).replace('>2<', '>two<'), 'number of payments'],
    ['has a sum with a comma', reportXml(parts).replace('>301.50<', '>301,50<'), 'sum'],
    ['is nested too deep', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`, 'deeper than 64'],
    ['has a text too long', reportXml(parts).replace('PAY1', 'x'.repeat(10_001)), '10000 characters'],
    ['has an odd encoding', reportXml(parts).replace('UTF-8', 'UTF-7'), 'encoding is utf-7'],
    [
      'has too many reasons',
      reportXml(parts).replace('</TxInfAndSts>', `${'<StsRsnInf/>'.repeat(101)}</TxInfAndSts>`),
      '100 reasons',
    ],
  ] as const) {
    it(`is refused when it ${what}`, () => {
      expect(() => read(xml))
        .to.throw(FileRefused, message)
        .with.property('message')
        .that.does.not.include('\n');
    });
  }

  it('is refused when it is not in the encoding that it names, has NUL or is too large', () => {
    const latin = Buffer.from(reportXml(parts).replace('PAY1', 'ö'), 'latin1');
    expect(() => readPaymentStatus(latin)).to.throw(FileRefused, 'not in utf-8');
    expect(() => read(reportXml(parts).replace('PAY1', '\0'))).to.throw(FileRefused, 'NUL');
    expect(() => readPaymentStatus(Buffer.alloc(20 * 1024 * 1024 + 1, 0x20))).to.throw(FileRefused, 'bytes');
  });
});
