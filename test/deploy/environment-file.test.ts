import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readConfig } from '../../src/config/config.ts';
import { SECRET_VARIABLES } from '../../src/config/secret-files.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';

interface Variable {
  name: string;
  value: string;
  /** Set, and not only shown as a comment. */
  set: boolean;
  comment: string;
}

const FILE = fileURLToPath(new URL('../../deploy/payments.env.example', import.meta.url));
/** Read by envalid itself, and what goes with the bundled Postgres only, which this file does not use. */
const NOT_LISTED = ['NODE_ENV', 'WAL_ARCHIVE_DIR'];

describe('deploy/payments.env.example', () => {
  const variables = parse(readFileSync(FILE, 'utf8'));
  const valuesOf = (chosen: Variable[]) => Object.fromEntries(chosen.map(({ name, value }) => [name, value]));

  it('lists each variable that the program reads, and no other', () => {
    const read = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)), has: () => false }));
    for (const name of NOT_LISTED) read.delete(name);
    expect(read.size).to.be.above(30);
    const files = SECRET_VARIABLES.map((name) => `${name}_FILE`);
    expect(variables.map(({ name }) => name)).to.have.members(
      [...read].filter((name) => !files.includes(name)),
    );
  });

  it('says of each secret, and of nothing else, that it may be in a file', () => {
    for (const { name, comment } of variables) {
      const isSecret = SECRET_VARIABLES.some((secret) => secret === name);
      expect(comment.includes(`or ${name}_FILE`), name).to.equal(isSecret);
    }
    const looksSecret = variables.filter(({ name }) => /SECRET|PASSWORD|TOKEN|API_KEY/.test(name));
    expect(SECRET_VARIABLES).to.include.members(looksSecret.map(({ name }) => name));
  });

  it('describes each in one line of its own', () => {
    for (const { name, comment } of variables) expect(comment, name).to.match(/^# .{10,}$/);
  });

  it('is accepted as it stands, except for the key that must be replaced', () => {
    const config = readConfig(valuesOf(variables.filter(({ set }) => set)));
    expect(config).to.include({
      environment: 'live',
      baseUrl: 'https://payments.example.com',
      metricsPort: 9464,
    });
    expect(() => Keyring.parse(config.secretsKey ?? '')).to.throw('SECRETS_KEY must be 32 random bytes');
  });

  it('shows in comments the defaults, or examples that are accepted together', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'));
    try {
      const ca = join(folder, 'ca.pem');
      writeFileSync(ca, '-----BEGIN CERTIFICATE-----\n');
      const examples = variables.filter(({ set, comment }) => !set && comment.includes('Unset: '));
      const defaults = variables.filter(({ set, comment }) => !set && !comment.includes('Unset: '));
      expect(readConfig(valuesOf(defaults))).to.deep.equal(readConfig({}));
      const all = {
        ...valuesOf(variables.filter(({ set }) => set)),
        ...valuesOf(examples),
        WEBHOOK_CA_FILE: ca,
        CELLS_KEY: Keyring.generate(),
        BRIDGE_WEBHOOK_PUBLIC_KEY: generateKeyPairSync('rsa', {
          ...{ modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' } },
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        }).publicKey,
        ROLES: 'sender',
      };
      const config = readConfig(all);
      const { rails, ...others } = config;
      expect(rails).to.include({ simulator: undefined });
      expect(Object.values(rails).filter((settings) => settings === undefined)).to.have.length(1);
      expect(Object.entries(others).filter(([, value]) => value === undefined)).to.deep.equal([
        ['walArchiveDir', undefined],
        ['sandbox', undefined],
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function parse(text: string): Variable[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, hash, name = '', value = ''] = /^(#?)([A-Z][A-Z_]+)=(.+)$/.exec(line) ?? [];
    if (hash === undefined) return [];
    const comment = lines[at - 1] ?? '';
    return [{ name, value, set: hash === '', comment }];
  });
}
