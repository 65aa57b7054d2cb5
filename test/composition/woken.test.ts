import { expect } from 'chai';
import type { Trx } from '../../src/db/connect.ts';
import type { Work } from '../../src/db/wakes.ts';
import { insertHandedOn } from '../../src/account-moves/handed-on-repository.ts';
import { newId } from '../../src/lib/ids.ts';
import { upsertTransfers } from '../../src/methods/providers/evm/follower/repository.ts';
import { lockWallet, takeNonce } from '../../src/methods/providers/evm/sender/wallet-repository.ts';
import { recordMessage } from '../../src/outbox/record.ts';
import { insertNotice, retryNotice } from '../../src/provider-notices/repository.ts';
import { openScreening } from '../../src/screening/repository.ts';
import { hastenTransfer } from '../../src/transfers/progress-repository.ts';
import { injectFault } from '../payment-links/links.ts';
import { until } from '../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund } from '../transfers/rig.ts';
import { withdraw } from '../transfers/started.ts';

const ADDRESS = `0x${'a1'.repeat(20)}`;

describe('what is written for a worker', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
  });
  after(() => service?.close());

  /** How often a transaction wakes the worker of this work. */
  const wakeUps = async (work: Work, write: (trx: Trx) => Promise<unknown>): Promise<number> => {
    let times = 0;
    const stop = service.foundation.db.onWork(work, () => (times += 1));
    await service.foundation.db.transaction(write);
    stop();
    return times;
  };
  const message = () => ({ accountId: account.id, recipient: null, subject: 'One', body: 'Line.\n' });
  const notice = () => ({ id: newId(), provider: 'simulator', noticeId: newId(), body: Buffer.from('{}') });

  it('wakes it once, however many there are', async () => {
    const woken = await wakeUps('messages', async (trx) => {
      for (let i = 0; i < 20; i++) await recordMessage(trx, message());
    });
    expect(woken).to.equal(1);
  });

  it('is done long before the worker looks by itself', async () => {
    const left = async (): Promise<number> =>
      (await service.database.query('select from outbox_messages')).length;
    await service.database.query('delete from outbox_messages');
    const { outbox } = service.workers;
    const loop = outbox.start();
    try {
      const lastedMs: number[] = [];
      for (let i = 0; i < 5; i++) {
        const startedAt = performance.now();
        await service.foundation.db.transaction((trx) => recordMessage(trx, message()));
        await until(async () => (await left()) === 0, { what: 'the message is gone' });
        lastedMs.push(performance.now() - startedAt);
      }
      // Without being woken, five in a row take up to a second each, because each follows upon a look.
      expect(lastedMs.reduce((sum, ms) => sum + ms, 0)).to.be.below(3_000);
    } finally {
      await loop.stop();
    }
  });

  it('wakes that of a notice, also if an operator has it processed again', async () => {
    const received = notice();
    expect(await wakeUps('notices', (trx) => insertNotice(trx, received))).to.equal(1);
    await service.database.query(
      `update provider_notices set status = 'failed', due_at = null, last_error = 'No.' where id = $1`,
      [received.id],
    );
    expect(await wakeUps('notices', (trx) => retryNotice(trx, { id: received.id }))).to.equal(1);
  });

  it('wakes that of a transfer which its provider says has moved on', async () => {
    await injectFault(service, 'pay_out', { failure: 'pending' });
    const id = await withdraw(account, '400');
    await service.workers.transfers.runOnce();
    const told = { provider: 'simulator', reference: 'order-1' };
    await service.database.query('update transfers set provider_reference = $2 where id = $1', [
      id,
      told.reference,
    ]);
    expect(await wakeUps('transfers', (trx) => hastenTransfer(trx, told))).to.equal(1);
    const unknown = { ...told, reference: 'another' };
    expect(await wakeUps('transfers', (trx) => hastenTransfer(trx, unknown))).to.equal(0);
  });

  it('wakes that of a deposit to be screened, and none for a transfer, which is screened when it is sent', async () => {
    await service.database.query('update deployment set screening_since = now()');
    const of = (subject: 'deposit' | 'transfer') => (trx: Trx) =>
      openScreening(trx, { accountId: account.id, subject, subjectId: newId() });
    expect(await wakeUps('screenings', of('deposit'))).to.equal(1);
    expect(await wakeUps('screenings', of('transfer'))).to.equal(0);
  });

  it('wakes those of a chain: of what was found on it, and of a wallet with something to send', async () => {
    const [network, hash] = ['Arbitrum', `0x${'b2'.repeat(32)}`];
    await service.database.query(
      `insert into evm_chains (network, chain_id, final_block, seen_block, due_at, audit_due_at, updated_at)
       values ($1, 42161, 0, 0, now(), now(), now())`,
      [network],
    );
    const found = {
      ...{ network, transactionHash: hash, position: 0, asset: 'MXNB', sender: ADDRESS, recipient: ADDRESS },
      ...{ amount: '1', blockNumber: '1', blockHash: hash, lastError: null },
    };
    expect(await wakeUps('chain_transfers', (trx) => upsertTransfers(trx, 'seen', [found]))).to.equal(1);
    expect(await wakeUps('chain_transfers', (trx) => upsertTransfers(trx, 'seen', []))).to.equal(0);
    const send = async (trx: Trx) =>
      takeNonce(trx, await lockWallet(trx, { network, address: ADDRESS, index: null, nonce: 0n }));
    expect(await wakeUps('wallets', send)).to.equal(1);
  });

  it('wakes that of a deposit for an account in another cell', async () => {
    const handedOn = {
      ...{ accountId: account.id, id: newId(), cell: 2, provider: 'simulator', providerReference: newId() },
      ...{ asset: 'MXNB', network: null, amount: '1', report: '{}' },
    };
    expect(await wakeUps('handed_on', (trx) => insertHandedOn(trx, handedOn))).to.equal(1);
  });
});
