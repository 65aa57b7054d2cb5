import { expect } from 'chai';
import { isRoutingNumber } from '../../src/methods/routing-number.ts';

describe('a routing number', () => {
  it('is valid when its weighted sum ends in 0, as in real ones', () => {
    // 3·1 + 7·1 + 1·1 + 3·0 + 7·0 + 1·0 + 3·0 + 7·2 + 1·5 = 30
    expect(isRoutingNumber('111000025')).to.be.true;
    for (const number of ['021000021', '011000015', '121000248', '322271627', '101019644']) {
      expect(isRoutingNumber(number), number).to.be.true;
    }
  });

  it('is no longer valid when one digit is changed', () => {
    const number = '111000025';
    for (let place = 0; place < 9; place++) {
      for (const digit of '0123456789') {
        const changed = number.slice(0, place) + digit + number.slice(place + 1);
        expect(isRoutingNumber(changed), changed).to.equal(changed === number);
      }
    }
  });

  it('begins with two assigned digits', () => {
    // Although their weighted sums end in 0.
    for (const number of ['000000000', '130000006', '500000005', '990000000']) {
      expect(isRoutingNumber(number), number).to.be.false;
    }
  });

  it('is nine plain digits', () => {
    for (const text of ['', '11100002', '1110000250', '111000025 ', '11100002x', '１11000025']) {
      expect(isRoutingNumber(text), text).to.be.false;
    }
  });
});
