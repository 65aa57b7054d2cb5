import { expect } from 'chai';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import {
  checkDestinationUrl,
  createAddressGuard,
  DestinationNotAllowed,
  selectAddresses,
} from '../../../src/lib/outgoing/address-guard.ts';
import { internalAddresses, publicAddresses, refusedUrls } from '../../support/outside/addresses.ts';

const strict = createAddressGuard({ allowCidrs: [] });
const loopback = createAddressGuard({ allowCidrs: ['127.0.0.0/8'] });

describe('address guard', () => {
  describe('without opened ranges', () => {
    for (const address of internalAddresses) {
      it(`refuses ${address}`, () => {
        expect(strict.isAllowed(address)).to.be.false;
      });
    }

    it('allows public addresses, right up to the refused ranges', () => {
      expect(publicAddresses.filter((address) => !strict.isAllowed(address))).to.deep.equal([]);
    });

    it('refuses what is not an address', () => {
      for (const text of [
        '',
        'localhost',
        '127.1',
        '0x7f000001',
        '1.2.3.4/8',
        '[::1]',
        '2000::1%eth0',
        '1.2.3.4 ',
      ]) {
        expect(strict.isAllowed(text), text).to.be.false;
      }
    });

    it('allows nothing that an independent library does not call public', () => {
      const group = fc.integer({ min: 0, max: 0xffff });
      const global = fc.tuple(
        fc.integer({ min: 0x2000, max: 0x3fff }),
        ...Array<typeof group>(7).fill(group),
      );
      const ipv6 = global.map((groups) => groups.map((value) => value.toString(16)).join(':'));
      const property = fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), ipv6), (address) => {
        fc.pre(strict.isAllowed(address));
        return ipaddr.parse(address).range() === 'unicast';
      });
      fc.assert(property, { numRuns: 2_000, maxSkipsPerRun: 1_000 });
    });
  });

  describe('with opened ranges', () => {
    it('allows those and no other internal address', () => {
      const allowed = internalAddresses.filter(loopback.isAllowed);
      expect(allowed).to.deep.equal(['127.0.0.1', '127.0.0.53', '127.255.255.255']);
      expect(publicAddresses.every(loopback.isAllowed)).to.be.true;
    });

    it('keeps IPv4 and IPv6 apart', () => {
      const allIPv6 = createAddressGuard({ allowCidrs: ['::/0'] });
      expect(allIPv6.isAllowed('fe80::1')).to.be.true;
      for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1', 'fe80::1%eth0']) {
        expect(allIPv6.isAllowed(address), address).to.be.false;
      }
      expect(createAddressGuard({ allowCidrs: ['0.0.0.0/0'] }).isAllowed('::ffff:10.0.0.1')).to.be.false;
    });

    it('accepts single addresses and odd prefixes', () => {
      const guard = createAddressGuard({ allowCidrs: ['10.1.2.3', 'fd00::/9', '172.16.0.0/13'] });
      const allowed = ['10.1.2.3', 'fd7f::1', '172.23.255.255', '10.1.2.4', 'fd80::1', '172.24.0.0'].map(
        guard.isAllowed,
      );
      expect(allowed).to.deep.equal([true, true, true, false, false, false]);
    });

    it('names a range that cannot be parsed', () => {
      for (const cidr of ['10.0.0.0/33', 'fd00::/129', '10.0.0/8', 'localhost/8', '10.0.0.0/-1']) {
        expect(() => createAddressGuard({ allowCidrs: [cidr] }), cidr).to.throw(`not ${cidr}`);
      }
    });
  });
});

describe('destination URL', () => {
  for (const url of refusedUrls) {
    it(`is refused: ${JSON.stringify(url.length > 80 ? `${url.slice(0, 80)}…` : url)}`, () => {
      expect(() => checkDestinationUrl(url, strict)).to.throw(DestinationNotAllowed);
    });
  }

  it('is accepted with a public name over https', () => {
    for (const url of [
      'https://hooks.example.com',
      'https://hooks.example.com:443/a/b?c=d&e=%20',
      'https://hooks.example.com:8443/',
      'HTTPS://Hooks.Example.COM/Path',
      'https://ñandú.example/',
      'https://xn--and-6ma2c.example/',
      'https://a_b.example.co.uk/@name',
      'https://3com.com',
      'https://localhost.example.com',
      'https://notlocal.example',
    ]) {
      expect(checkDestinationUrl(url, strict).protocol, url).to.equal('https:');
    }
  });

  it('says why it was refused', () => {
    const reasons = {
      'http://hooks.example.com': 'https://',
      'https://user@hooks.example.com': 'user name',
      'https://10.0.0.1': 'IP addresses are not accepted',
      'https://8.8.8.8:22': 'IP addresses are not accepted',
      'https://localhost': 'internet',
      'https://hooks.example.com:22': 'port must be 443 (the default) or 8443',
    };
    for (const [url, reason] of Object.entries(reasons)) {
      expect(() => checkDestinationUrl(url, strict)).to.throw(DestinationNotAllowed, reason);
    }
  });

  it('may be in an opened range, as a literal or a name, with any port', () => {
    for (const url of [
      'https://127.0.0.1:3001/hook',
      'https://127.9.9.9',
      'https://localhost:3001',
      'https://receiver:3001',
      'https://hooks.corp:9000',
      'https://hooks.example.com:9000',
    ]) {
      expect(checkDestinationUrl(url, loopback).href, url).to.be.a('string');
    }
  });

  it('is still refused outside the opened ranges, and in any other form', () => {
    for (const url of [
      'https://10.0.0.1',
      'https://8.8.8.8',
      'https://[::1]',
      'https://[::ffff:127.0.0.1]',
      'http://127.0.0.1:3001',
      'https://user@127.0.0.1',
      'https://localhost.',
    ]) {
      expect(() => checkDestinationUrl(url, loopback), url).to.throw(DestinationNotAllowed);
    }
    const other = createAddressGuard({ allowCidrs: ['10.0.0.0/8'] });
    expect(() => checkDestinationUrl('https://localhost:3001', other)).to.throw(DestinationNotAllowed);
  });
});

describe('selecting from the addresses of a name', () => {
  const host = 'hooks.example.com';

  it('takes all when all are public', () => {
    const addresses = ['93.184.216.34', '2606:4700::1'];
    expect(selectAddresses({ host, port: 443, addresses }, strict)).to.deep.equal(addresses);
  });

  it('refuses a mix of public and internal addresses', () => {
    for (const addresses of [
      ['93.184.216.34', '127.0.0.1'],
      ['10.0.0.1', '2606:4700::1'],
      ['8.8.8.8', '::1'],
      [],
    ]) {
      expect(() => selectAddresses({ host, port: 443, addresses }, strict)).to.throw(DestinationNotAllowed);
    }
  });

  it('takes only those in the opened ranges when there are any', () => {
    const addresses = ['::1', '127.0.0.1', '93.184.216.34'];
    expect(selectAddresses({ host, port: 443, addresses }, loopback)).to.deep.equal(['127.0.0.1']);
  });

  it('lets a name on another port, or an internal name, reach only the opened ranges', () => {
    const addresses = ['93.184.216.34'];
    expect(selectAddresses({ host, port: 8443, addresses }, loopback)).to.deep.equal(addresses);
    for (const [internal, port] of [
      [host, 9000],
      ['receiver', 443],
      ['hooks.corp', 443],
    ] as const) {
      expect(() => selectAddresses({ host: internal, port, addresses }, loopback)).to.throw(
        DestinationNotAllowed,
      );
    }
  });
});
