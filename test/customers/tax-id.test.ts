import { expect } from 'chai';
import { parseTaxId } from '../../src/customers/tax-id.ts';

describe('a tax id', () => {
  it('is an RFC of a person or a company, the generic ones included, without separators', () => {
    const known = {
      EJE120315AB1: 'EJE120315AB1',
      'ruga-850214-ab9': 'RUGA850214AB9',
      'RUGA 850214 ABA': 'RUGA850214ABA',
      'Ñ&M990101AAA': 'Ñ&M990101AAA',
      XAXX010101000: 'XAXX010101000',
      XEXX010101000: 'XEXX010101000',
    };
    for (const [text, taxId] of Object.entries(known)) expect(parseTaxId(text), text).to.equal(taxId);
    // Ñ as two characters is the same letter.
    expect(parseTaxId('N\u0303&M990101AAA')).to.equal('Ñ&M990101AAA');
  });

  it('is a NIT of Colombia whose check digit is right', () => {
    // Those of Bancolombia, Ecopetrol, DIAN and EPM.
    for (const nit of ['890903938-8', '899999068-1', '800197268-4', '890904996-1'])
      expect(parseTaxId(nit), nit).to.equal(nit);
    expect(parseTaxId('890.903.938 - 8')).to.equal('890903938-8');
    for (const check of '012345679') expect(parseTaxId(`890903938-${check}`), check).to.equal(undefined);
  });

  it('is nothing else', () => {
    const others = [
      '',
      'EJE',
      'EJE121315AB1',
      'EJE120332AB1',
      'EJE120315ABZ',
      'EJEMP120315AB1',
      '8909039388',
      '1-1',
    ];
    for (const text of [...others, '٨٩٠٩٠٣٩٣٨-٨', 'EJE120315AB1\u0000', '<b>EJE120315AB1'])
      expect(parseTaxId(text), text).to.equal(undefined);
  });
});
