import { ECDH } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { expect } from 'chai';
import { hdKeyToAccount, HDKey as ViemHDKey, mnemonicToAccount, publicKeyToAddress } from 'viem/accounts';
import { connect, type Database } from '../../../../src/db/connect.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { createAddressBook } from '../../../../src/methods/providers/evm/addresses/address-book.ts';
import { createAddressDeriver } from '../../../../src/methods/providers/evm/addresses/derive.ts';
import { createLink } from '../../../payment-links/links.ts';
import { chainEntry, TEST_SEED, TEST_XPUB, writeChainsFile } from '../../../support/chain/chains-file.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { startService } from '../../../support/service.ts';
import { walletAt } from '../../../support/chain/tokens.ts';

/** The public half of BIP-32's first test vector: each line is a child of the one before by the index beside it. */
const VECTORS: [parent: string, index: number, child: string][] = [
  [
    'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
    1,
    'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ',
  ],
  [
    'xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5',
    2,
    'xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJAyiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV',
  ],
  [
    'xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJAyiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV',
    1_000_000_000,
    'xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy',
  ],
];

describe('deposit addresses', () => {
  describe('derived from an extended public key', () => {
    it("are those of BIP-32's vectors", () => {
      for (const [parent, index, child] of VECTORS) {
        const { publicKey } = HDKey.fromExtendedKey(child);
        const whole = ECDH.convertKey(publicKey!, 'secp256k1', undefined, 'hex', 'uncompressed') as string;
        const address = publicKeyToAddress(`0x${whole}`);
        expect(createAddressDeriver(parent).addressAt(index)).to.equal(address.toLowerCase());
      }
    });

    it('are the 300 that viem derives from the private side', () => {
      const seed = ViemHDKey.fromMasterSeed(TEST_SEED);
      const deriver = createAddressDeriver(TEST_XPUB);
      for (let index = 0; index < 300; index++) {
        const { address } = hdKeyToAccount(seed, { addressIndex: index });
        expect(deriver.addressAt(index)).to.equal(address.toLowerCase());
      }
    });

    it("are those of a wallet's mnemonic", () => {
      const mnemonic = 'test test test test test test test test test test test junk';
      const parent = mnemonicToAccount(mnemonic, { path: `m/44'/60'/0'/0` }).getHdKey();
      const deriver = createAddressDeriver(parent.publicExtendedKey);
      expect(deriver.addressAt(2)).to.equal(walletAt(2).address.toLowerCase());
    });

    it('exist for whole numbers below 2^31 only', () => {
      const deriver = createAddressDeriver(TEST_XPUB);
      expect(deriver.addressAt(2 ** 31 - 1)).to.match(/^0x[0-9a-f]{40}$/);
      for (const index of [-1, 2 ** 31, 0.5, Number.NaN])
        expect(() => deriver.addressAt(index)).to.throw('no address');
    });
  });

  describe('given out', () => {
    let database: TestDatabase;
    let db: Database;
    before(async () => {
      database = await createTestDatabase();
      const options = { connectionString: database.url, maxTransactions: 16, logger: createLogger('silent') };
      db = connect(options);
    });
    after(async () => {
      await db?.close();
      await database?.drop();
    });
    const deriver = createAddressDeriver(TEST_XPUB);
    const recorded = async (): Promise<string[]> =>
      (await database.query('select address from evm_addresses')).map(({ address }) => address as string);

    it('are never given twice by 20 processes, of which some crash and some roll back', async () => {
      const given: string[] = [];
      const kept: string[] = [];
      const processOf = async (number: number): Promise<void> => {
        let book = createAddressBook({ db, deriver });
        for (let link = 0; link < 40; link++) {
          // A crash forgets the indexes that were taken and not used.
          if (link % 13 === number % 13) book = createAddressBook({ db, deriver });
          const { row, record } = await book.give(`${number}:${link}`);
          given.push(row.address);
          const isRolledBack = (link + number) % 5 === 0;
          await db
            .transaction((trx) => {
              record(trx);
              return isRolledBack ? Promise.reject(new Error('rolled back')) : Promise.resolve();
            })
            .catch((error: unknown) => expect(String(error)).to.include('rolled back'));
          if (!isRolledBack) kept.push(row.address);
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, number) => processOf(number)));
      expect(given).to.have.length(800);
      expect(new Set(given).size).to.equal(800);
      expect(await recorded()).to.have.members(kept);
    });

    it('are one for a key, whoever asks', async () => {
      const books = Array.from({ length: 20 }, () => createAddressBook({ db, deriver }));
      const issued = await Promise.all(books.map((book) => book.issue('one key')));
      expect(new Set(issued).size).to.equal(1);
      expect(await recorded()).to.include(issued[0]);
    });

    it('are not recorded for a key that has another: the transaction fails', async () => {
      const [one, other] = await Promise.all(
        [1, 2].map(() => createAddressBook({ db, deriver }).give('a key in two processes')),
      );
      const record = (which: typeof one) =>
        db.transaction((trx) => {
          which!.record(trx);
          return Promise.resolve();
        });
      await record(one);
      expect(await record(other).catch((error: unknown) => error)).to.be.instanceOf(Error);
    });

    it('are derived once for a key', async () => {
      let derived = 0;
      const counting = {
        addressAt: (index: number) => {
          derived += 1;
          return deriver.addressAt(index);
        },
      };
      const book = createAddressBook({ db, deriver: counting });
      const addresses = await Promise.all(Array.from({ length: 10 }, () => book.give('ten methods')));
      expect(derived).to.equal(1);
      expect(new Set(addresses).size).to.equal(1);
    });

    it('are given again after the database was away', async () => {
      const book = createAddressBook({ db, deriver });
      const closed = connect({
        connectionString: database.url,
        maxTransactions: 1,
        logger: createLogger('silent'),
      });
      await closed.close();
      let isAway = true;
      const unsteady = {
        ...db,
        transaction: (...args: Parameters<Database['transaction']>) =>
          (isAway ? closed : db).transaction(...args),
      };
      const shaken = createAddressBook({ db: unsteady as Database, deriver });
      expect(await shaken.give('key').catch((error: unknown) => error)).to.be.instanceOf(Error);
      isAway = false;
      const { row } = await shaken.give('key');
      expect(row.address).to.not.equal((await book.give('key')).row.address);
    });
  });

  it('are one for all of a link with 10 methods, on every network', async () => {
    const networks = ['Arbitrum', 'Polygon', 'Base', 'Ethereum', 'Optimism'];
    const tokens = { USDC: { address: `0x${'1'.repeat(40)}` }, USDT: { address: `0x${'2'.repeat(40)}` } };
    const file = writeChainsFile(
      networks.map((network, at) =>
        chainEntry({ network, chain_id: at + 1, endpoints: ['http://127.0.0.1:1'], tokens }),
      ),
    );
    const service = await startService({ CHAINS_FILE: file.path, CHAIN_XPUB: TEST_XPUB });
    try {
      const names = networks.flatMap((network) => ['USDC', 'USDT'].map((asset) => [asset, network] as const));
      for (const [at, [asset, network]] of names.entries()) {
        await service.database.query(
          `insert into payment_methods (method, asset, decimals, kind, network, min_amount, position, provider)
           values ($1, $2, 6, 'on_chain', $3, 0, $4, 'evm')`,
          [`${asset}_${network.toUpperCase()}`, asset, network, 100 + at],
        );
      }
      const account = await service.createAccount();
      const link = await createLink(account.api, {
        currency: 'USDC',
        amount: '20',
        accepted_methods: names.map(([asset, network]) => `${asset}_${network.toUpperCase()}`),
      });
      const places = link.methods.map(
        ({ instructions }: any) => `${instructions.network} ${instructions.address}`,
      );
      expect(new Set(places).size).to.equal(5);
      expect(new Set(link.methods.map(({ instructions }: any) => instructions.address)).size).to.equal(1);
      const rows = await service.database.query('select index, address from evm_addresses');
      expect(rows).to.deep.equal([{ index: 0, address: link.methods[0].instructions.address.toLowerCase() }]);
    } finally {
      await service.close();
      file.remove();
    }
  });

  it('are offered only for what the chains carry, and for links that need no exchange', async () => {
    const tokens = { MXNB: { address: `0x${'1'.repeat(40)}` } };
    const file = writeChainsFile([chainEntry({ endpoints: ['http://127.0.0.1:1'], tokens })]);
    const service = await startService({ CHAINS_FILE: file.path, CHAIN_XPUB: TEST_XPUB });
    try {
      await service.database.query(`update payment_methods set provider = 'evm' where kind = 'on_chain'`);
      const { api } = await service.createAccount();
      const inMxnb = await createLink(api, { currency: 'MXNB' });
      const offered = ({ methods }: any) => methods.map(({ method }: any) => method);
      expect(offered(inMxnb)).to.include('MXNB').and.not.include.oneOf(['USDC', 'USDT']);
      const inUsdc = await createLink(api, { currency: 'USDC' });
      expect(offered(inUsdc)).to.include('SPEI').and.not.include.oneOf(['MXNB', 'USDC', 'USDT']);
      const ask = (currency: string, method: string) =>
        api.post('/v1/payment_links', {
          ...{ amount: '20000', description: 'Order' },
          ...{ currency, accepted_methods: [method] },
        });
      const exchanged = await ask('USDC', 'MXNB');
      expect(exchanged.status).to.equal(400);
      expect(exchanged.body.error.message).to.include('MXNB cannot pay a link in USDC');
      const unknown = await ask('MXNB', 'USDC');
      expect(unknown.body.error.message).to.include('There is no payment method USDC');
      expect(service.foundation.providers.forConversion('MXNB', 'USDC').name).to.equal('simulator');
    } finally {
      await service.close();
      file.remove();
    }
  });
});
