import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../../../src/lib/money.ts';
import { writePaymentFile, type Payment } from '../../../../../src/methods/providers/bank/payments/index.ts';
import { instructionIdOf } from '../../../../../src/methods/providers/bank/references/index.ts';
import { batchOf, DESTINATIONS, faultsOf, faultsOfAll, paymentBy, profileOf } from './fixtures.ts';

const KINDS = ['sepa', 'us_wire', 'international_wire', 'ach', 'spei'] as const;
const FORMATS = ['pain.001.001.03', 'pain.001.001.09'] as const;
const CASES = KINDS.flatMap((kind) =>
  ['structured', 'hybrid'].flatMap((addresses) =>
    ['basic', 'unicode'].map((charset) => ({ kind, addresses, charset })),
  ),
);

const SEPA_FILE = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>PAY20261123000001</MsgId><CreDtTm>2026-11-23T15:04:05Z</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>150.75</CtrlSum><InitgPty><Nm>ACME SA</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>PAY20261123000001-1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>1</NbOfTxs><CtrlSum>150.75</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>2026-11-24</Dt></ReqdExctnDt>
<Dbtr><Nm>ACME SA</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></DbtrAcct><DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>
<CdtTrfTxInf><PmtId><InstrId>P7K3Q9X2M4T8WAB</InstrId><EndToEndId>P7K3Q9X2M4T8WAB</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">150.75</InstdAmt></Amt><Cdtr><Nm>Jane Roe</Nm></Cdtr><CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct><RmtInf><Ustrd>P7K3Q9X2M4T8WAB</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>
`;

function xmlOf(kind: (typeof KINDS)[number], payment: Partial<Payment> = {}, profile = {}): string {
  const file = writePaymentFile(profileOf(kind, profile), batchOf([paymentBy(kind, payment)]));
  return file.bytes.toString();
}

/** The text of the first element of that name. */
function textOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`).exec(xml)?.[1];
}

