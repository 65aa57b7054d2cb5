import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import {
  keccak256,
  parseTransaction,
  serializeTransaction,
  toHex,
  type Hex,
  type TransactionSerializable,
} from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { StartupError } from '../../../../src/lib/errors/errors.ts';
import { createAddressDeriver } from '../../../../src/methods/providers/evm/addresses/derive.ts';
import { tokenCalls } from '../../../../src/methods/providers/evm/chain/token.ts';
import { walletAt } from '../../../../test/support/chain/tokens.ts';
import {
  startWeb3Signer,
  type Trouble,
  type Web3SignerStandIn,
} from '../../../../test/support/outside/web3signer.ts';
import { until } from '../../../../test/support/poll.ts';
import {
  DEPOSIT_KEYS,
  HOT,
  HOT_KEY,
  openSenderRig,
  RECIPIENT,
  type SenderRig,
} from '../../../../test/methods/evm/sending/sender-rig.ts';

const CHAIN_ID = 31_337;
const THIEF = walletAt(9).address;
/** After this long, the worker signs what the process that took the nonce did not. */
const LATE_MS = 11_000;

const LEGACY = {
  type: 'legacy',
  gasPrice: 10n ** 10n,
  maxFeePerGas: undefined,
  maxPriorityFeePerGas: undefined,
};

/** The other signature of the same key: valid by the mathematics. */
function withHighS(signed: Hex): Hex {
  const { r, s, yParity, ...transaction } = parseTransaction(signed);
  if (r === undefined || s === undefined) throw new Error('it is not signed');
  const other = toHex(CURVE_ORDER - BigInt(s), { size: 32 });
  return serializeTransaction(transaction as TransactionSerializable, {
    r,
    s: other,
    yParity: 1 - (yParity ?? 0),
  });
}
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

