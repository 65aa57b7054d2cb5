import { expect } from 'chai';
import {
  formatApiKey,
  newPublicId,
  newSecret,
  parseApiKey,
  protectSecret,
  matchesAny,
  storedForms,
} from '../../src/credentials/secret.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';

describe('API key secrets', () => {
  const old = Keyring.generate();
  const keyring = Keyring.parse(old);
  const parts = { environment: 'test', publicId: newPublicId(), secret: newSecret() };

  it('have at least 160 random bits and never repeat', () => {
    const secrets = Array.from({ length: 1_000 }, newSecret);
    expect(new Set(secrets).size).to.equal(1_000);
    const letters = new Set(secrets.join('')).size;
    expect(letters).to.equal(62);
    expect(Math.log2(letters) * secrets[0]!.length).to.be.at.least(160);
  });

  it('are parsed from the displayed key', () => {
    const text = formatApiKey(parts);
    expect(text).to.match(/^sk_test_[A-Za-z0-9]{16}_[A-Za-z0-9]{32}$/);
    expect(parseApiKey(text)).to.deep.equal(parts);
    const bad = [
      '',
      'sk_test',
      text.slice(1),
      `${text}x`,
      text.slice(0, -1),
      ` ${text}`,
      `${text}\n`,
      text.replace('sk', 'pk'),
    ];
    for (const other of bad) expect(parseApiKey(other), JSON.stringify(other)).to.equal(undefined);
  });

  it('match their stored hash, which nothing else matches', () => {
    const stored = protectSecret(keyring, parts);
    expect(matchesAny(storedForms(keyring, parts), [stored])).to.equal(true);
    for (const other of [
      { ...parts, secret: newSecret() },
      { ...parts, publicId: newPublicId() },
      { ...parts, environment: 'live' },
    ]) {
      expect(matchesAny(storedForms(keyring, other), [stored])).to.equal(false);
    }
    expect(matchesAny(storedForms(Keyring.parse(Keyring.generate()), parts), [stored])).to.equal(false);
  });

  it('cannot be read from the database', () => {
    const { hmac } = protectSecret(keyring, parts);
    expect(hmac).to.have.length(32);
    expect(hmac.includes(Buffer.from(parts.secret))).to.equal(false);
  });

  it('still match after a new pepper is added in front of the old', () => {
    const stored = protectSecret(keyring, parts);
    const rotated = Keyring.parse(`2:${Keyring.generate()},1:${old}`);
    expect(matchesAny(storedForms(rotated, parts), [stored])).to.equal(true);
    const fresh = protectSecret(rotated, parts);
    expect(fresh.pepperVersion).to.equal(2);
    expect(matchesAny(storedForms(rotated, parts), [fresh])).to.equal(true);
    // Keys of a removed pepper no longer match, without an error.
    expect(matchesAny(storedForms(Keyring.parse(`3:${Keyring.generate()}`), parts), [stored])).to.equal(
      false,
    );
  });
});
