import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { readConfig } from '../src/config/config.ts';
import type { BitsoConfig } from '../src/methods/providers/bitso/client/settings.ts';
import { startupRefusalOf } from './support/startup-refusal.ts';

const KEY = { BITSO_API_KEY: 'abcdef' };
const SECRET = { BITSO_API_SECRET: 'canary-secret' };
const LIVE = { ENVIRONMENT: 'live', SECRETS_KEY: 'x' };

describe("the configuration of Bitso's account", () => {
  const bitsoOf = (environment: Record<string, string>): BitsoConfig | undefined =>
    readConfig(environment).rails.bitso;
  it('is absent when nothing of it is set', () => {
    expect(bitsoOf({})).to.equal(undefined);
  });

  it('is by default that of the stage host, and in live of the real one', () => {
    expect(bitsoOf({ ...KEY, ...SECRET })).to.deep.include({
      baseUrl: 'https://api-stage.bitso.com',
      juno: undefined,
    });
    expect(bitsoOf({ ...LIVE, ...KEY, ...SECRET })?.baseUrl).to.equal('https://api.bitso.com');
  });

  it('has an account at Juno only where its own key is set', () => {
    const juno = { JUNO_API_KEY: 'other-key', JUNO_API_SECRET: 'canary-other' };
    expect(bitsoOf({ ...KEY, ...SECRET, ...juno })?.juno).to.deep.equal({
      apiKey: 'other-key',
      secret: 'canary-other',
      baseUrl: 'https://stage.buildwithjuno.com',
    });
    expect(startupRefusalOf(() => readConfig(juno))).to.match(/JUNO_API_KEY needs BITSO_API_KEY/);
  });

  for (const [name, environment, message] of [
    ['a key without its secret', KEY, /BITSO_API_KEY and BITSO_API_SECRET must be set together/],
    ['a secret without its key', SECRET, /BITSO_API_KEY and BITSO_API_SECRET must be set together/],
    [
      'a URL alone',
      { BITSO_BASE_URL: 'https://api-stage.bitso.com' },
      /BITSO_API_KEY and BITSO_API_SECRET must be set together/,
    ],
    ['a secret of a few letters', { ...KEY, BITSO_API_SECRET: 'canary' }, /BITSO_API_SECRET must be/],
    ['http', { ...KEY, ...SECRET, BITSO_BASE_URL: 'http://api.bitso.com' }, /BITSO_BASE_URL must be like/],
    ['a path', { ...KEY, ...SECRET, BITSO_BASE_URL: 'https://bitso.com/api' }, /without a path/],
    [
      'the real host in test',
      { ...KEY, ...SECRET, BITSO_BASE_URL: 'https://api.bitso.com' },
      /ENVIRONMENT=test/,
    ],
    [
      'the stage host in live',
      { ...LIVE, ...KEY, ...SECRET, BITSO_BASE_URL: 'https://api-stage.bitso.com' },
      /ENVIRONMENT=live/,
    ],
    [
      'a server on the own machine in live',
      { ...LIVE, ...KEY, ...SECRET, BITSO_BASE_URL: 'http://127.0.0.1:4010' },
      /ENVIRONMENT=live/,
    ],
  ] as const) {
    it(`is refused with ${name}, with one line`, () => {
      expect(startupRefusalOf(() => readConfig(environment))).to.match(message);
    });
  }
});

describe('CELLS_KEY', () => {
  const [key, older] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((bytes) => bytes.toString('base64'));

  it('is a key, or a new and an old one, of which the first signs', () => {
    expect(readConfig({}).cellsKeys).to.deep.equal([]);
    expect(readConfig({ CELLS_KEY: key }).cellsKeys).to.deep.equal([key]);
    expect(readConfig({ CELLS_KEY: `${key}, ${older}` }).cellsKeys).to.deep.equal([key, older]);
  });

  for (const [what, value] of [
    ['what is no base64', 'canary'],
    ['too few bytes', Buffer.from('canary').toString('base64')],
    ['too many bytes', Buffer.alloc(33).toString('base64')],
    ['one key twice', `${key},${key}`],
    ['a comma at its end', `${key},`],
  ] as const) {
    it(`is refused with ${what}, without being quoted`, () => {
      const refusal = startupRefusalOf(() => readConfig({ CELLS_KEY: value }));
      expect(refusal)
        .to.match(/CELLS_KEY must be 32 random bytes in base64/)
        .and.not.include(value);
    });
  }
});

