import { expect } from 'chai';
import { createTestDatabase } from '../support/database.ts';
import { loadStatements } from '../support/statements.ts';

const ACCOUNT_ITSELF = 'its key is the account';
const WHOSE = 'finds the account, by an id that is unique across accounts';
const WORKER = 'background work for all accounts, in bounded batches';
const CATALOGUE = 'the same for all accounts';
const DEPLOYMENT = 'about the deployment as a whole';
const LOCK = 'an advisory lock, reads no rows';
const SIMULATOR = 'stands in for an external system that knows no accounts';
const PROVIDER = "by a provider's own reference: providers know no accounts";
const NOTICE = 'a provider names no account in what it tells';
const CHAIN = 'chains know no accounts';
const PERSON = 'about a person, who may belong to several accounts';
const TOKEN = 'by the hash of a secret that names the person';
const BITSO = 'about the one account at Bitso';
const OPERATOR = 'for the operator, who sees all accounts';

/** Statements without an account parameter, and why. An entry that is no longer needed fails the test too. */
const WITHOUT_ACCOUNT: Record<string, string> = {
  'accounts.insert': ACCOUNT_ITSELF,
  'accounts.update': ACCOUNT_ITSELF,
  'accounts.find': ACCOUNT_ITSELF,
  'accounts.lock': ACCOUNT_ITSELF,
  'accounts.find_key_holder': ACCOUNT_ITSELF,
  'deposits.find_account': WHOSE,
  'payment_links.find_account': WHOSE,
  'qr_codes.find_active': WHOSE,
  'credentials.find_presented': WHOSE,
  'credentials.find_account': WHOSE,
  'transfers.find_account': WHOSE,
  'transfers.lock_by_id': WHOSE,
  'transfers.lock_sent': WHOSE,
  'transfers.hasten': PROVIDER,
  'deposit_references.find_deposit': WHOSE,
  'payment_link_methods.by_destination': WHOSE,
  'webhook_deliveries.find_key': WHOSE,
  'request_logs.insert': 'writes rows of several accounts, each with its own',
  'webhook_endpoints.lock_all': 'takes pairs of account and endpoint',
  'deposits.claim_unconfirmed': WORKER,
  'payment_link_methods.claim': WORKER,
  'payment_links.expire': WORKER,
  'payment_links.merge_counts': WORKER,
  'transfers.claim': WORKER,
  'webhook_deliveries.claim': WORKER,
  'webhook_leases.end': WORKER,
  'outbox.claim': WORKER,
  'events.purge': WORKER,
  'idempotency.purge': WORKER,
  'quota.purge': WORKER,
  'rate_limits.purge': WORKER,
  'qr_scans.purge': WORKER,
  'request_logs.make_partitions': WORKER,
  'request_logs.drop_old_partitions': WORKER,
  'provider_notices.claim': WORKER,
  'provider_notices.purge': WORKER,
  'provider_notices.insert': NOTICE,
  'provider_notices.process': NOTICE,
  'provider_notices.postpone': NOTICE,
  'provider_notices.fail': NOTICE,
  'provider_notices.find': OPERATOR,
  'provider_notices.list': OPERATOR,
  'provider_notices.retry': OPERATOR,
  'provider_notices.dismiss': OPERATOR,
  'provider_notices.open_work': OPERATOR,
  'provider_statements.claim': WORKER,
  'provider_statements.extend': WORKER,
  'provider_statements.advance': WORKER,
  'provider_statements.postpone': WORKER,
  'provider_statements.find_known': PROVIDER,
  'evm_tokens.insert': CHAIN,
  'evm_tokens.find': CHAIN,
  'evm_transfers.standing': CHAIN,
  'rate_limits.count': 'counts by a key that names the account, or an address without one',
  'methods.list': CATALOGUE,
  'methods.find': CATALOGUE,
  'methods.lock': CATALOGUE,
  'methods.update': CATALOGUE,
  'methods.find_asset': CATALOGUE,
  'methods.list_assets': CATALOGUE,
  'methods.find_currency': CATALOGUE,
  'methods.list_currencies': CATALOGUE,
  'methods.lock_currency': CATALOGUE,
  'methods.update_currency': CATALOGUE,
  'clock.read': CATALOGUE,
  'clock.advance': CATALOGUE,
  'migrations.last': 'which schema the database has',
  'deployment.environment': DEPLOYMENT,
  'deployment.record_environment': DEPLOYMENT,
  'deployment.hold_transfers': DEPLOYMENT,
  'deployment.resume_transfers': DEPLOYMENT,
  'deployment.transfers_held_since': DEPLOYMENT,
  'idempotency.lock': LOCK,
  'qr_scans.lock': LOCK,
  'demo.lock': LOCK,
  'payment_links.merge_lock': LOCK,
  'webhook_deliveries.claim_lock': LOCK,
  'webhook_deliveries.by_index': 'a setting, reads no rows',
  'simulator.insert_operation': SIMULATOR,
  'simulator.find_operation': SIMULATOR,
  'simulator.find_quote': SIMULATOR,
  'simulator.find_deposit': SIMULATOR,
  'simulator.find_sent': SIMULATOR,
  'simulator.list_statement': SIMULATOR,
  'simulator.list_settings': SIMULATOR,
  'simulator.change_setting': SIMULATOR,
  'simulator.list_rates': SIMULATOR,
  'simulator.move_rate': SIMULATOR,
  'evm_wallets.open': CHAIN,
  'evm_wallets.lock': CHAIN,
  'evm_wallets.take_nonce': CHAIN,
  'evm_wallets.claim': CHAIN,
  'evm_wallets.finish': CHAIN,
  'evm_orders.insert': CHAIN,
  'evm_orders.find': CHAIN,
  'evm_orders.reserved': CHAIN,
  'evm_orders.list_open': CHAIN,
  'evm_orders.mined': CHAIN,
  'evm_orders.lost': CHAIN,
  'evm_orders.finish': CHAIN,
  'evm_orders.list_sent': CHAIN,
  'evm_decisions.insert': CHAIN,
  'evm_decisions.find_refusal': CHAIN,
  'evm_transactions.insert': CHAIN,
  'evm_transactions.sent': CHAIN,
  'evm_wallets.list_hot': CHAIN,
  'evm_wallets.adopt_nonce': CHAIN,
  'evm_sweeps.list_unswept': CHAIN,
  'evm_sweeps.want': CHAIN,
  'evm_sweeps.waiting': CHAIN,
  'evm_sweeps.claim': CHAIN,
  'evm_sweeps.wait': CHAIN,
  'evm_sweeps.sign': CHAIN,
  'evm_sweeps.incoming': CHAIN,
  'evm_sweeps.finish': CHAIN,
  'evm_transfers.swept': CHAIN,
  'evm_addresses.take_block': CHAIN,
  'evm_addresses.insert': CHAIN,
  'evm_addresses.insert_first': CHAIN,
  'evm_addresses.find': CHAIN,
  'evm_addresses.page': CHAIN,
  'evm_addresses.known': CHAIN,
  'evm_chains.open': CHAIN,
  'evm_chains.find': CHAIN,
  'evm_chains.claim': CHAIN,
  'evm_chains.progress': CHAIN,
  'evm_chains.finish': CHAIN,
  'evm_chains.halt': CHAIN,
  'evm_chains.resume': CHAIN,
  'evm_chains.list': CHAIN,
  'evm_chains.claim_audit': CHAIN,
  'evm_chains.postpone_audit': CHAIN,
  'evm_transfers.upsert': CHAIN,
  'evm_transfers.mark_gone': CHAIN,
  'evm_transfers.drop': CHAIN,
  'evm_transfers.list_unreported': CHAIN,
  'evm_transfers.lock_unreported': CHAIN,
  'evm_transfers.report': CHAIN,
  'evm_transfers.find': CHAIN,
  'evm_transfers.list_final': CHAIN,
  'bitso_keys.take_turn': BITSO,
  'bitso_keys.find_lock': BITSO,
  'bitso_keys.lock': BITSO,
  'bitso_payments.find': BITSO,
  'bitso_payments.insert': BITSO,
  'bitso_payments.find_method': BITSO,
  'bitso_payments.claim': BITSO,
  'bitso_payments.ask_later': BITSO,
  'bitso_payments.done': BITSO,
  'bitso_refusals.find': BITSO,
  'bitso_refusals.insert': BITSO,
  'bitso_quotes.find': BITSO,
  'bitso_quotes.insert': BITSO,
  'bitso_conversions.find': BITSO,
  'bitso_conversions.insert': BITSO,
  'bitso_conversions.replace': BITSO,
  'bitso_mints.open': BITSO,
  'bitso_mints.find': BITSO,
  'bitso_mints.claim': BITSO,
  'demo.any_account': 'asks whether there is any account at all',
  'users.insert': PERSON,
  'users.by_email': PERSON,
  'users.lock': PERSON,
  'users.set_disabled': PERSON,
  'users.set_language': PERSON,
  'users.set_name': PERSON,
  'users.ways_in': PERSON,
  'memberships.of_user': PERSON,
  'memberships.home': PERSON,
  'passkeys.insert': PERSON,
  'passkeys.list': PERSON,
  'passkeys.use': PERSON,
  'passkeys.delete': PERSON,
  'passkeys.delete_all': PERSON,
  'passkey_challenges.insert': PERSON,
  'passkey_challenges.take': PERSON,
  'passwords.put': PERSON,
  'passwords.find': PERSON,
  'passwords.by_email': PERSON,
  'passwords.use_step': PERSON,
  'passwords.delete': PERSON,
  'recovery_codes.insert': PERSON,
  'recovery_codes.delete': PERSON,
  'recovery_codes.use': PERSON,
  'recovery_codes.count': PERSON,
  'user_sessions.insert': PERSON,
  'user_sessions.note_use': PERSON,
  'user_sessions.prove': PERSON,
  'user_sessions.list': PERSON,
  'user_sessions.end': PERSON,
  'user_sessions.end_all': PERSON,
  'sign_in_attempts.insert': PERSON,
  'sign_in_attempts.count': PERSON,
  'sign_in_attempts.withdraw': PERSON,
  'known_devices.find': PERSON,
  'known_devices.put': PERSON,
  'known_devices.forget': PERSON,
  'one_time_links.find': TOKEN,
  'one_time_links.use': TOKEN,
  'user_sessions.find': TOKEN,
  'passkeys.find': TOKEN,
  'user_identities.find': PERSON,
  'user_identities.insert': PERSON,
  'user_identities.list': PERSON,
  'user_identities.delete': PERSON,
  'one_time_links.purge': WORKER,
  'passkey_challenges.purge': WORKER,
  'user_sessions.purge': WORKER,
  'sign_in_attempts.purge': WORKER,
  'known_devices.purge': WORKER,
  'audit_log.insert_everywhere': 'writes to each account of one person',
  'withdrawal_requests.expired': WORKER,
  'outbox.count': OPERATOR,
  'transfers.list_stuck': OPERATOR,
  'fx.exposure': OPERATOR,
  'fx.results': OPERATOR,
  'deposit_conflicts.list': OPERATOR,
  'webhook_deliveries.pending': OPERATOR,
};
/** Audits cover the books of all accounts by design. */
const AUDIT = /^audit\./;

/** Unique keys of tables with accounts that do not begin with the account, and why. */
const KEYED_OTHERWISE: Record<string, string> = {
  deposit_references_pkey: 'a provider reference counts once, whichever account it was for (D7)',
};

describe('account isolation in the database (D34)', () => {
  it('has an account parameter in every statement, or a listed reason why not', async () => {
    const without = (await loadStatements())
      .filter(({ name, parameters }) => !AUDIT.test(name) && !parameters().some(isAccount))
      .map(({ name }) => name);
    expect(without.sort()).to.deep.equal(Object.keys(WITHOUT_ACCOUNT).sort());
  });

  it('has the account first in every unique key of a table with accounts', async () => {
    const database = await createTestDatabase();
    try {
      const otherwise = await database.query(
        `select i.indexrelid::regclass::text as key
           from pg_index i
           join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
           join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
          where i.indisunique and i.indkey[0] <> a.attnum`,
      );
      expect(otherwise.map(({ key }) => key)).to.deep.equal(Object.keys(KEYED_OTHERWISE));
    } finally {
      await database.drop();
    }
  });
});

const isAccount = (parameter: string): boolean => parameter === 'accountId' || parameter === 'account_id';
