import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import { lockLimits } from '../../../../src/methods/providers/evm/sender/repository.ts';
import type { Outcome } from '../../../../src/methods/providers/provider.ts';
import { chainEntry, chainsJson } from '../../../../test/support/chain/chains-file.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { until } from '../../../../test/support/poll.ts';
import { runPaymentsAs } from '../../../../test/support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../../../test/support/service.ts';
import { fund, setFees, transferRow } from '../../../../test/transfers/rig.ts';
import { payOut } from '../../../../test/methods/evm/sending/sender-parts.ts';
import {
  DEPOSIT_KEYS,
  HOT,
  keysFile,
  openSenderRig,
  RECIPIENT,
  type SenderRig,
} from '../../../../test/methods/evm/sending/sender-rig.ts';
import { withdrawOnChain } from '../../../../test/transfers/started.ts';

const OTHER = walletAt(8).address;

/** The same payments once more. */
const ON_ANOTHER_NETWORK = `
  insert into evm_wallets (network, address, next_nonce) select 'Arbitrum', address, next_nonce from evm_wallets;
  insert into evm_orders (network, wallet, nonce, kind, idempotency_key, asset, amount, recipient, target, data, value,
                          gas_limit, created_at)
  select 'Arbitrum', wallet, nonce, kind, 'there', asset, amount, recipient, target, data, value, gas_limit, created_at
    from evm_orders`;

describe('limits of what leaves the hot wallet', () => {
  let rig: SenderRig;
  afterEach(() => rig?.close());

  const open = async (limits: Record<string, string>): Promise<void> => {
    rig = await openSenderRig({ keys: { limits: { USDC: limits } } });
  };
  const requireLimited = (outcome: Outcome, words: RegExp): void => {
    expect(outcome).to.include({ status: 'pending', providerReference: null });
    expect(outcome).to.have.nested.property('waits.reason', 'LIMIT');
    expect(outcome).to.have.nested.property('waits.words').that.matches(words);
  };
  const goes = async (key: string, amount: string, to = RECIPIENT): Promise<void> => {
    expect((await rig.payOut(key, amount, to)).providerReference, key).to.match(/^Polygon:0x/);
  };
  const days = (count: number) =>
    rig.database.query(`update evm_orders set created_at = created_at - $1 * interval '1 day'`, [count]);

  it('hold each payout, and each refund', async () => {
    await open({ perPayout: '10' });
    requireLimited(await rig.payOut('above', '10.000001'), /above the limit of 10 USDC per payout.*release/);
    await goes('at it', '10');
    const refund = await rig.evm.refund(
      {
        idempotencyKey: 'refund',
        depositReference: 'x',
        asset: 'USDC',
        amount: money('10.5'),
        to: { address: RECIPIENT, network: 'Polygon' },
      },
      AbortSignal.timeout(10_000),
    );
    requireLimited(refund, /per payout/);
    expect(await rig.orders()).to.have.length(1);
    expect((await rig.database.query('select next_nonce from evm_wallets'))[0]).to.include({
      next_nonce: '1',
    });
  });

  it('hold what would be too much within 24 hours, also of two at once in two processes', async () => {
    await open({ perDay: '10' });
    const other = rig.another();
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.all(
        [rig.evm, other].map((evm, at) => payOut(evm, `${round} ${at}`, '6', RECIPIENT)),
      );
      const [limited, ...more] = outcomes.filter(({ providerReference }) => providerReference === null);
      expect(more).to.deep.equal([]);
      if (!limited) throw new Error('both went');
      requireLimited(limited, /10 USDC within 24 hours/);
      await goes(`${round} rest`, '4', OTHER);
      requireLimited(await rig.payOut(`${round} unit`, '0.000001'), /within 24 hours/);
      // What waited may go a day later.
      await days(1);
    }
    expect(await rig.orders()).to.have.length(10);
  });

  it('count what went on other networks, and not what moved nothing', async () => {
    await open({ perDay: '10' });
    await goes('one', '4');
    await rig.database.query(ON_ANOTHER_NETWORK);
    requireLimited(await rig.payOut('two', '4'), /within 24 hours/);
    await rig.database.query(
      `update evm_orders set status = 'reverted', final_at = created_at, transaction_hash = 'x', block_number = 1, gas_paid = 1
        where network = 'Arbitrum'`,
    );
    await goes('two', '4');
  });

  it('are compared one after the other, on all networks', async () => {
    await open({ perDay: '10' });
    await goes('one', '4');
    const paying = await rig.db.transaction(async (trx) => {
      await lockLimits(trx, { asset: 'USDC' });
      const waiting = rig.payOut('two', '4');
      await until(
        async () =>
          (await rig.database.query(`select from pg_locks where locktype = 'advisory' and not granted`))
            .length > 0,
        { what: 'the second payout' },
      );
      await rig.database.query(ON_ANOTHER_NETWORK);
      return { waiting };
    });
    requireLimited(await paying.waiting, /within 24 hours/);
  });

  it('hold what goes to an address that was never paid, until a first payment to it is final', async () => {
    await open({ newDestination: '5' });
    requireLimited(await rig.payOut('much', '5.1'), /5 USDC to an address that was never paid before/);
    await goes('first', '3');
    requireLimited(await rig.payOut('second', '3'), /never paid before/);
    await rig.settle();
    await goes('second', '3');
    await goes('much', '100');
    requireLimited(await rig.payOut('elsewhere', '100', OTHER), /never paid before/);
  });
});

