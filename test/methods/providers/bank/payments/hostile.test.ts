import { expect } from 'chai';
import { SaxesParser } from 'saxes';
import { writePaymentFile, type Payment } from '../../../../../src/methods/providers/bank/payments/index.ts';
import { ADDRESS, batchOf, DESTINATIONS, faultsOfAll, paymentBy, profileOf } from './fixtures.ts';

const INJECTIONS = {
  'closes the element': '</Nm></Cdtr></CdtTrfTxInf><CdtTrfTxInf>',
  'is an entity': '&lt;x&gt; &amp; &#60; &xxe;',
  'is a CDATA section': ']]><![CDATA[ x ]]>',
  'is a comment': '<!-- x --> Joe',
  'is a doctype': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
  'has quotes': `" Ccy="USD" '`,
  'has new lines': 'Joe\r\n6221210002481111111111       0000999999\n\u2028x\u0085y',
  'turns the text': 'Joe \u202Eeoj\u202C \u2066x\u2069 \u200F',
  'hides text': 'J\u200Bo\u200De\uFEFF\u00AD',
  'has controls': 'J\u0000o\u0007e\u001B[31m\u007F\u009F',
  'has half a character': 'Joe \uD800 \uDFFF \uFFFF',
  'has stacked accents': `J${'\u0301'.repeat(500)}oe`,
} as const;

const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const CASES = Object.entries(INJECTIONS).flatMap(([what, text]) =>
  ['basic', 'unicode'].map((charset) => ({ what, text, charset })),
);

/** The elements and the texts in a document, as a strict parser reads them. */
function readXml(xml: string): { elements: number; texts: string[] } {
  const parser = new SaxesParser();
  const read = { elements: 0, texts: [] as string[] };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', () => (read.elements += 1));
  parser.on('text', (text) => read.texts.push(text));
  parser.write(xml).close();
  return read;
}

function hostilePayment(text: string): Payment {
  const { bank } = DESTINATIONS.us_wire;
  const address = { ...ADDRESS, city: `B ${text}`.slice(0, 30) };
  return paymentBy('us_wire', {
    destination: { bank: { ...bank, account_name: `A ${text}`, address } },
    remittance: { text },
  });
}

function xmlOf(charset: string, payment: Payment): string {
  return writePaymentFile(profileOf('us_wire', { charset }), batchOf([payment])).bytes.toString();
}

describe('hostile text in a payment file', () => {
  let faults: string[][];

  before(async () => {
    const files = CASES.map(({ text, charset }) => xmlOf(charset, hostilePayment(text)));
    faults = await faultsOfAll('pain.001.001.09', files);
  });

  for (const [at, { what, text, charset }] of CASES.entries()) {
    it(`stays text in ${charset} XML when it ${what}`, () => {
      const read = readXml(xmlOf(charset, hostilePayment(text)));
      expect(read.elements).to.equal(readXml(xmlOf(charset, paymentBy('us_wire'))).elements);
      for (const each of read.texts) expect(each.trim()).not.to.match(FORBIDDEN);
      expect(faults[at]).to.deep.equal([]);
    });
  }

  for (const [what, text] of Object.entries(INJECTIONS)) {
    it(`stays in its field of a NACHA file when it ${what}`, () => {
      const { bank } = DESTINATIONS.nacha;
      const payment = paymentBy('nacha', {
        destination: { bank: { ...bank, account_name: `A ${text}` } },
        remittance: { text: `x ${text}` },
      });
      const lines = writePaymentFile(profileOf('nacha'), batchOf([payment]))
        .bytes.toString()
        .split('\n');
      expect(lines).to.have.length(11);
      for (const line of lines.slice(0, 10)) expect(line).to.match(/^[ -~]{94}$/);
      expect(lines.map((line) => line[0] ?? '').join('')).to.equal('1567899999');
      expect(lines[2]!.slice(0, 54)).to.equal('6221210002484356695007       0000015075P7K3Q9X2M4T8WAB');
    });
  }

  it('never begins with what has a meaning in the formats behind', () => {
    const destination = { bank: { ...DESTINATIONS.sepa.bank, account_name: '//-:20:Jane' } };
    const xml = writePaymentFile(profileOf('sepa'), batchOf([paymentBy('sepa', { destination })]));
    expect(xml.bytes.toString()).to.include('<Nm>20:Jane</Nm>');
  });
});
