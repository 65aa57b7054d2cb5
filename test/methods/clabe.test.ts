import { expect } from 'chai';
import { bankOfClabe } from '../../src/methods/clabe-banks.ts';
import { clabeCheckDigit, isClabe } from '../../src/methods/clabe.ts';

describe('a CLABE', () => {
  it('ends in the check digit calculated by hand', () => {
    // Weights 3, 7, 1 repeated; each product mod 10; 10 minus the last digit of the sum.
    // 0 3 2 1 8 0 0 0 0 1 1 8 3 5 9 7 1 → 0+1+2+3+6+0+0+0+0+3+7+8+9+5+9+1+7 = 61 → 9
    expect(clabeCheckDigit('03218000011835971')).to.equal('9');
    // A sum that ends in 0 has the check digit 0.
    expect(clabeCheckDigit('00000000000000000')).to.equal('0');
  });

  it('names its bank by its first three digits', () => {
    expect(bankOfClabe('032180000118359719')).to.equal('IXE');
    expect(bankOfClabe('646180157000000004')).to.equal('STP');
    // Banks that have changed their name, as Banco de México now lists them.
    expect(bankOfClabe('138180157000000004')).to.equal('Ualá');
    expect(bankOfClabe('167180157000000004')).to.equal('Hey Banco');
    expect(bankOfClabe('999180157000000004')).to.equal(undefined);
  });

  it('is valid only with its check digit', () => {
    expect(isClabe('032180000118359719')).to.be.true;
    for (const digit of '012345678') expect(isClabe(`03218000011835971${digit}`), digit).to.be.false;
  });

  it('is no longer valid when one digit is changed', () => {
    const clabe = '032180000118359719';
    for (let place = 0; place < 18; place++) {
      for (const digit of '0123456789') {
        const changed = clabe.slice(0, place) + digit + clabe.slice(place + 1);
        expect(isClabe(changed), changed).to.equal(changed === clabe);
      }
    }
  });

  it('is 18 plain digits', () => {
    for (const text of [
      '',
      '03218000011835971',
      '0321800001183597190',
      '032180000118359719 ',
      '03218000011835971x',
      '０32180000118359719',
    ]) {
      expect(isClabe(text), text).to.be.false;
    }
  });
});