describe('a payment file of ISO 20022', () => {
  const faults = new Map<string, string[][]>();

  before(async () => {
    for (const format of FORMATS) {
      const files = CASES.map(({ kind, ...profile }) => {
        const payments = [
          paymentBy(kind),
          paymentBy(kind, {
            instructionId: instructionIdOf('another'),
            remittance: { text: 'Factura 4711 · año 2026' },
          }),
        ];
        return writePaymentFile(profileOf(kind, { format, ...profile }), batchOf(payments)).bytes;
      });
      faults.set(format, await faultsOfAll(format, files));
    }
  });

  for (const format of FORMATS) {
    for (const [at, { kind, addresses, charset }] of CASES.entries()) {
      it(`is valid as ${format} for ${kind}, with ${addresses} addresses in ${charset} text`, () => {
        expect(faults.get(format)?.[at]).to.deep.equal([]);
      });
    }
  }

  it('has the elements that a SEPA payment needs, in their order', () => {
    expect(xmlOf('sepa')).to.equal(SEPA_FILE.replace(/>\n</g, '><').replace('?><', '?>\n<'));
  });

  it('names the bank and the date as the older version does', () => {
    const xml = xmlOf('sepa', {}, { format: 'pain.001.001.03' });
    expect(textOf(xml, 'BIC')).to.equal('COBADEFFXXX');
    expect(textOf(xml, 'ReqdExctnDt')).to.equal('2026-11-24');
  });

  it('names US banks by their routing numbers', () => {
    const xml = xmlOf('us_wire');
    const agents = xml.match(/<(Dbtr|Cdtr)Agt>.*?<\/(Dbtr|Cdtr)Agt>/g) as string[];
    expect(agents.map((agent) => textOf(agent, 'MmbId'))).to.deep.equal(['021000021', '121000248']);
    for (const agent of agents) {
      expect(textOf(agent, 'ClrSysId')).to.equal('<Cd>USABA</Cd>');
      expect(textOf(agent, 'PstlAdr')).to.equal('<Ctry>US</Ctry>');
    }
    expect(textOf(xml, 'SvcLvl')).to.equal('<Cd>URGP</Cd>');
  });

  it('has the whole address of who is paid by a US wire, by its own elements', () => {
    expect(textOf(textOf(xmlOf('us_wire'), 'Cdtr') as string, 'PstlAdr')).to.equal(
      '<StrtNm>999 Battery Street, 13th Floor</StrtNm><PstCd>94111</PstCd><TwnNm>San Francisco</TwnNm>' +
        '<CtrySubDvsn>CA</CtrySubDvsn><Ctry>US</Ctry>',
    );
  });

  it('breaks a long street into two lines between words where addresses are hybrid', () => {
    const street =
      'Care of the Honourable Company of Extraordinarily Long Street Names, Building 12, Floor 3';
    const { bank } = DESTINATIONS.us_wire;
    const destination = { bank: { ...bank, address: { ...bank.address, street } } };
    const xml = xmlOf('us_wire', { destination }, { addresses: 'hybrid' });
    const cdtr = textOf(xml, 'Cdtr') as string;
    expect(cdtr).not.to.include('StrtNm');
    expect([...cdtr.matchAll(/<AdrLine>(.*?)<\/AdrLine>/g)].map(([, line]) => line)).to.deep.equal([
      'Care of the Honourable Company of Extraordinarily Long Street Names,',
      'Building 12, Floor 3',
    ]);
    expect(cdtr).to.include('<TwnNm>San Francisco</TwnNm>').and.to.include('<Ctry>US</Ctry>');
  });

  it('says who pays the charges of an international wire', () => {
    expect(textOf(xmlOf('international_wire'), 'ChrgBr')).to.equal('DEBT');
    expect(textOf(xmlOf('international_wire', {}, { charges: 'shared' }), 'ChrgBr')).to.equal('SHAR');
  });

  it('leaves the address of who is paid within the EEA out, and gives it beyond', () => {
    const address = { street: '1 Rue', city: 'Ville', country: 'FR' };
    const profile = { debtor: { name: 'ACME', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', address } };
    const to = (iban: string): Partial<Payment> => ({
      destination: { bank: { account_name: 'Jane', iban, address } },
    });
    expect(textOf(xmlOf('sepa', to('NL91ABNA0417164300'), profile), 'Cdtr')).to.equal('<Nm>Jane</Nm>');
    expect(textOf(xmlOf('sepa', to('GB82WEST12345698765432'), profile), 'Cdtr')).to.include(
      '<Ctry>FR</Ctry>',
    );
  });

  it('puts ACH payments to companies and to persons into groups of their own, each with its sums', async () => {
    const { bank } = DESTINATIONS.ach;
    const person = { bank: { ...bank, holder_type: 'individual', account_type: 'savings' } } as const;
    const payments = [
      paymentBy('ach', { destination: person, amount: money('0.10') }),
      paymentBy('ach', { instructionId: instructionIdOf('b'), amount: money('0.20') }),
      paymentBy('ach', { instructionId: instructionIdOf('c'), destination: person, amount: money('7') }),
    ];
    const { bytes, count, sum } = writePaymentFile(profileOf('ach'), batchOf(payments));
    const xml = bytes.toString();
    const [company, persons] = xml.match(/<PmtInf>.*?<\/PmtInf>/g) as [string, string];
    expect([textOf(company, 'LclInstrm'), textOf(company, 'CtrlSum')]).to.deep.equal([
      '<Cd>CCD</Cd>',
      '0.20',
    ]);
    expect([textOf(persons, 'LclInstrm'), textOf(persons, 'CtrlSum')]).to.deep.equal([
      '<Cd>PPD</Cd>',
      '7.10',
    ]);
    expect([textOf(company, 'PmtInfId'), textOf(persons, 'PmtInfId')]).to.deep.equal([
      'PAY20261123000001-1',
      'PAY20261123000001-2',
    ]);
    expect(persons).to.include('<Tp><Cd>SVGS</Cd></Tp>');
    expect(company).to.include('<Tp><Cd>CACC</Cd></Tp>');
    expect([textOf(xml, 'NbOfTxs'), textOf(xml, 'CtrlSum')]).to.deep.equal(['3', '7.30']);
    expect([count, sum.toFixed()]).to.deep.equal([3, '7.3']);
    expect(await faultsOf('pain.001.001.09', bytes)).to.deep.equal([]);
  });

  it("gives the kind of an ACH payment as the bank's own word where it wants that", () => {
    expect(textOf(xmlOf('ach', {}, { local_instrument: 'proprietary' }), 'LclInstrm')).to.equal(
      '<Prtry>CCD</Prtry>',
    );
  });

  it('folds accents and puts spaces for what banks do not take', () => {
    const destination = { bank: { ...DESTINATIONS.sepa.bank, account_name: 'Łukasz Müßig & Søn @ Ærø*' } };
    expect(textOf(textOf(xmlOf('sepa', { destination }), 'Cdtr') as string, 'Nm')).to.equal(
      'Lukasz Mussig + Son AEro',
    );
    expect(
      textOf(textOf(xmlOf('sepa', { destination }, { charset: 'unicode' }), 'Cdtr') as string, 'Nm'),
    ).to.equal('Łukasz Müßig &amp; Søn @ Ærø*');
  });

  it('cuts names to 70 characters and never half of one', () => {
    const destination = { bank: { ...DESTINATIONS.sepa.bank, account_name: '𝒜'.repeat(80) } };
    const name = textOf(
      textOf(xmlOf('sepa', { destination }, { charset: 'unicode' }), 'Cdtr') as string,
      'Nm',
    );
    expect(name).to.equal('𝒜'.repeat(70));
  });

  it('puts our id before the words, and cuts the words', () => {
    const text = xmlOf('sepa', { remittance: { text: 'x'.repeat(200) } });
    expect(textOf(text, 'Ustrd')).to.equal(`P7K3Q9X2M4T8WAB ${'x'.repeat(124)}`);
  });

  it('keeps to the 40 letters and digits of a concept of SPEI', () => {
    expect(
      textOf(xmlOf('spei', { remittance: { text: 'Factura n.º 4711/2026, ¡gracias por todo!' } }), 'Ustrd'),
    ).to.equal('P7K3Q9X2M4T8WAB Factura n o 4711 2026 gr');
  });

  it("gives the payee's creditor reference by its own element", async () => {
    const remittance = { creditorReference: 'RF18539007547034' };
    const xml = xmlOf('sepa', { remittance });
    expect(textOf(xml, 'RmtInf')).to.equal(
      '<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp>' +
        '<Ref>RF18539007547034</Ref></CdtrRefInf></Strd>',
    );
    expect(await faultsOf('pain.001.001.09', xml)).to.deep.equal([]);
  });

  it('writes an amount without decimals in a currency that has none', () => {
    const xml = xmlOf('international_wire', { currency: 'JPY', amount: money('15000') }, { currency: 'JPY' });
    expect(xml).to.include('<InstdAmt Ccy="JPY">15000</InstdAmt>');
    expect(textOf(xml, 'CtrlSum')).to.equal('15000');
  });

  it('adds up without the error of floats', () => {
    const payments = Array.from({ length: 30 }, (_, n) =>
      paymentBy('sepa', { instructionId: instructionIdOf(String(n)), amount: money('0.1') }),
    );
    const xml = writePaymentFile(profileOf('sepa'), batchOf(payments)).bytes.toString();
    expect(textOf(xml, 'CtrlSum')).to.equal('3.00');
  });

  it('is the same to the byte whenever it is written, and known by its hash', () => {
    const write = () => writePaymentFile(profileOf('us_wire'), batchOf([paymentBy('us_wire')]));
    const file = write();
    expect(write()).to.deep.equal(file);
    expect(file.sha256).to.equal(createHash('sha256').update(file.bytes).digest('hex'));
    expect(file.name).to.equal('PAY20261123000001.xml');
  });
});
