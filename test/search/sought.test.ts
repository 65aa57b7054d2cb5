import { expect } from 'chai';
import fc from 'fast-check';
import { recognize } from '../../src/search/search-term.ts';

const CLABE = '032180000118359719';
const HASH = `0x${'aB'.repeat(32)}`;

describe('what a search recognizes', () => {
  it('is a link’s code, however it is written', () => {
    const code = 'PL-AB12-CD34-EF56';
    const written = [code, 'pl-ab12-cd34-ef56', 'PLAB12CD34EF56', 'pl ab12 cd34 ef56', 'AB12CD34EF56'];
    for (const text of written) expect(recognize(text, undefined).code, text).to.equal(code);
    expect(recognize('pl-ab12-c', undefined).code, 'the beginning of one').to.equal('PL-AB12-C');
    for (const text of ['order 7', 'AB12-CD34', `${code}0`, 'Plán'])
      expect(recognize(text, undefined).code, text).to.equal(undefined);
  });

  it('is an amount as people write it', () => {
    const amounts: Record<string, string> = {
      '640': '640',
      '640.00': '640',
      $640: '640',
      '$ 1,234.50': '1234.5',
      '1,234.50 MXN': '1234.5',
      'USDC 12.345678': '12.345678',
      '-640.10': '640.1',
      '−640': '640',
      '1,234,567': '1234567',
      '1.234,50': '1234.5',
      '1.234.567': '1234567',
      '12,50': '12.5',
      '1,234': '1234',
      '1 234,50': '1234.5',
      '185.000 COP': '185000',
      'cop 185.000': '185000',
    };
    for (const [text, amount] of Object.entries(amounts))
      expect(recognize(text, undefined).amount, text).to.equal(amount);
    for (const text of [
      '0',
      '1,23,4',
      '1.2.3',
      '1.234',
      '12,345,67',
      '1e9',
      '0x10',
      '6 40',
      '1234567890123',
      '.5',
    ])
      expect(recognize(text, undefined).amount, text).to.equal(undefined);
  });

  it('is an amount of the base currency, where no other is named', () => {
    expect(recognize('185.000', 'COP').amount).to.equal('185000');
    expect(recognize('1.234,50 MXN', 'COP').amount).to.equal('1234.5');
    expect(recognize('185.000 MXN', 'COP').amount).to.equal(undefined);
  });

  it('is an account, an address, a reference or a hash, also when its digits are grouped', () => {
    const marks: Record<string, string> = {
      [CLABE]: CLABE,
      '032 180 00011835971 9': CLABE,
      '032-180-000118359719': CLABE,
      'RF18 5390 0754 7034': 'RF18539007547034',
      'mx12 ABCD 3456': 'mx12ABCD3456',
      '@pay1234': '@pay1234',
      [HASH]: HASH,
      '0x52908400098527886E0F7030069857D2E4169EE7': '0x52908400098527886e0f7030069857d2e4169ee7',
    };
    for (const [text, mark] of Object.entries(marks))
      expect(recognize(text, undefined).mark, text).to.equal(mark);
    expect(recognize('Juana Inés', undefined).mark).to.equal(undefined);
  });

  it('is an id of an object, an event or a request', () => {
    const id = '01A21AAF-095D-75AE-BFB5-573205AB2B35';
    expect(recognize(id, undefined).id).to.equal(id.toLowerCase());
    expect(recognize('evt_0a1b', undefined).eventId).to.equal('evt_0a1b');
    const requestId = 'req_01a21aaf095d75aebfb5573205ab2b35';
    expect(recognize(requestId.toUpperCase(), undefined).request).to.deep.include({
      requestId,
      id: id.toLowerCase(),
    });
    const { id: noId, eventId, request } = recognize('req_1', undefined);
    expect([noId, eventId, request]).to.deep.equal([undefined, undefined, undefined]);
  });

  it('is read of any text, without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(recognize(text, undefined).text).to.equal(text);
      }),
    );
  });
});