describe("the configuration of Bridge's account", () => {
  const ACCOUNT = { BRIDGE_API_KEY: 'sk-test-abc', BRIDGE_CUSTOMER_ID: 'c-1', BRIDGE_WALLET_ID: 'w-1' };
  const bridgeOf = (environment: Record<string, string>) => readConfig(environment).rails.bridge;

  it('is none unless it is set', () => {
    expect(bridgeOf({})).to.equal(undefined);
  });

  it('uses the sandbox in test, and production in live', () => {
    expect(bridgeOf(ACCOUNT)).to.deep.equal({
      ...{ apiKey: 'sk-test-abc', customerId: 'c-1', walletId: 'w-1', webhookPublicKey: undefined },
      baseUrl: 'https://api.sandbox.bridge.xyz',
    });
    expect(bridgeOf({ ...LIVE, ...ACCOUNT, BRIDGE_API_KEY: 'sk-live-abc' })?.baseUrl).to.equal(
      'https://api.bridge.xyz',
    );
  });

  it('takes a public key whose line breaks are written as two characters', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const written = pem.replaceAll('\n', '\\n');
    expect(bridgeOf({ ...ACCOUNT, BRIDGE_WEBHOOK_PUBLIC_KEY: written })?.webhookPublicKey).to.equal(pem);
  });

  for (const [what, environment, message] of [
    ['a key alone', { BRIDGE_API_KEY: 'sk-test-abc' }, /must be set together/],
    ['no wallet', { ...ACCOUNT, BRIDGE_WALLET_ID: undefined }, /must be set together/],
    ['a live key in test', { ...ACCOUNT, BRIDGE_API_KEY: 'sk-live-abc' }, /key of the sandbox/],
    ['a test key in live', { ...LIVE, ...ACCOUNT }, /key of the sandbox/],
    ['production in test', { ...ACCOUNT, BRIDGE_BASE_URL: 'https://api.bridge.xyz' }, /moves no real money/],
    [
      'the sandbox in live',
      { ...LIVE, ...ACCOUNT, BRIDGE_API_KEY: 'sk-live-a', BRIDGE_BASE_URL: 'https://api.sandbox.bridge.xyz' },
      /moves real money/,
    ],
    ['a path', { ...ACCOUNT, BRIDGE_BASE_URL: 'https://api.bridge.xyz/v0' }, /without a path/],
    [
      'no public key',
      { ...ACCOUNT, BRIDGE_WEBHOOK_PUBLIC_KEY: 'canary' },
      /must be an RSA public key as PEM/,
    ],
  ] as const) {
    it(`is refused with ${what}`, () => {
      const given = Object.fromEntries(
        Object.entries(environment).filter(([, value]) => value !== undefined),
      );
      const refusal = startupRefusalOf(() => readConfig(given));
      expect(refusal).to.match(message).and.not.include('canary');
    });
  }
});

