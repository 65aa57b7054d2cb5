import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { StartupError } from '../../src/lib/errors/errors.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';

describe('keyring', () => {
  const old = Keyring.generate();
  const fresh = Keyring.generate();

  it('opens what it sealed in the same context', () => {
    const keyring = Keyring.parse(old);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, context) => {
        expect(keyring.open(keyring.seal(secret, context), context)).to.equal(secret);
      }),
    );
  });

  it('seals the same text differently each time, and reveals nothing of it', () => {
    const keyring = Keyring.parse(old);
    const boxes = Array.from({ length: 50 }, () => keyring.seal('whsec_secret', 'a').toString('hex'));
    expect(new Set(boxes).size).to.equal(50);
    for (const box of boxes) expect(box).to.not.include(Buffer.from('secret').toString('hex'));
  });

  it('does not open a box that was moved, altered, truncated or sealed with another key', () => {
    const keyring = Keyring.parse(old);
    const box = keyring.seal('secret', 'endpoint:1');
    expect(() => keyring.open(box, 'endpoint:2')).to.throw();
    expect(() => Keyring.parse(fresh).open(box, 'endpoint:1')).to.throw();
    fc.assert(
      fc.property(fc.nat(box.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const altered = Buffer.from(box);
        altered[at] = (altered[at] ?? 0) ^ change;
        expect(() => keyring.open(altered, 'endpoint:1')).to.throw();
        expect(() => keyring.open(box.subarray(0, at), 'endpoint:1')).to.throw();
      }),
    );
  });

  it('still opens and verifies with the old key after a new one is added in front', () => {
    const before = Keyring.parse(old);
    const rotated = Keyring.parse(`2:${fresh},1:${old}`);
    expect(before.currentVersion).to.equal(1);
    expect(rotated.currentVersion).to.equal(2);
    expect(rotated.open(before.seal('secret', 'a'), 'a')).to.equal('secret');
    expect(rotated.hmac('cursor', 'x', 1)).to.deep.equal(before.hmac('cursor', 'x'));
    expect(rotated.hmac('cursor', 'x')).to.not.deep.equal(before.hmac('cursor', 'x'));
    // New boxes and signatures use the new key.
    const box = rotated.seal('secret', 'a');
    expect(box[0]).to.equal(2);
    expect(Keyring.parse(`2:${fresh}`).open(box, 'a')).to.equal('secret');
    expect(() => before.open(box, 'a')).to.throw(/no version 2/);
    expect(Keyring.parse(`2:${fresh}`).hmac('cursor', 'x', 1)).to.equal(undefined);
  });

  it('accepts versions in any order', () => {
    expect(Keyring.parse(`1:${old},3:${fresh}`).currentVersion).to.equal(3);
  });

  it('derives a different key for each purpose', () => {
    const keyring = Keyring.parse(old);
    const macs = [
      keyring.hmac('cursor', 'x'),
      keyring.hmac('credential-pepper', 'x'),
      keyring.hmac('sealed-box', 'x'),
    ];
    expect(new Set(macs.map((mac) => mac?.toString('hex'))).size).to.equal(3);
  });

  it('accepts a key of 32 bytes in base64, base64url or hex', () => {
    const key = randomBytes(32);
    const mac = (text: string) => Keyring.parse(text).hmac('cursor', 'x')?.toString('hex');
    expect(mac(key.toString('base64url'))).to.equal(mac(key.toString('base64')));
    expect(mac(key.toString('hex'))).to.equal(mac(key.toString('base64')));
    expect(mac(`  ${key.toString('base64')}\n`)).to.equal(mac(key.toString('base64')));
  });

  it('refuses anything else, and says what to do', () => {
    const short = randomBytes(31).toString('base64');
    const long = randomBytes(33).toString('base64');
    for (const text of [
      '',
      ' ',
      'secret',
      short,
      long,
      `0:${old}`,
      `256:${old}`,
      `1:${old},1:${fresh}`,
      `1:${old},`,
      `x:${old}`,
      'ñ'.repeat(32),
    ]) {
      expect(() => Keyring.parse(text), text).to.throw(StartupError, /openssl rand -base64 32/);
    }
  });
});