describe('a payout above a limit of the sender', () => {
  let node: TestNode;
  let token: TestToken;
  let sender: TestService;
  let account: TestAccount;
  let dir: string;
  let keys: Record<'ana' | 'bruno', string>;

  before(async () => {
    node = await startNode();
    token = await deployFiatToken(node, 'MXNB');
    await token.mint(HOT.address, 10n ** 12n);
    dir = mkdtempSync(join(tmpdir(), 'limits-'));
    const entry = chainEntry({ endpoints: [node.url], tokens: { MXNB: { address: token.address } } });
    writeFileSync(join(dir, 'chains.json'), chainsJson([entry]));
    const limits = { MXNB: { perPayout: '1000', perDay: '2000' } };
    const file = JSON.stringify({ ...keysFile({ MXNB: '100000' }), limits });
    writeFileSync(join(dir, 'keys.json'), file, { mode: 0o600 });
    sender = await startService({
      CHAINS_FILE: join(dir, 'chains.json'),
      CHAIN_XPUB: DEPOSIT_KEYS.publicExtendedKey,
      CHAIN_SENDER_KEYS: join(dir, 'keys.json'),
      ROLES: 'api,worker,sender',
    });
    account = await sender.createAccount();
    await fund(account, 'MXNB', '100000');
    await setFees(sender, '0', '0');
    await sender.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
    const ana = await add(undefined, 'ana');
    keys = { ana, bruno: await add(ana, 'bruno') };
  });
  after(async () => {
    await sender?.close();
    await node?.stop();
    if (dir !== undefined) rmSync(dir, { recursive: true });
  });

  const run = async (key: string | undefined, ...args: string[]): Promise<any> => {
    const { code, stdout } = await runPaymentsAs(key, sender, ...args, '--json');
    return { code, ...JSON.parse(stdout) };
  };
  const add = async (by: string | undefined, name: string): Promise<string> =>
    (await run(by, 'operators', 'add', '--name', name)).key;
  const sendDue = async (): Promise<void> => {
    await sender.database.query('update transfers set due_at = service_now() where due_at is not null');
    await sender.workers.transfers.runOnce();
  };
  const release = async (id: string): Promise<string> => {
    const asked = await run(keys.ana, 'chains', 'release', id, '--reason', 'ticket 4711');
    expect(asked).to.include({ code: 0, status: 'waiting', kind: 'chains.release' });
    return asked.id;
  };
  const approve = async (request: string): Promise<void> => {
    expect(await run(keys.bruno, 'approvals', 'approve', request)).to.include({
      code: 0,
      status: 'approved',
    });
  };
  const waits = async (id: string): Promise<void> => {
    await sendDue();
    expect(await transferRow(sender, id)).to.include({ status: 'sent', waits_for: 'LIMIT' });
  };
  const order = async (id: string): Promise<any> =>
    (await sender.database.query('select * from evm_orders where idempotency_key like $1', [`%${id}`]))[0];

  it('waits until two operators have let exactly that go, and is paid once', async () => {
    const to = walletAt(10).address;
    const id = await withdrawOnChain(account, '5000', to);
    await waits(id);
    expect((await transferRow(sender, id)).last_error).to.match(
      /5000 MXNB to 0x.* limit of 1000 MXNB per payout/,
    );
    const request = await release(id);
    expect((await run(keys.ana, 'approvals', 'list')).data[0].details).to.include({
      transfer: id,
      network: 'Arbitrum',
      asset: 'MXNB',
      amount: '5000',
      recipient: to.toLowerCase(),
    });
    expect((await run(keys.ana, 'approvals', 'approve', request)).error.code).to.equal(
      'second_operator_required',
    );
    await waits(id);
    await approve(request);
    // Asked about at once, without another wait.
    await sender.workers.transfers.runOnce();
    expect(await order(id)).to.include({ release_id: request, status: 'open' });
    for (let round = 0; round < 3; round++) {
      await node.mine(3);
      await sender.database.query('update evm_wallets set due_at = service_now() where due_at is not null');
      await sender.workers.rails.runOnce();
      await sendDue();
    }
    expect(await transferRow(sender, id)).to.include({ status: 'settled' });
    expect(await token.balanceOf(to)).to.equal(5_000_000_000n);
    // It counts towards no limit: two payouts of 1,000 go within the day, and a third does not.
    for (const amount of ['1000', '1000']) {
      const small = await withdrawOnChain(account, amount, to);
      await sendDue();
      expect(await order(small)).to.include({ release_id: null });
    }
    await waits(await withdrawOnChain(account, '1', to));
    expect((await run(keys.ana, 'chains', 'release', id, '--reason', 'again')).error.code).to.equal(
      'transfer_not_releasable',
    );
  });

  it('goes on waiting when it says another amount or recipient than was released', async () => {
    const id = await withdrawOnChain(account, '3000', walletAt(11).address);
    await waits(id);
    await approve(await release(id));
    const set = (column: string, value: string) =>
      sender.database.query(`update transfers set ${column} where id = $2`, [value, id]);
    await set(`destination = jsonb_set(destination, '{address}', to_jsonb($1::text))`, walletAt(12).address);
    await waits(id);
    await set(`destination = jsonb_set(destination, '{address}', to_jsonb($1::text))`, walletAt(11).address);
    await set('amount = $1, to_amount = $1', '3000.01');
    await waits(id);
    expect(await order(id)).to.equal(undefined);
    await set('amount = $1, to_amount = $1', '3000');
    await sendDue();
    expect(await order(id)).to.include({ amount: '3000.000000000000000000' });
  });

  it('still waits as long as the account makes it wait', async () => {
    const id = await withdrawOnChain(account, '1500', walletAt(14).address);
    await sender.database.query(
      `update transfers set due_at = service_now() + interval '24 hours' where id = $1`,
      [id],
    );
    await approve(await release(id));
    await sender.workers.transfers.runOnce();
    expect(await transferRow(sender, id)).to.include({ status: 'held', attempts: 0 });
    await sendDue();
    expect(await order(id)).to.include({ amount: '1500.000000000000000000' });
  });

  it('is let go by no other release of the same, and by none that was written to the database', async () => {
    const to = walletAt(13).address;
    const [released, forged] = [
      await withdrawOnChain(account, '1500', to),
      await withdrawOnChain(account, '1500', to),
    ];
    await approve(await release(released));
    await sender.database.query(
      `insert into operator_requests (id, kind, details, reason, requested_by, created_at, expires_at, request_stamp,
                                      decision, decided_by, decided_at, approval_stamp)
       select gen_random_uuid(), kind, details || jsonb_build_object('transfer', $1::text, 'payment', $2::text), reason,
              requested_by, created_at, expires_at, request_stamp, decision, decided_by, decided_at, approval_stamp
         from operator_requests where details ->> 'transfer' = $3`,
      [forged, `${account.id}:${forged}`, released],
    );
    await waits(forged);
    expect(await order(forged)).to.equal(undefined);
    expect(await order(released)).to.not.equal(undefined);
    const { data } = await run(keys.bruno, 'approvals', 'list', '--all');
    const genuine = new Map(data.map((request: any) => [request.details.transfer, request.genuine]));
    expect([genuine.get(released), genuine.get(forged)]).to.deep.equal([true, false]);
  });
});
