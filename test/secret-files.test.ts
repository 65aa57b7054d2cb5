import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../src/config/config.ts';
import { SECRET_VARIABLES } from '../src/config/secret-files.ts';
import { startupRefusalOf } from './support/startup-refusal.ts';

const CANARY = 'canary-secret-canary-secret-canary-secret';

describe('a secret in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (content: string, mode = 0o600, name = 'secret'): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  };
  const refusalOf = (environment: Record<string, string>) => startupRefusalOf(() => readConfig(environment));

  it('counts as if it were in the variable, for each variable that holds one', () => {
    const values: Record<string, string> = {
      DATABASE_URL: 'postgresql://payments:canary@db.internal/payments',
      DATABASE_READ_URLS: 'postgresql://payments:canary@db.internal/payments',
      SECRETS_KEY: CANARY,
      CELLS_KEY: Buffer.from(CANARY.slice(0, 32)).toString('base64'),
      REDIS_URL: 'rediss://:canary@redis.internal:6379',
      SMTP_URL: 'smtps://user:canary@mail.internal',
      SCREENING_SECRET: CANARY,
      OIDC_CLIENT_SECRET: CANARY,
      BITSO_API_KEY: 'canary-key',
      BITSO_API_SECRET: CANARY,
      JUNO_API_KEY: 'canary-juno',
      JUNO_API_SECRET: CANARY,
      BRIDGE_API_KEY: 'sk-test-canary',
      MONO_CLIENT_SECRET: CANARY,
      MONO_WEBHOOK_SECRET: CANARY,
    };
    expect(Object.keys(values)).to.have.members(SECRET_VARIABLES);
    const others = {
      MAIL_FROM: 'notices@example.com',
      SCREENING_URL: 'https://screening.example.com',
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'payments',
      BRIDGE_CUSTOMER_ID: 'c-1',
      BRIDGE_WALLET_ID: 'w-1',
      MONO_CLIENT_ID: 'client',
      MONO_BASE_URL: 'https://breb.sandbox.mono.la',
      MONO_RECEIVING_ACCOUNT: `bbtacc_${'a'.repeat(22)}`,
      MONO_SENDING_ACCOUNT: `bbtacc_${'b'.repeat(22)}`,
    };
    const files = Object.entries(values).map(([name, value], at) => [
      `${name}_FILE`,
      write(at % 2 === 0 ? `${value}\n` : value, 0o400, name),
    ]);
    const config = readConfig({ ...others, ...Object.fromEntries(files) });
    expect(config).to.deep.equal(readConfig({ ...others, ...values }));
    expect(JSON.stringify(config)).to.include('canary');
  });

  it('may be mounted through a link, as Kubernetes does', () => {
    mkdirSync(join(folder, '..data'));
    write(`${CANARY}\n`, 0o400, '..data/key');
    symlinkSync('..data/key', join(folder, 'key'));
    expect(readConfig({ SECRETS_KEY_FILE: join(folder, 'key') }).secretsKey).to.equal(CANARY);
  });

  it('may be read by a group if it belongs to somebody else, as systemd and Kubernetes mount it', function () {
    if (process.getuid?.() !== 0) this.skip();
    const path = write(CANARY, 0o440);
    expect(refusalOf({ SECRETS_KEY_FILE: path })).to.match(/others than its owner/);
    chownSync(path, 65_534, 0);
    expect(readConfig({ SECRETS_KEY_FILE: path }).secretsKey).to.equal(CANARY);
  });

  for (const [what, prepare, message] of [
    ['that is not there', () => join(folder, 'missing'), /^SECRETS_KEY_FILE names no file: /],
    ['that is a folder', () => folder, /^SECRETS_KEY_FILE names no file: /],
    ['that never ends', () => '/dev/zero', /^SECRETS_KEY_FILE names no file: /],
    ['that is empty', () => write('\n'), /^SECRETS_KEY_FILE is empty: /],
    ['that is too large', () => write(CANARY.repeat(1_000)), /has more than 16 KiB/],
    ['with two lines', () => write(`${CANARY}\n${CANARY}\n`), /in one line, and nothing else/],
    ['that everybody can read', () => write(CANARY, 0o604), /can be read by others .*chmod 600 .*replace/],
    ['that a group can read', () => write(CANARY, 0o640), /can be read by others/],
  ] as const) {
    it(`is refused with a file ${what}, with one line`, () => {
      expect(refusalOf({ SECRETS_KEY_FILE: prepare() })).to.match(message);
    });
  }

  it('is refused beside one in the variable, since one of them is out of date', () => {
    expect(refusalOf({ SECRETS_KEY: CANARY, SECRETS_KEY_FILE: write(CANARY) })).to.match(
      /^SECRETS_KEY and SECRETS_KEY_FILE are both set/,
    );
  });

  it('is judged as the variable would be, by its name', () => {
    expect(refusalOf({ DATABASE_URL_FILE: write('mysql://canary@host/name') })).to.match(
      /DATABASE_URL must be like postgresql/,
    );
  });
});
