import { expect } from 'chai';
import { isAddress, toChecksumAddress } from '../../src/methods/address.ts';

/** The test cases of EIP-55: all uppercase, all lowercase, and mixed. */
const EXAMPLES = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('an address', () => {
  it('is formatted as in EIP-55, whatever its original case', () => {
    for (const address of EXAMPLES) {
      const digits = address.slice(2);
      for (const given of [digits, digits.toLowerCase(), digits.toUpperCase()]) {
        expect(toChecksumAddress(`0x${given}`)).to.equal(address);
      }
    }
  });

  it('is accepted with its checksum, and without one', () => {
    for (const address of EXAMPLES) {
      expect(isAddress(address), address).to.be.true;
      expect(isAddress(address.toLowerCase()), address).to.be.true;
      expect(isAddress(`0x${address.slice(2).toUpperCase()}`), address).to.be.true;
    }
  });

  it('is refused when the case of one letter is wrong', () => {
    const address = EXAMPLES[4]!;
    for (let place = 2; place < address.length; place++) {
      const letter = address.charAt(place);
      if (!/[a-f]/i.test(letter)) continue;
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const changed = address.slice(0, place) + other + address.slice(place + 1);
      expect(isAddress(changed), changed).to.be.false;
    }
  });

  it('is refused when one digit is changed', () => {
    const address = EXAMPLES[4]!;
    for (let place = 2; place < address.length; place++) {
      for (const digit of '0123456789') {
        if (digit === address[place]) continue;
        const changed = address.slice(0, place) + digit + address.slice(place + 1);
        expect(isAddress(changed), changed).to.be.false;
      }
    }
  });

  it('is 0x and 40 hexadecimal digits', () => {
    const digits = 'de709f2102306220921060314715629080e2fb77';
    for (const text of [
      '',
      '0x',
      digits,
      `0X${digits}`,
      `0x${digits.slice(1)}`,
      `0x${digits}0`,
      ` 0x${digits}`,
      `0x${digits}\n`,
      `0x${digits.slice(1)}g`,
    ]) {
      expect(isAddress(text), JSON.stringify(text)).to.be.false;
      expect(() => toChecksumAddress(text), JSON.stringify(text)).to.throw('not an address');
    }
  });
});