describe("the configuration of Mono's accounts", () => {
  const account = `bbtacc_${'a'.repeat(22)}`;
  const MONO = {
    ...{
      MONO_CLIENT_ID: 'client-id',
      MONO_CLIENT_SECRET: 'canary-secret',
      MONO_WEBHOOK_SECRET: 'whsec_canary',
    },
    ...{ MONO_BASE_URL: 'https://breb-participant.sandbox.mono.la' },
    ...{ MONO_RECEIVING_ACCOUNT: account, MONO_SENDING_ACCOUNT: account },
  };
  it('is absent when nothing of it is set, and complete when all of it is', () => {
    expect(readConfig({}).rails.mono).to.equal(undefined);
    expect(readConfig(MONO).rails.mono).to.deep.equal({
      ...{ clientId: 'client-id', clientSecret: 'canary-secret', webhookSecret: 'whsec_canary' },
      ...{
        baseUrl: 'https://breb-participant.sandbox.mono.la',
        receivingAccount: account,
        sendingAccount: account,
      },
    });
    const url = { MONO_BASE_URL: 'https://breb.example.com' };
    expect(readConfig({ ...LIVE, ...MONO, ...url }).rails.mono?.baseUrl).to.equal('https://breb.example.com');
  });

  for (const name of Object.keys(MONO)) {
    it(`is refused without ${name}, with one line`, () => {
      const others = Object.entries(MONO).filter(([other]) => other !== name);
      expect(startupRefusalOf(() => readConfig(Object.fromEntries(others)))).to.match(
        /must be set together \(docs\/rails\/mono\.md\)/,
      );
    });
  }

  for (const [what, change, message] of [
    ['the sandbox in live', LIVE, /ENVIRONMENT=live/],
    [
      'certification in live',
      { ...LIVE, MONO_BASE_URL: 'https://breb-participant.cert.monoban.co' },
      /ENVIRONMENT=live/,
    ],
    [
      'a server on the own machine in live',
      { ...LIVE, MONO_BASE_URL: 'http://127.0.0.1:4020' },
      /ENVIRONMENT=live/,
    ],
    ['another host in test', { MONO_BASE_URL: 'https://breb.example.com' }, /ENVIRONMENT=test/],
    ['a path', { MONO_BASE_URL: 'https://breb-participant.sandbox.mono.la/api' }, /without a path/],
    [
      'an id of something else',
      { MONO_SENDING_ACCOUNT: 'bbcol_abc' },
      /must be the id of an account at Mono/,
    ],
    ['a secret of a few letters', { MONO_CLIENT_SECRET: 'canary' }, /MONO_CLIENT_SECRET must be/],
  ] as const) {
    it(`is refused with ${what}, with one line`, () => {
      expect(startupRefusalOf(() => readConfig({ ...MONO, ...change }))).to.match(message);
    });
  }
});

describe('the configuration of replicas', () => {
  const DATABASE_URL = 'postgresql://payments:canary@db1/payments';
  const replicasOf = (urls: string) =>
    readConfig({ DATABASE_URL, DATABASE_READ_URLS: urls }).databaseReadUrls;
  const urlOf = (host: string): string =>
    `postgresql://payments:can,ary@${host}/payments?sslmode=verify-full`;

  it('is empty by default', () => {
    expect(readConfig({ DATABASE_URL }).databaseReadUrls).to.deep.equal([]);
  });

  it('is one connection string, or several that commas separate', () => {
    expect(replicasOf(urlOf('db2'))).to.deep.equal([urlOf('db2')]);
    const urls = [urlOf('db2:5433'), 'postgres://payments@%2Frun%2Fpostgresql/payments', urlOf('[::1]')];
    expect(replicasOf(urls.join())).to.deep.equal(urls);
    expect(replicasOf(urls.join(', '))).to.deep.equal(urls);
    const most = Array.from({ length: 8 }, (_, at) => urlOf(`db${at}`));
    expect(replicasOf(most.join())).to.deep.equal(most);
  });

  for (const [name, urls, message] of [
    [
      'several hosts in one',
      urlOf('db2,db3'),
      /DATABASE_READ_URLS must name each host in a connection string/,
    ],
    ['nine', Array.from({ length: 9 }, () => urlOf('db2')).join(), /must name at most 8 replicas/],
    ['what is no connection string', 'db2.internal', /must be like postgresql:/],
    ['an empty one', `${urlOf('db2')},`, /must be like postgresql:|must name/],
  ] as const) {
    it(`refuses ${name}, without repeating a password`, () => {
      expect(startupRefusalOf(() => replicasOf(urls))).to.match(message);
    });
  }

  it('needs a database of its own', () => {
    expect(startupRefusalOf(() => readConfig({ DATABASE_READ_URLS: urlOf('db2') }))).to.match(/DATABASE_URL/);
  });
});

describe('a choice in the configuration', () => {
  it('is refused with those that there are, if it is none of them', () => {
    expect(startupRefusalOf(() => readConfig({ LOG_LEVEL: 'loud' }))).to.equal(
      'Invalid environment: LOG_LEVEL must be one of debug, info, warn, error, silent.',
    );
  });
});
