import type { Database, Trx } from '../../../../db/index.ts';
import { StartupError } from '../../../../lib/errors/errors.ts';
import type { AddressDeriver } from './derive.ts';
import {
  findAddress,
  INDEXES_IN_BLOCK,
  insertAddress,
  insertFirstAddress,
  listAddresses,
  takeBlock,
  type AddressRow,
} from './repository.ts';

export interface GivenAddress {
  row: AddressRow;
  /** Always the same function for one address. */
  record: (trx: Trx) => void;
}

export interface AddressBook {
  /**
   * A new address for a key, without the network; `record` stores it, in the transaction that issues it. The same
   * key gets the same address within this process for as long as a link takes to be created.
   */
  give(key: string): Promise<GivenAddress>;
  /** The recorded address of a key. It is permanent, and the same for every process. */
  issue(key: string): Promise<string>;
  /** Throws StartupError if addresses were issued from another xpub, because these keys could not move money from them. */
  requireSameXpub(): Promise<void>;
}

const MAX_REMEMBERED = 1_000;

export function createAddressBook({ db, deriver }: { db: Database; deriver: AddressDeriver }): AddressBook {
  let left: number[] = [];
  let taking: Promise<void> | undefined;
  const takeMore = (): Promise<void> =>
    (taking ??= db
      .transaction(takeBlock)
      .then((first) => {
        left = Array.from({ length: INDEXES_IN_BLOCK }, (_, index) => first + index);
      })
      .finally(() => {
        taking = undefined;
      }));

  const nextIndex = async (): Promise<number> => {
    for (;;) {
      const index = left.shift();
      if (index !== undefined) return index;
      await takeMore();
    }
  };

  const derive = async (key: string): Promise<GivenAddress> => {
    const index = await nextIndex();
    const row = { address: deriver.addressAt(index), index, issuedFor: key };
    return { row, record: (trx) => trx.defer(insertAddress(trx, row)) };
  };

  // A link's methods use the same key, and so share one address, and one derivation.
  const given = new Map<string, Promise<GivenAddress>>();
  const give = (key: string): Promise<GivenAddress> => {
    const known = given.get(key);
    if (known) return known;
    const [oldest] = given.keys();
    if (oldest !== undefined && given.size === MAX_REMEMBERED) given.delete(oldest);
    const address = derive(key);
    given.set(key, address);
    address.catch(() => given.delete(key));
    return address;
  };

  return {
    give,

    async issue(key) {
      const known = await findAddress(db.read, { key });
      if (known) return known.address;
      const { row } = await give(key);
      return db.transaction(async (trx) => {
        trx.defer(insertFirstAddress(trx, row));
        // Another process may have issued one for this key at the same time; the first counts.
        return (await findAddress(trx, { key }))?.address ?? row.address;
      });
    },

    async requireSameXpub() {
      const [first] = await listAddresses(db.read, { after: -1, limit: 1 });
      if (first && deriver.addressAt(first.index) !== first.address) {
        throw new StartupError(
          'CHAIN_XPUB is another one than that of the addresses in this database, which payers can pay for ever. Put that one back, or begin with an empty database.',
        );
      }
    },
  };
}
