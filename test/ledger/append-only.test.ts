import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';
import { arrival, postAlone } from './entries.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

describe("the ledger's history", () => {
  let service: TestService;

  before(async () => {
    service = await startService();
    const { id } = await service.createAccount();
    await postAlone(service.foundation.db, arrival(id, 'MXNB', '100'));
  });
  after(() => service?.close());

  for (const text of [
    'update ledger_postings set amount = amount * 2',
    'update ledger_postings set balance_after = 0',
    'delete from ledger_postings',
    'truncate ledger_postings',
    `update ledger_entries set type = 'fee'`,
    'delete from ledger_entries',
    'truncate ledger_entries cascade',
    'delete from ledger_balances',
    'truncate ledger_balances cascade',
    'alter table ledger_postings disable trigger all',
    'drop trigger ledger_postings_sum_to_zero on ledger_postings',
    'alter table ledger_balances drop constraint ledger_balances_not_negative',
    'drop table ledger_postings',
    `set session_replication_role = 'replica'`,
    // The records behind the ledger may change their state, but not their history.
    `update payment_link_transitions set to_status = 'paid'`,
    'delete from payment_link_transitions',
    'truncate payment_link_transitions',
    'delete from payment_links',
    'delete from payment_link_methods',
    'delete from deposits',
    'truncate deposits cascade',
    'alter table deposits drop constraint deposits_refunded_at_most',
    'alter table payment_links drop constraint payment_links_refunded_at_most',
    'delete from transfers',
    'truncate transfers',
    'alter table transfers drop constraint transfers_one_per_provider_reference',
    'drop table transfers',
    // The simulated provider's own books.
    'update simulator_operations set amount = 0',
    'delete from simulator_operations',
    'delete from accounts',
    'create table elsewhere (id integer)',
  ]) {
    it(`does not let the service run: ${text}`, async () => {
      const attempt = service.foundation.db.transaction((trx) => trx.query({ text }));
      expect(await attempt.catch((error: unknown) => error)).to.include({ code: INSUFFICIENT_PRIVILEGE });
    });
  }

  it('can be read and appended to by the service', async () => {
    const { rows } = await service.foundation.db.read.query({ text: 'select * from ledger_postings' });
    expect(rows).to.have.length(2);
  });
});
