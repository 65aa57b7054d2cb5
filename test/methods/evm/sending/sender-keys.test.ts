import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { HDKey } from '@scure/bip32';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { readConfig, withoutKeys } from '../../../../src/config/config.ts';
import { StartupError } from '../../../../src/lib/errors/errors.ts';
import type { Logger } from '../../../../src/lib/logger.ts';
import {
  parseSenderKeys,
  readSenderKeys,
  warnOfNoLimits,
} from '../../../../src/methods/providers/evm/sender/keys.ts';
import { requireSigned } from '../../../../src/methods/providers/evm/sender/signer.ts';
import { chainsOf, DEPOSIT_KEYS, HOT, keysFile } from './sender-rig.ts';

const XPUB = DEPOSIT_KEYS.publicExtendedKey;
const TOKEN = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359';
const CHAINS = chainsOf('http://127.0.0.1:8545', TOKEN);
const signerAt = (change: object = {}): object => ({
  address: HOT.address,
  urls: { Polygon: 'https://signer.internal:9000' },
  ...change,
});
const SIGNAL = new AbortController().signal;

describe("the sender's keys", () => {
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'keys-'));
  });
  after(() => rmSync(dir, { recursive: true }));

  const file = (change: object = {}): string => JSON.stringify({ ...keysFile(), ...change });
  const refusal = (attempt: () => unknown): string => {
    try {
      attempt();
    } catch (error) {
      if (error instanceof StartupError) return error.message;
      throw error;
    }
    throw new Error('it was not refused');
  };
  const secrets = Object.values(keysFile()).slice(0, 2) as string[];
  const tellsNothing = (text: string): void => {
    for (const secret of secrets) {
      expect(text).not.to.include(secret.replace(/^0x/, '').slice(0, 20));
      expect(text).not.to.include(secret.slice(-20));
    }
  };

  it('are those of the hot wallet and of CHAIN_XPUB', () => {
    const path = join(dir, 'right.json');
    writeFileSync(path, file(), { mode: 0o600 });
    const keys = readSenderKeys(path, XPUB, CHAINS);
    expect(keys.hotAddress).to.equal(HOT.address.toLowerCase());
    expect(keys.hotLimits.get('USDC')?.toFixed()).to.equal('1000');
  });

  for (const [what, content, words] of [
    ['no JSON', () => `{"hotWallet": "${secrets[0]}", "depositKeys": ${secrets[1]}}`, /must be JSON\.$/],
    ['an unknown field', () => file({ [secrets[0] ?? '']: 1 }), /has fields that are not known/],
    ['a hot key that is none', () => file({ hotWallet: secrets[0]?.slice(0, -1) }), /needs hotWallet/],
    ['a hot key of zeros', () => file({ hotWallet: `0x${'0'.repeat(64)}` }), /needs hotWallet/],
    ['an xpub as deposit keys', () => file({ depositKeys: XPUB }), /needs depositKeys/],
    ['cut deposit keys', () => file({ depositKeys: secrets[1]?.slice(0, -1) }), /needs depositKeys/],
    [
      'deposit keys of another xpub',
      () => file({ depositKeys: HDKey.fromMasterSeed(new Uint8Array(32).fill(8)).privateExtendedKey }),
      /of another CHAIN_XPUB/,
    ],
    ['a hot key and a signer', () => file({ signer: signerAt() }), /not both/],
    ['neither', () => file({ hotWallet: undefined }), /needs hotWallet.*or signer/],
    ['a signer of another form', () => file({ hotWallet: undefined, signer: 'x' }), /an object with address/],
    ...(
      [
        ['an unknown field of the signer', { password: 'x' }, /fields in signer that are not known/],
        ['no address of the signer', { address: undefined }, /needs signer\.address/],
        ['no URLs of the signer', { urls: undefined }, /needs signer\.urls: by network/],
        ['a network without a signer', { urls: {} }, /needs signer\.urls\.Polygon/],
        [
          'a signer of no network here',
          { urls: { Base: 'https://a' } },
          /a network that CHAINS_FILE does not/,
        ],
        [
          'http to another machine',
          { urls: { Polygon: 'http://signer.internal' } },
          /http only to this machine/,
        ],
        [
          'http to a name like this one',
          { urls: { Polygon: 'http://127.0.0.1.nip.io' } },
          /http only to this/,
        ],
        ['a password in the URL', { urls: { Polygon: 'https://a:b@signer' } }, /without user and password/],
        ['a CA that is not there', { caFile: '/nowhere/ca.pem' }, /signer\.caFile that cannot be read/],
        ['a CA that is none', { caFile: import.meta.filename }, /is no PEM/],
        ['a certificate without key', { certFile: import.meta.filename }, /go together/],
      ] as const
    ).map(
      ([what, change, words]) =>
        [what, () => file({ hotWallet: undefined, signer: signerAt(change) }), words] as const,
    ),
    ['no cold address', () => file({ coldAddress: undefined }), /needs coldAddress/],
    ['the hot wallet as cold address', () => file({ coldAddress: HOT.address }), /as its coldAddress/],
    ['a number as limit', () => file({ hotLimits: { USDC: 5 } }), /needs an amount in quotes/],
    ['a limit of no asset here', () => file({ hotLimits: { USDC: '5', EURC: '5' } }), /does not have/],
    ['limits of another form', () => file({ limits: [] }), /needs as limits an object/],
    ['limits of no asset here', () => file({ limits: { EURC: { perDay: '1' } } }), /limits for an asset/],
    ['an empty limit', () => file({ limits: { USDC: {} } }), /limits\.USDC an object with some of perPayout/],
    ['a limit of another name', () => file({ limits: { USDC: { perHour: '1' } } }), /some of perPayout/],
    ['a number as payout limit', () => file({ limits: { USDC: { perDay: 5 } } }), /in quotes.*USDC\.perDay/],
    ['an asset without limit', () => file({ hotLimits: {} }), /needs hotLimits\.USDC/],
  ] as const) {
    it(`are refused in one line that quotes nothing of the file: ${what}`, () => {
      const message = refusal(() => parseSenderKeys(content(), XPUB, CHAINS));
      expect(message)
        .to.match(words)
        .and.match(/^CHAIN_SENDER_KEYS is invalid: the file /);
      expect(message).not.to.include('\n');
      tellsNothing(message);
    });
  }

  it('are refused when others can read them', () => {
    const path = join(dir, 'open.json');
    writeFileSync(path, file());
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(path, mode);
      expect(refusal(() => readSenderKeys(path, XPUB, CHAINS))).to.match(/chmod 600/);
    }
    expect(refusal(() => readSenderKeys(join(dir, 'none.json'), XPUB, CHAINS))).to.match(/cannot be read/);
  });

  it("need a signer's client key that only its owner can read", () => {
    const [certFile, keyFile] = ['cert.pem', 'key.pem'].map((name) => join(dir, name));
    for (const path of [certFile, keyFile]) writeFileSync(path ?? '', 'x', { mode: 0o644 });
    const signer = signerAt({ certFile, keyFile });
    expect(refusal(() => parseSenderKeys(file({ hotWallet: undefined, signer }), XPUB, CHAINS))).to.match(
      /signer\.keyFile that others than its owner can read: chmod 600/,
    );
  });

  it('may be with a signer: then the file has no hot key', () => {
    const keys = parseSenderKeys(file({ hotWallet: undefined, signer: signerAt() }), XPUB, CHAINS);
    expect(keys.hotAddress).to.equal(HOT.address.toLowerCase());
  });

  it('warn of assets that may all leave within a day', () => {
    const warnings: unknown[] = [];
    const logger = { warn: (_: string, facts: unknown) => warnings.push(facts) } as unknown as Logger;
    for (const limits of [undefined, { USDC: { perPayout: '5' } }, { USDC: { perDay: '5' } }]) {
      warnOfNoLimits(parseSenderKeys(file({ limits }), XPUB, CHAINS), CHAINS, logger);
    }
    expect(warnings).to.deep.equal([{ assets: 'USDC' }, { assets: 'USDC' }]);
  });

  it('are shown by nothing', () => {
    const keys = parseSenderKeys(file(), XPUB, CHAINS);
    tellsNothing(inspect(keys, { depth: null, showHidden: true }));
    tellsNothing(JSON.stringify(keys));
  });

  it('are only read where the role sender runs', () => {
    const chain = { CHAINS_FILE: 'chains.json', CHAIN_XPUB: XPUB };
    const keys = { CHAIN_SENDER_KEYS: 'keys.json' };
    expect(refusal(() => readConfig({ ...chain, ...keys }))).to.match(
      /^CHAIN_SENDER_KEYS and the role sender/,
    );
    expect(refusal(() => readConfig({ ...chain, ROLES: 'sender' }))).to.match(/must be set together/);
    expect(refusal(() => readConfig({ ...keys, ROLES: 'sender' }))).to.match(/needs CHAINS_FILE/);
    expect(readConfig(chain).rails.evm?.senderKeysFile).to.equal(undefined);
    const config = readConfig({ ...chain, ...keys, ROLES: 'api,worker,sender' });
    expect(config.rails.evm?.senderKeysFile).to.equal('keys.json');
    expect(withoutKeys(config).rails.evm?.senderKeysFile).to.equal(undefined);
  });

  it('sign transactions with the same bytes as viem', async () => {
    const keys = parseSenderKeys(file(), XPUB, CHAINS);
    for (let round = 0; round < 100; round++) {
      const number = (bytes: number) => BigInt(`0x${randomBytes(bytes).toString('hex')}`);
      const priorityFee = number(5);
      const transaction = {
        chainId: 137,
        nonce: number(1 + (round % 3)),
        to: `0x${randomBytes(20).toString('hex')}` as const,
        value: round % 4 === 0 ? 0n : number(1 + (round % 12)),
        data: round % 5 === 0 ? ('0x' as const) : (`0x${randomBytes(round).toString('hex')}` as const),
        gasLimit: 21_000n + number(2),
        maxFee: priorityFee + number(5),
        priorityFee,
      };
      const raw = await keys.signTransaction('hot', transaction, SIGNAL);
      const { hash } = requireSigned(raw, transaction, keys.hotAddress);
      const { gasLimit, maxFee, nonce, priorityFee: tip, ...same } = transaction;
      const oracle = await HOT.signTransaction({
        ...same,
        type: 'eip1559',
        nonce: Number(nonce),
        gas: gasLimit,
        maxFeePerGas: maxFee,
        maxPriorityFeePerGas: tip,
      });
      expect(raw).to.equal(oracle);
      expect(hash).to.equal(keccak256(oracle));
    }
  });

  it('sign authorizations as viem does', async () => {
    const keys = parseSenderKeys(file(), XPUB, CHAINS);
    for (let index = 0; index < 50; index++) {
      const { privateKey } = DEPOSIT_KEYS.deriveChild(index);
      const account = privateKeyToAccount(`0x${Buffer.from(privateKey ?? []).toString('hex')}`);
      const nonce = `0x${randomBytes(32).toString('hex')}` as const;
      const units = BigInt(`0x${randomBytes(6).toString('hex')}`);
      const [from, to] = [account.address.toLowerCase(), HOT.address.toLowerCase()] as [
        `0x${string}`,
        `0x${string}`,
      ];
      const signature = await keys.signAuthorization(
        index,
        {
          token: { name: 'USD Coin', version: '2', chainId: 137, contract: TOKEN },
          from,
          to,
          units,
          validBefore: 2n ** 256n - 1n,
          nonce,
        },
        SIGNAL,
      );
      const type = (name: string, kind: string) => ({ name, type: kind });
      const oracle = await account.signTypedData({
        domain: { name: 'USD Coin', version: '2', chainId: 137, verifyingContract: TOKEN },
        primaryType: 'TransferWithAuthorization',
        types: {
          TransferWithAuthorization: [
            type('from', 'address'),
            type('to', 'address'),
            type('value', 'uint256'),
            type('validAfter', 'uint256'),
            type('validBefore', 'uint256'),
            type('nonce', 'bytes32'),
          ],
        },
        message: { from, to, value: units, validAfter: 0n, validBefore: 2n ** 256n - 1n, nonce },
      });
      expect(signature).to.equal(oracle);
    }
  });
});
