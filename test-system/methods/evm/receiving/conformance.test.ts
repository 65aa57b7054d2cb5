import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connect } from '../../../../src/db/connect.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { toUnits } from '../../../../src/methods/providers/evm/chain/token.ts';
import { parseChains } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import { createEvm, type Evm } from '../../../../src/methods/providers/evm/evm.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { chainEntry, TEST_XPUB } from '../../../../test/support/chain/chains-file.ts';
import { deploy } from '../../../../test/support/chain/contracts.ts';
import { startNode } from '../../../../test/support/chain/node.ts';
import { rawTransactions, reorganise } from '../../../../test/support/chain/reorganisation.ts';
import { deployFiatToken, walletAt } from '../../../../test/support/chain/tokens.ts';
import { describeConformance } from '../../../../test/methods/providers/conformance.ts';
import type { RailUnderTest } from '../../../../test/methods/providers/conformance/rail-under-test.ts';
import { patience } from '../../../../test/methods/simulator/rig.ts';

const PAYER = walletAt(2);
const CALLER = 4;
const CHOOSER = 5;
const ENOUGH_GAS = 1_000_000n;
const logger = createLogger('silent');

// What it sends is tested where it sends.
describeConformance('the chains, which receive', openChains, {
  methods: [
    { method: 'MXNB', kind: 'on_chain', network: 'Arbitrum', asset: 'MXNB', decimals: 6, paysOut: false },
  ],
  notices: false,
  returns: false,
  drops: true,
  changes: true,
});

async function openChains(): Promise<RailUnderTest & { evm: Evm }> {
  const [database, node] = await Promise.all([createTestDatabase(), startNode()]);
  const token = await deployFiatToken(node, 'MXNB');
  await token.mint(PAYER.address, 10n ** 27n);
  const chooser = await deploy(node, 'Chooser');
  await token.approve(PAYER, chooser.address, 10n ** 27n);
  const offerOf = (to: string, value: bigint) => [
    [{ token: token.address, from: PAYER.address, to, value, noise: 0n }],
  ];
  const paid = new Map<string, string>();
  let offers = 0n;
  const entry = chainEntry({ endpoints: [node.url], tokens: { MXNB: { address: token.address } } });
  const chains = parseChains(JSON.stringify({ chains: [entry] }));
  const open = (url: string) => {
    const db = connect({ connectionString: url, maxTransactions: 10, logger });
    return { db, evm: createEvm({ db, logger, chains, xpub: TEST_XPUB, keys: undefined }) };
  };
  const { db, evm } = open(database.url);
  const [follower] = evm.background?.(() => Promise.resolve()) ?? [];
  const follow = async (): Promise<void> => {
    await database.query('update evm_chains set due_at = service_now()');
    await follower?.runOnce();
  };
  const others: { close(): Promise<void> }[] = [];
  let last = Promise.resolve<unknown>(undefined);
  return {
    evm,
    provider: evm,
    reopen() {
      const other = open(database.url);
      others.push(other.db);
      return Promise.resolve(other.evm);
    },
    async unreachable() {
      const gone = await createTestDatabase();
      const other = open(gone.url);
      await other.db.close();
      await gone.drop();
      return other.evm;
    },
    async now() {
      const [row] = await database.query('select service_now() as now');
      return row?.['now'] as Date;
    },
    async payIn(_method, { destination }, amount) {
      // One after the other, for the payer's nonces.
      const sent = last.then(async () => {
        await chooser.write(CHOOSER, 'offer', offerOf(destination, toUnits(amount, 6)));
        await chooser.write(CHOOSER, 'choose', [offers++]);
        return chooser.write(CALLER, 'pay', [], ENOUGH_GAS);
      });
      last = sent;
      const providerReference = `Arbitrum:${await sent}:0`;
      paid.set(providerReference, destination);
      await follow();
      return { providerReference, notice: undefined };
    },
    async change(providerReference, amount) {
      const [, hash = ''] = providerReference.split(':');
      const [raw = ''] = await rawTransactions(node, [hash]);
      const offer = offerOf(paid.get(providerReference) ?? '', toUnits(amount, 6));
      const by = { from: walletAt(CHOOSER).address, to: chooser.address };
      await reorganise(node, 2, [
        [{ ...by, data: chooser.encode('offer', offer) }, 0],
        [{ ...by, data: chooser.encode('choose', [offers++]) }, 0],
        [raw, 1],
      ]);
      await follow();
    },
    async finalize() {
      await node.mine(3);
      await follow();
    },
    async drop() {
      await node.call('anvil_reorg', 1, []);
      await follow();
      await database.query(`update service_clock set advanced_by = advanced_by + interval '2 hours'`);
      await node.mine(3);
      await follow();
    },
    newDestination: () => ({ address: walletAt(12).address, network: 'Arbitrum' }),
    sentTo: () => Promise.resolve([]),
    sendBack: () => Promise.resolve(undefined),
    movedOn: () => Promise.resolve(undefined),
    misbehave: () => Promise.reject(new Error('it sends nothing')),
    heal: () => Promise.resolve(),
    forge: (notice) => notice,
    repeat: (notice) => notice,
    age: () => undefined,
    async close() {
      await Promise.all([db.close(), ...others.map((other) => other.close())]);
      await Promise.all([database.drop(), node.stop()]);
    },
  };
}

describe('the statement of the chains', () => {
  it('is read in pages, oldest first, also when much became final in one moment', async () => {
    const database = await createTestDatabase();
    const db = connect({ connectionString: database.url, maxTransactions: 4, logger });
    try {
      await database.query(
        `insert into evm_chains (network, chain_id, final_block, seen_block, due_at, audit_due_at, updated_at)
         values ('Arbitrum', 1, 9, 9, now(), now(), now())`,
      );
      await database.query(
        `insert into evm_transfers (network, transaction_hash, position, status, asset, sender, recipient, amount,
                                    block_number, block_hash, seen_at, final_at)
         select 'Arbitrum', '0x' || md5(n::text) || md5(n::text), n % 3, 'final', 'MXNB', '0x', '0x' || repeat('1', 40), n, n,
                '0x', now(), now() - interval '1 microsecond' * (n / 1200)
           from generate_series(1, 2500) as n`,
      );
      const entry = chainEntry({
        endpoints: ['http://127.0.0.1:1'],
        tokens: { MXNB: { address: `0x${'1'.repeat(40)}` } },
      });
      const chains = parseChains(JSON.stringify({ chains: [entry] }));
      const evm = createEvm({ db, logger, chains, xpub: TEST_XPUB, keys: undefined });
      const period = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
      const references: string[] = [];
      const sizes: number[] = [];
      let after: string | undefined;
      do {
        const page = await evm.listStatement({ ...period, after }, patience());
        references.push(...page.lines.map(({ reference }) => reference));
        sizes.push(page.lines.length);
        after = page.next;
      } while (after !== undefined);
      // Then comes what was sent, which is nothing.
      expect(sizes).to.deep.equal([1_000, 1_000, 500, 0]);
      expect(new Set(references).size).to.equal(2_500);
      const nonsense = evm.listStatement({ ...period, after: randomUUID() }, patience());
      expect(await nonsense.catch((error: unknown) => (error as Error).message)).to.include('is no position');
    } finally {
      await db.close();
      await database.drop();
    }
  });
});