describe('a hot wallet whose key is with a remote signer', () => {
  let signer: Web3SignerStandIn;
  let rig: SenderRig;
  beforeEach(async () => {
    signer = await startWeb3Signer(HOT_KEY, CHAIN_ID);
    rig = await openSenderRig({ keys: keysAt(signer) });
  });
  afterEach(async () => {
    await rig?.close();
    await signer?.close();
  });

  const keysAt = ({ url, files }: Web3SignerStandIn, changes: object = {}) => ({
    hotWallet: undefined,
    signer: { address: HOT.address, urls: { Polygon: url }, ...files, ...changes },
  });
  const requireWaits = async (key: string): Promise<void> => {
    const outcome = await rig.payOut(key);
    expect(outcome).to.include({ status: 'pending', providerReference: null });
    expect(outcome).to.have.nested.property('waits.reason', 'RAIL_UNREACHABLE');
  };
  const signLate = async (): Promise<void> => {
    await rig.age(LATE_MS);
    await rig.lookAfter();
  };
  const isKnown = async (hash: string) => (await rig.node.call('eth_getTransactionByHash', hash)) !== null;
  const lastErrors = async () =>
    (await rig.database.query('select last_error from evm_wallets')).map(({ last_error: words }) => words);

  it('pays out, with what the documentation says asked, and no key of it in the file', async () => {
    await rig.evm.requireReady?.(AbortSignal.timeout(10_000));
    expect((await rig.payOut('one')).status).to.equal('pending');
    await rig.payOut('two', '2');
    await rig.settle();
    expect(await rig.payOut('one')).to.include({ status: 'done' });
    expect(await rig.payOut('two')).to.include({ status: 'done' });
    expect(await rig.paidTo(RECIPIENT)).to.equal(2);
    expect(signer.requests.map(({ method }) => method)).to.deep.equal([
      'eth_accounts',
      'eth_signTransaction',
      'eth_signTransaction',
    ]);
    const [asked] = signer.requests[1]?.params ?? [];
    expect(asked).to.have.all.keys(
      ...['from', 'to', 'gas', 'maxPriorityFeePerGas', 'maxFeePerGas', 'nonce', 'value', 'data'],
    );
    expect(asked).to.include({ from: HOT.address.toLowerCase(), nonce: '0x0', value: '0x0' });
    expect((await rig.transactions()).map(({ raw }) => raw)).to.deep.equal(signer.signed);
  });

  it('replaces what is stuck, with a signature for the higher fee', async () => {
    await rig.node.call('evm_setAutomine', false);
    await rig.payOut('one');
    for (let block = 0; block < 2; block++) {
      await rig.node.call('anvil_setNextBlockBaseFeePerGas', '0xba43b7400');
      await rig.node.mine();
    }
    await rig.age(70_000);
    await rig.lookAfter();
    const transactions = await rig.transactions();
    expect(transactions.map(({ version }) => version)).to.deep.equal([1, 2]);
    expect(transactions.map(({ raw }) => raw)).to.deep.equal(signer.signed);
  });

  it('carries the authorizations of deposit addresses, whose keys stay with the sender', async () => {
    const there = createAddressDeriver(DEPOSIT_KEYS.publicExtendedKey).addressAt(0);
    await rig.database.query(
      `insert into evm_addresses (address, index, issued_for, created_at) values ($1, 0, 'a link', now())`,
      [there],
    );
    await rig.token.mint(there, 30_000_000n);
    await rig.evm.requireReady?.(AbortSignal.timeout(10_000));
    await rig.node.mine(3);
    await rig.database.query('update evm_chains set due_at = service_now()');
    await rig.follower.runOnce();
    await rig.evm.sweeping.want(
      { network: 'Polygon', maxGasGwei: undefined, dryRun: false },
      AbortSignal.timeout(10_000),
    );
    await rig.sweeper.runOnce();
    await rig.settle();
    expect(await rig.token.balanceOf(there)).to.equal(0n);
    expect(signer.signed).to.have.length(1);
  });

  const responds = (status: number, body = ''): Trouble => ({
    respond: (response) => void response.writeHead(status).end(body),
  });
  const huge = (response: ServerResponse): void => {
    const block = Buffer.alloc(64 * 1024, ' ');
    const fill = (): void => {
      while (!response.destroyed && response.write(block));
      response.once('drain', fill);
    };
    response.writeHead(200);
    fill();
  };
  const signs = (changes: Record<string, unknown>): Trouble => ({ changes });

  const TROUBLES: [what: string, trouble: Trouble, words: RegExp][] = [
    ['another contract', signs({ to: THIEF }), /signed to 0x/],
    ['another recipient', signs({ data: tokenCalls.transfer(THIEF, 1_500_000n) }), /signed data 0xa9059cbb/],
    ['more units', signs({ data: tokenCalls.transfer(RECIPIENT, 2_500_000n) }), /signed data/],
    ['coin besides', signs({ value: 1n }), /signed value 1, not 0/],
    ['another nonce', signs({ nonce: 1 }), /signed nonce 1, not 0/],
    ['more gas', signs({ gas: 1_000_000n }), /signed gasLimit 1000000/],
    ['a higher fee', signs({ maxFeePerGas: 10n ** 13n }), /signed maxFeePerGas/],
    ['a higher tip', signs({ maxPriorityFeePerGas: 1n }), /signed maxPriorityFeePerGas 1/],
    ['for another chain', signs({ chainId: 1 }), /signed chainId 1, not 31337/],
    [
      'an access list',
      signs({ accessList: [{ address: THIEF, storageKeys: [] }] }),
      /another kind of transaction/,
    ],
    ['the old kind', signs(LEGACY), /the signer signed/],
    ['the signature that nodes refuse (EIP-2)', { instead: withHighS }, /no signed transaction/],
    ['with another key', { key: generatePrivateKey() }, /with the key of 0x/],
    ['half of it', { instead: (signed) => signed.slice(0, -64) }, /no signed transaction/],
    ['a number', { instead: () => 42 }, /returned no transaction/],
    ['a status of 500', responds(500, 'Internal error'), /responded with 500/],
    ['a status of 403', responds(403), /responded with 403/],
    ['no JSON', responds(200, '<html>'), /no response/],
    ["another request's response", responds(200, '{"jsonrpc":"2.0","id":0,"result":"0x"}'), /no response/],
    ['a response without end', { respond: huge }, /more than 64 KB/],
    ['a reset', { respond: (response) => void response.socket?.destroy() }, /did not respond \(ECONNRESET\)/],
    ['silence', { respond: () => undefined }, /did not respond \(timeout\)/],
  ];
  for (const [what, trouble, words] of TROUBLES) {
    it(`pays later, once, when that signs or responds with: ${what}`, async () => {
      signer.trouble = trouble;
      await requireWaits('one');
      await signLate();
      expect((await lastErrors()).join())
        .to.match(words)
        .and.not.include('\n');
      expect(await rig.transactions()).to.deep.equal([]);
      await requireWaits('one');
      expect(await rig.orders()).to.have.length(1);

      signer.trouble = undefined;
      await rig.lookAfter();
      await rig.settle();
      expect(await rig.payOut('one')).to.include({ status: 'done' });
      expect(await rig.paidTo(RECIPIENT)).to.equal(1);
      expect(await rig.paidTo(THIEF)).to.equal(0);
      expect(await rig.orders()).to.have.length(1);
    });
  }

  it('pays later when the signer refuses it, with its words', async () => {
    signer.trouble = { respond: (response) => refuse(response) };
    await requireWaits('one');
    await signLate();
    expect(await lastErrors()).to.deep.equal([`the signer at ${host()} refused: policy says?no`]);
  });
  const host = (): string => new URL(signer.url).host;
  const refuse = (response: ServerResponse): void => {
    const error = { code: -32_000, message: 'policy says\nno' };
    response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
  };

  it('holds no transaction of the database open while the signer is asked', async () => {
    const asked = createGate();
    const answer = createGate();
    signer.beforeSigning = () => {
      asked.open();
      return answer.opened;
    };
    const paying = rig.payOut('one');
    await asked.opened;
    const open = await rig.database.query(
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(open).to.deep.equal([]);
    // Neither the wallet nor its order is locked.
    await rig.database.query('begin; select from evm_wallets for update nowait; commit');
    expect(await rig.orders()).to.have.length(1);
    answer.open();
    expect((await paying).providerReference).to.match(/^Polygon:0x/);
  });

  it('stores one of two signatures before anything is sent, and sends only that', async () => {
    await rig.node.call('evm_setAutomine', false);
    const both = createGate();
    let asked = 0;
    signer.beforeSigning = () => {
      if (++asked === 2) both.open();
      return both.opened;
    };
    const paying = rig.payOut('one');
    await until(() => asked === 1, { what: 'the first request' });
    // As when the first process takes too long.
    await signLate();
    await paying;
    const hashes = signer.signed.map((raw: Hex) => keccak256(raw));
    expect(new Set(hashes).size).to.equal(2);
    const [stored, ...others] = await rig.transactions();
    expect(others).to.deep.equal([]);
    for (const hash of hashes) expect(await isKnown(hash)).to.equal(hash === stored.hash);
    await rig.settle();
    expect(await rig.payOut('one')).to.deep.equal({
      status: 'done',
      providerReference: `Polygon:${stored.hash}`,
    });
    expect(await rig.paidTo(RECIPIENT)).to.equal(1);
  });

  it('takes no more nonces while an order waits for its signature', async () => {
    signer.trouble = responds(503);
    await rig.payOut('one');
    await rig.age(LATE_MS);
    await requireWaits('two');
    expect(await rig.orders()).to.have.length(1);
    signer.trouble = undefined;
    await rig.lookAfter();
    await rig.payOut('two');
    await rig.settle();
    for (const key of ['one', 'two']) expect(await rig.payOut(key)).to.include({ status: 'done' });
  });

  describe('at the start', () => {
    const ready = async (keys: object): Promise<unknown> => {
      await rig.close();
      rig = await openSenderRig({ keys });
      return rig.evm
        .requireReady?.(AbortSignal.timeout(10_000))
        .catch((error: unknown) => error as StartupError);
    };

    it('is refused in one line when the signer has not the key', async () => {
      const other = await startWeb3Signer(generatePrivateKey(), CHAIN_ID);
      try {
        const failure = await ready(keysAt(other));
        expect(failure).to.be.instanceOf(StartupError);
        expect((failure as StartupError).message).to.equal(
          `CHAIN_SENDER_KEYS is invalid: the signer at ${new URL(other.url).host} has 1 keys, and none of them is that of ${HOT.address.toLowerCase()}.`,
        );
      } finally {
        await other.close();
      }
    });

    for (const [what, trouble] of [
      ['does not respond', { respond: (response: ServerResponse) => void response.socket?.destroy() }],
      ['is down', responds(503)],
    ] as const) {
      it(`goes on when the signer ${what}`, async () => {
        signer.trouble = trouble;
        expect(await ready(keysAt(signer))).to.equal(undefined);
      });
    }

    it('talks to no signer that is not the one of its certificate, or does not know it', async () => {
      for (const [changes, words] of [
        [{ caFile: undefined }, /did not respond \(\w*CERT\w*\)|UNABLE_TO_VERIFY/],
        [{ certFile: undefined, keyFile: undefined }, /did not respond/],
      ] as const) {
        await ready(keysAt(signer, changes));
        await requireWaits('one');
        await signLate();
        expect((await lastErrors()).join()).to.match(words);
      }
      expect(signer.requests).to.deep.equal([]);
    });
  });
});
