import { SocketAddress } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { createCidrMatcher, networkOf, requireCidr, unmapAddress } from '../../src/lib/cidr.ts';

describe('CIDR ranges', () => {
  it('contain exactly the addresses that share their first bits', () => {
    const address = fc.nat({ max: 0xffffffff });
    const write = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (network, other, length) => {
        const matches = createCidrMatcher([`${write(network)}/${length}`]);
        const share = (a: number, b: number) => length === 0 || a >>> (32 - length) === b >>> (32 - length);
        expect(matches(write(network))).to.equal(true);
        expect(matches(write(other))).to.equal(share(network, other));
        expect(matches(`::ffff:${write(other)}`)).to.equal(share(network, other));
      }),
    );
  });

  it('contain IPv6 addresses in any notation', () => {
    const matches = createCidrMatcher(['2001:db8:a::/48']);
    for (const inside of ['2001:db8:a::', '2001:DB8:A:ffff::1', '2001:0db8:000a:0:0:0:0:1']) {
      expect(matches(inside), inside).to.equal(true);
    }
    for (const outside of ['2001:db8:b::', '2001:db8::', '::', '::ffff:10.0.0.1']) {
      expect(matches(outside), outside).to.equal(false);
    }
  });

  it('written as IPv4-mapped IPv6 mean the IPv4 range', () => {
    for (const cidr of ['::ffff:192.0.2.0/120', '::ffff:192.0.2.1', '::ffff:c000:201']) {
      const matches = createCidrMatcher([cidr]);
      for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201']) {
        expect(matches(address), `${address} in ${cidr}`).to.equal(true);
      }
      expect(matches('192.0.3.1'), cidr).to.equal(false);
    }
  });

  it('keep the families apart: IPv6 ranges contain no IPv4 address, however wide they are', () => {
    for (const cidr of ['::/0', '::/1', '::/80', '::ffff:0:0/95']) {
      const matches = createCidrMatcher([cidr]);
      for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1']) {
        expect(matches(address), `${address} in ${cidr}`).to.equal(false);
      }
    }
    expect(createCidrMatcher(['::/0'])('2001:db8::1')).to.equal(true);
    expect(createCidrMatcher(['0.0.0.0/0'])('2001:db8::1')).to.equal(false);
    expect(createCidrMatcher(['::ffff:0:0/96'])('10.0.0.1')).to.equal(true);
  });

  it('contain link-local addresses that include a zone', () => {
    const matches = createCidrMatcher(['fe80::/10']);
    expect(matches('fe80::1%eth0')).to.equal(true);
    expect(matches('2001:db8::1%eth0')).to.equal(false);
    expect(unmapAddress('fe80::1%eth0')).to.equal('fe80::1');
  });

  it('may be several, or none, which contain nothing', () => {
    const matches = createCidrMatcher(['10.0.0.0/8', '::1']);
    expect(['10.1.2.3', '::1', '11.0.0.0', '::2'].map(matches)).to.deep.equal([true, true, false, false]);
    expect(createCidrMatcher([])('10.0.0.1')).to.equal(false);
  });

  it('contain nothing that is not an address', () => {
    const matches = createCidrMatcher(['0.0.0.0/0', '::/0']);
    for (const text of [
      '',
      'x',
      '10.0.0',
      '10.0.0.256',
      '1.2.3.4, 5.6.7.8',
      'localhost',
      '::g',
      '010.0.0.1',
    ]) {
      expect(matches(text), text).to.equal(false);
    }
  });

  it('are parsed with or without a length, and refused with a readable message', () => {
    expect(requireCidr('10.0.0.0/8')).to.equal('10.0.0.0/8');
    expect(requireCidr('192.0.2.1')).to.equal('192.0.2.1/32');
    expect(requireCidr('2001:db8::1')).to.equal('2001:db8::1/128');
    const bad = [
      '',
      'x',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      '::/129',
      '/8',
      '10.0.0.0/1e1',
    ];
    for (const text of [...bad, '10.0.0.0/ 8', 'fe80::1%eth0', 'fe80::1%eth0/64']) {
      expect(() => requireCidr(text), text).to.throw(/like 10\.0\.0\.0\/8/);
    }
  });

  it('treat an IPv4-mapped address as its IPv4 address', () => {
    expect(unmapAddress('::ffff:192.0.2.1')).to.equal('192.0.2.1');
    expect(unmapAddress('::FFFF:192.0.2.1')).to.equal('192.0.2.1');
    expect(unmapAddress('2001:db8::1')).to.equal('2001:db8::1');
    expect(unmapAddress('192.0.2.1')).to.equal('192.0.2.1');
    expect(unmapAddress('')).to.equal('');
  });
});

describe('the network that a limit counts', () => {
  it('is an IPv4 address itself, and the /64 of an IPv6 address', () => {
    expect(networkOf('192.0.2.1')).to.equal('192.0.2.1');
    const same = ['2001:db8:1:2::', '2001:db8:1:2:3:4:5:6', '2001:0DB8:1:2:0:0:0:1'];
    for (const address of same) expect(networkOf(address), address).to.equal('2001:db8:1:2::/64');
    expect(networkOf('2001:db8::1')).to.equal('2001:db8:0:0::/64');
    expect(networkOf('::1')).to.equal('0:0:0:0::/64');
    expect(networkOf(''), 'of a connection that has ended').to.equal('');
  });

  it('is the same however an IPv6 address is written', () => {
    const canonical = (address: string) => new SocketAddress({ address, family: 'ipv6' }).address;
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(networkOf(address), address).to.equal(networkOf(canonical(address)));
        expect(networkOf(address.toUpperCase()), address).to.equal(networkOf(address));
      }),
    );
  });
});
