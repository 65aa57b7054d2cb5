import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import pg from 'pg';
import { declarations, type Declaration } from '../../src/db/queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { writeHistory } from '../support/data/history.ts';
import { loadStatements } from '../support/statements.ts';

/** Tables that stay small, and so may be read whole. */
const SMALL_TABLES: Record<string, string> = {
  assets: 'a catalogue',
  currency_rates: 'a catalogue',
  link_currencies: 'a catalogue',
  payment_methods: 'a catalogue',
  simulator_rates: 'a rate for each asset',
  simulator_settings: 'a row for each operation',
  service_clock: 'one row',
  deployment: 'one row',
  replica_beats: 'a row a second, for a minute',
  provider_statements: 'a row for each provider',
  evm_tokens: 'a row for each token of the configuration',
  provider_cost_roundings: 'a row for each coin',
  exchange_readings: 'a row for each provider that exchanges for others',
  exchange_floats: 'a row for each asset that such a provider holds',
  fx_limits: 'set by hand',
  liquidity_bands: 'a row for each place that the operator set',
  liquidity_routes: 'agreed on by operators',
  account_moves: 'accounts are moved by hand',
  account_stays: 'a row for each move',
  handed_on_deposits: 'what arrives late for accounts that were moved, which is rare',
  cell_deposits: 'the same, in the cell that they were moved to',
  account_move_changes: 'what changes while an account is copied',
  account_tolerances: 'one for each of an account’s methods at most',
  deposits_taken_back: 'what banks took back, which is rare',
  own_movements: 'the deployment’s own, a few a day',
  report_conflicts: 'what providers told wrongly, which is rare',
  rebalancings: 'sent between the deployment’s own providers, a few a day',
  webhook_leases: 'what is being sent right now',
  evm_chains: 'a row for each chain',
  evm_readings: 'a row for each chain',
  evm_unexplained: 'what left our wallets without an order, which nothing should',
  solvency_checks: 'one row',
  bank_handed_in: 'what people handed in within a day',
  bitso_keys: 'a row for each API key',
  bank_accounts: 'a row for each account of the configuration',
  bridge_progress: 'two rows',
  mono_clients: 'a row for each API client',
  operators: 'a row for each operator',
  operator_requests: 'asked for by hand',
  operator_log: 'done by hand',
  rail_pauses: 'paused by hand',
  differences: 'what checks found that should not be',
  knex_migrations: 'a row for each migration',
  knex_migrations_lock: 'one row',
  schema_floor: 'one row',
  backfills: 'a row for each migration that has one',
};
/** With fewer rows, a plan says nothing about how a table is read. */
const MANY_ROWS = 1_000;

/** `statement: what it reads` → why that is allowed. An entry that is no longer needed fails the test too. */
const READ_WHOLE: Record<string, string> = {
  'deployment.record_environment: credentials': 'once, at the first start',
  'deployment.secret_uses: bank_batches':
    'the operator asks what still needs an old key, once when it is retired',
  'deployment.secret_uses: bank_files':
    'the operator asks what still needs an old key, once when it is retired',
  'deployment.secret_uses: chat_webhooks':
    'the operator asks what still needs an old key, once when it is retired',
  'deployment.secret_uses: credentials':
    'the operator asks what still needs an old key, once when it is retired',
  'deployment.secret_uses: passwords':
    'the operator asks what still needs an old key, once when it is retired',
  'deployment.secret_uses: webhook_endpoints':
    'the operator asks what still needs an old key, once when it is retired',
  'deposits.list_overdue: accounts_with_refund_rule': 'the index has only the accounts with the rule',
  'deposits.find_account: accounts': 'the operator names a deposit without its account',
  'account_moves.open_work: screenings_due': 'holds only what is not decided',
  'ledger.postings_of: ledger_postings': 'an operator lets an account work again that another cell has lost',
  'accounts.count: accounts': 'an operator has all of them counted',
  'bank_batches.written: bank_batches_unwritten': 'holds only what is being written',
  'bank_entries.decide: bank_entries_unknown': 'holds only what nothing explains',
  'bank_entries.list_unknown: bank_entries_unknown': 'holds only what nothing explains',
  'bank_files.list_refused: bank_files_refused': 'holds only what was refused',
  'bank_orders.done: bank_orders_exported': 'holds only what has left and is not booked',
  'bank_orders.export: bank_orders_waiting': 'holds only what waits',
  'bank_statements.find_waiting: bank_statements_waiting_by_account': 'holds only what waits',
  'demo.first_account: accounts_pkey': 'stops at the first row after two',
  'exchange_floats.list: transfers_stuck': 'holds only what waits for the operator',
  'exchange_floats.promises: transfers_stuck': 'holds only what waits for the operator',
  'fx.exposure: transfers_due': 'holds only what is open',
  'fx.exposure: transfers_stuck': 'holds only what waits for the operator',
  'fx.market: transfers_due': 'holds only what is open',
  'fx.market: transfers_stuck': 'holds only what waits for the operator',
  'fx.oldest_conversion: transfers_due': 'holds only what is open',
  'fx.oldest_conversion: transfers_stuck': 'holds only what waits for the operator',
  'liquidity.positions: transfers_stuck': 'holds only what waits for the operator',
  'liquidity.positions: ledger_balances':
    'what all accounts’ books say that a provider holds is what is asked for',
  'payment_links.merge_counts: payment_link_count_changes': 'holds only what waits to be merged',
  'provider_notices.list: provider_notices_pkey': 'by an operator; few providers, each with many rows',
  'provider_notices.open_work: transfers_stuck': 'holds only what waits for the operator',
  'screenings.release: screenings_held': 'holds only what is held',
  'screenings.undecided: screenings_due': 'holds only what is not carried out yet',
  'screenings.undecided: screenings_held': 'holds only what is held',
  'simulator.balances: simulator_operations': 'the whole books of a test deployment are what is asked for',
  'transfers.oldest_waiting: transfers_due': 'holds only what is open',
  'webhook_deliveries.find_key: accounts': 'the operator names a delivery without its account',
  'webhook_deliveries.drop: webhook_deliveries': 'one endpoint can have a large share of all deliveries',
};

/** `family(filter)` → why it may read rows that the filter then discards. */
const LEFT_OUT: Record<string, string> = {
  'audit_log.list(actions)':
    'by time in an account of few entries; there is an index of actions for one of many',
  'audit_log.list(userIds)':
    'by time in an account of few entries; there is an index of people for one of many',
  'audit_log.list(record)':
    'by time in an account of few entries; there are indexes of records for one of many',
  'customers.list(reference)':
    'by time in an account of few customers; there is an index of references for one of many',
  'events.follow(type)': 'reads in sequence order, passing each event once',
  'events.follow(createdAfter)': 'reads in sequence order, passing each event once',
  'provider_notices.list(provider)': 'few values, each with many rows',
  'request_logs.list(idempotencyKey)': 'within some days, since an index would cost every call',
  'request_logs.list(path)': 'the index has its hash, so that the path itself is compared too',
  'request_logs.list(errorParam)': 'given with an error code, of which there is an index',
  'request_logs.list(operation)': 'within some days, since an index would cost every call',
  'withdrawal_batches.list(status)': 'few values, each with many rows',
  'transfers.list_withdrawals(statuses)': 'few values, each with many rows',
  'transfers.list_withdrawals(asset)': 'few values, each with many rows',
  'transfers.list_withdrawals(method)': 'few values, each with many rows',
  'transfers.list_conversions(statuses)': 'few values, each with many rows',
  'transfers.list_conversions(asset)': 'one of two columns',
  'transfers.list_conversions(method)': 'a conversion has no method',
  'transfers.list_refunds(statuses)': 'few values, each with many rows',
  'transfers.list_refunds(asset)': 'few values, each with many rows',
  'transfers.list_refunds(method)': 'few values, each with many rows',
  'payment_links.list_partly_paid(createdAfter)': 'few links at a time wait for a decision',
  'payment_links.list_partly_paid(createdBefore)': 'few links at a time wait for a decision',
  'qr_codes.collections(createdAfter)':
    'the account of a link is compared once its code, which is unique, is found',
  'qr_codes.collections(createdBefore)':
    'the account of a link is compared once its code, which is unique, is found',
  'qr_codes.list(status)': 'an account has only as many as it has counters',
  'qr_codes.list(externalReference)': 'an account has only as many as it has counters',
};

/** The rows that each call writes, by table. */
const COSTS = new URL('../../test-system/costs/costs.json', import.meta.url);
/** The purge reads old events by it once they are few among many; of the few in this test it reads each account's. */
const UNUSED_HERE = ['events_by_age'];

/** Changes that are declared as queries, because they are made outside of any transaction. */
const COMMITS_BY_ITSELF = { 'rate_limits.count': 'is seen by other processes before the call ends' };

/** Audits read all of the books by design, in their own snapshot. */
const READS_EVERYTHING = /^audit\./;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Subplan Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
}

describe('the plan of every statement', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let statements: Declaration[];
  let rowsOf: Map<string, number>;
  let partialIndexes: Set<string>;

  before(async function () {
    // Thousands of rows in every table, on a machine that may be busy.
    this.timeout(240_000);
    statements = (await loadStatements()).filter(({ name }) => !READS_EVERYTHING.test(name));

    database = await createTestDatabase();
    await fill(database);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const names = async (text: string) => (await database.query(text)) as { name: string; rows: number }[];
    rowsOf = new Map(
      (
        await names(
          `select relname as name, reltuples::float8 as rows from pg_class
            where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
        )
      ).map(({ name, rows }) => [name, rows]),
    );
    partialIndexes = new Set(
      (await names(`select indexrelid::regclass::text as name from pg_index where indpred is not null`)).map(
        ({ name }) => name,
      ),
    );
  });
  after(async () => {
    await client?.end();
    await database?.drop();
  });

  const explain = async (name: string, text: string): Promise<Plan> => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (generic_plan, format json) ${text}`,
    );
    const [row] = rows;
    if (!row) throw new Error(`${name} was not explained`);
    return row['QUERY PLAN'][0].Plan;
  };
  const isLarge = (table: string | undefined): table is string =>
    table !== undefined && !(table in SMALL_TABLES) && (rowsOf.get(table) ?? 0) >= MANY_ROWS;

  /** `statement: what it reads` of those that read a growing table, or an index of one, from beginning to end. */
  const readWhole = async (some: readonly Declaration[]): Promise<string[]> => {
    const found = new Set<string>();
    const visit = (name: string, plan: Plan, isLimited: boolean): void => {
      const { 'Node Type': type, 'Relation Name': table, 'Index Name': index = '', Filter: filter } = plan;
      const isWholeTable = type === 'Seq Scan' && isLarge(table);
      const isWholeIndex = type.includes('Index') && !plan['Index Cond'];
      // A limit ends it early, unless a filter can reject every row; a partial index may hold just the wanted rows.
      const isBounded = filter === undefined && (isLimited || partialIndexes.has(index));
      if ((isWholeTable || isWholeIndex) && !isBounded) {
        found.add(`${name}: ${isWholeTable ? table.replace(/_\d{8}$/, '') : index}`);
      }
      for (const below of plan.Plans ?? []) visit(name, below, isLimited || type === 'Limit');
    };
    for (const { name, text } of some) {
      for (const shape of shapesOf(text)) visit(name, await explain(name, text(new Set(shape))), false);
    }
    return [...found].sort();
  };

  /** The audits that read a growing table again for each row of another. */
  const readRepeatedly = async (): Promise<string[]> => {
    const audits = declarations.filter(({ name }) => READS_EVERYTHING.test(name));
    expect(audits).not.to.be.empty;
    const found = new Set<string>();
    const readsWhole = ({ 'Node Type': type, 'Relation Name': table, Plans: below = [] }: Plan): boolean =>
      (type === 'Seq Scan' && isLarge(table)) || below.some(readsWhole);
    const visit = (name: string, plan: Plan): void => {
      for (const below of plan.Plans ?? []) {
        // A hashed one is read once. A CTE is too; repeating it for each row would make the audit quadratic.
        const isRepeated =
          below['Subplan Name']?.startsWith('SubPlan') &&
          !JSON.stringify(plan).includes(`hashed ${below['Subplan Name']}`);
        const [outer, inner] = plan['Node Type'] === 'Nested Loop' ? (plan.Plans ?? []) : [];
        const isReadAgain =
          below === inner && outer && readsWhole(outer) && readsWhole(inner) && inner['Plan Rows'] > 1;
        if (isRepeated || isReadAgain) found.add(name);
        visit(name, below);
      }
    };
    for (const { name, text } of audits) visit(name, await explain(name, text(new Set())));
    return [...found].sort();
  };

  it('is tested with many rows in every growing table', () => {
    const empty = [...rowsOf].filter(
      ([table, rows]) => rows < MANY_ROWS && !(table in SMALL_TABLES) && !/_\d{8}$/.test(table),
    );
    expect(empty).to.deep.equal([]);
    expect(Object.keys(SMALL_TABLES).filter((table) => !rowsOf.has(table))).to.deep.equal([]);
  });

  it('uses every index that a payment writes, unless it guards something', async () => {
    const costs = JSON.parse(readFileSync(COSTS, 'utf8')) as Record<string, { rows: object }>;
    const written = [...new Set(Object.values(costs).flatMap(({ rows }) => Object.keys(rows)))];
    const indexes = await database.query(
      `select indexrelid::regclass::text as name from pg_index
        where indrelid = any($1::text[]::regclass[]) and not indisunique`,
      [written],
    );
    expect(indexes.length).to.be.above(20);
    const used = new Set<string>();
    const visit = ({ 'Index Name': index, Plans: below = [] }: Plan): void => {
      if (index !== undefined) used.add(index);
      below.forEach(visit);
    };
    for (const { name, text } of declarations) {
      for (const shape of shapesOf(text)) visit(await explain(name, text(new Set(shape))));
    }
    const idle = indexes.map(({ name }) => String(name)).filter((name) => !used.has(name));
    expect(idle).to.deep.equal(UNUSED_HERE);
  });

  it('has a unique name', () => {
    const names = statements.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
  });

  it('reads no growing table whole', async () => {
    expect(await readWhole(statements)).to.deep.equal(Object.keys(READ_WHOLE).sort());
  });

  it('changes and locks nothing in what is declared as a query', async () => {
    const changing: string[] = [];
    const changes = ({ 'Node Type': type, Plans: below = [] }: Plan): boolean =>
      type === 'ModifyTable' || type === 'LockRows' || below.some(changes);
    for (const { name, text } of declarations.filter(({ declaredAs }) => declaredAs === 'query')) {
      if (changes(await explain(name, text(new Set())))) changing.push(name);
    }
    expect(changing.sort()).to.deep.equal(Object.keys(COMMITS_BY_ITSELF));
  });

  it('uses an index for every list with one filter', async () => {
    const found = new Set<string>();
    const visit = (shape: string, plan: Plan): void => {
      // A filter on a value from the caller; fixed ones, such as "not deleted", reject few rows.
      if (isLarge(plan['Relation Name']) && /\$\d/.test(plan.Filter ?? '')) found.add(shape);
      for (const below of plan.Plans ?? []) visit(shape, below);
    };
    for (const { name, text } of statements.filter(({ name }) => !OF_DELIVERIES.test(name))) {
      const filters = parametersOf(text).filter((parameter) => !/^(after|one of )/.test(parameter));
      for (const filter of filters) {
        // The sums of a list are made of its own query.
        visit(`${name.replace('.sum_', '.list_')}(${filter})`, await explain(name, text(new Set([filter]))));
      }
    }
    expect([...found].sort()).to.deep.equal(Object.keys(LEFT_OUT).sort());
  });

  it('finds links by their values in the order of the list, without sorting them', async () => {
    const { name, text } = statements.find((one) => one.name === 'payment_links.list_with') ?? {};
    if (!name || !text) throw new Error('there is no such statement');
    const visit = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(visit)];
    for (const shape of shapesOf(text)) {
      const nodes = visit(await explain(name, text(new Set(shape))));
      expect(nodes, shape.join()).to.include('Limit').and.not.include('Sort');
      expect(nodes, shape.join()).not.to.include('Incremental Sort');
    }
  });

  it('sums a list in the order of its rows, so that the limit bounds what is read', async () => {
    const summing =
      /^(deposits\.sum_records|ledger\.sum_movements|payment_links\.sum_any|transfers\.sum_\w+)$/;
    const some = statements.filter(({ name }) => summing.test(name));
    expect(some).to.have.length(6);
    const within = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(within)];
    const limited = (plan: Plan): Plan[] =>
      plan['Node Type'] === 'Limit' ? [plan] : (plan.Plans ?? []).flatMap(limited);
    for (const { name, text } of some) {
      for (const shape of [[], ['createdAfter', 'createdBefore']]) {
        const [limit, ...others] = limited(await explain(name, text(new Set(shape))));
        expect(others, name).to.deep.equal([]);
        expect(limit && within(limit), name)
          .to.include('Index Scan')
          .and.not.to.include('Sort');
      }
    }
  });

  it('looks for calls of a path by its hash', async () => {
    const { name, text } = statements.find((one) => one.name === 'request_logs.list') ?? {};
    if (!name || !text) throw new Error('there is no such statement');
    const conditions = (plan: Plan): string[] => [
      plan['Index Cond'] ?? '',
      ...(plan.Plans ?? []).flatMap(conditions),
    ];
    expect(conditions(await explain(name, text(new Set(['path'])))).join()).to.contain('hashtext(path)');
  });

  it('shows the calls that people see first without reading the reads between them', async () => {
    const { name, text } = statements.find((one) => one.name === 'request_logs.list') ?? {};
    if (!name || !text) throw new Error('there is no such statement');
    const visit = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(visit)];
    const nodes = visit(await explain(name, text(new Set(['withoutReads', 'createdAfter']))));
    const scans = nodes.filter((node) => node['Index Name'] !== undefined);
    expect(scans).not.to.be.empty;
    for (const { Filter: filter = '' } of scans) expect(filter).not.to.contain('method');
    expect(nodes.map((node) => node['Node Type'])).not.to.include('Sort');
  });

  it('searches by the hash of what was typed', async () => {
    const indexes: Record<string, string> = {
      'search.deposits_by_proof': 'deposits_by_proof',
      'search.deposits_by_sender': 'deposits_by_sender',
      'search.transfers_by_destination': 'transfers_by_destination',
      'payment_links.by_place': 'payment_link_methods_by_reference',
    };
    const visit = (plan: Plan): (string | undefined)[] => [
      plan['Index Name'],
      ...(plan.Plans ?? []).flatMap(visit),
    ];
    for (const [wanted, index] of Object.entries(indexes)) {
      const { text } = statements.find(({ name }) => name === wanted) ?? {};
      if (!text) throw new Error(`there is no ${wanted}`);
      expect(visit(await explain(wanted, text(new Set()))), wanted).to.include(index);
    }
  });

  it("looks for a key's calls among its own, not among all of the account", async () => {
    const conditions: (string | undefined)[] = [];
    const visit = (plan: Plan): void => {
      if (plan['Index Name']) conditions.push(plan['Index Cond']);
      for (const below of plan.Plans ?? []) visit(below);
    };
    for (const { name, text } of statements.filter((statement) => BY_KEY.test(statement.name)))
      visit(await explain(name, text(new Set())));
    expect(conditions).not.to.be.empty;
    for (const condition of conditions) expect(condition).to.contain('credential_id');
  });

  it('sums a period from whole days and the quarters of an hour at its edges, never from its movements', async () => {
    const visit = (plan: Plan, isLimited: boolean): void => {
      const { 'Relation Name': table, 'Index Cond': condition = '' } = plan;
      if (table === 'ledger_postings') expect(isLimited).to.equal(true);
      if (table === 'movement_quarters')
        expect(condition).to.match(/account_id = .*starts_at >= .*starts_at < /);
      if (table === 'movement_totals') expect(condition).to.match(/account_id = .*day >= .*day < /);
      for (const below of plan.Plans ?? []) visit(below, isLimited || plan['Node Type'] === 'Limit');
    };
    for (const { name, text } of statements.filter(({ name }) => /^statements\.(figures|spans)$/.test(name)))
      visit(await explain(name, text(new Set())), false);
  });

  it('of an audit reads each record once, not once per other record', async () => {
    expect(await readRepeatedly()).to.deep.equal([]);
  });

  it('can use an index for every foreign key that a delete checks', async () => {
    const unindexed = await database.query(
      `select conrelid::regclass::text || ' → ' || confrelid::regclass as reference from pg_constraint c
        where contype = 'f' and has_table_privilege('payments_app', confrelid, 'delete')
          and not exists (select from pg_index i
                           where i.indrelid = c.conrelid and i.indpred is null
                             and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
    );
    expect(unindexed).to.deep.equal([]);
  });

  describe('where one account has everything', () => {
    before(async () => {
      const tables = await database.query(
        `select attrelid::regclass as name from pg_attribute join pg_class c on c.oid = attrelid
          where attname = 'account_id' and relkind = 'r' and relnamespace = 'public'::regnamespace`,
      );
      for (const { name } of tables) {
        await database.query(`alter table ${String(name)} alter column account_id set (n_distinct = 1)`);
      }
      await database.query('analyze');
    });

    it('reads no growing table whole to leave out accounts that have moved', async () => {
      const some = statements.filter(({ text }) => text(new Set()).includes('account_moves'));
      expect(some).not.to.be.empty;
      const allowed = Object.keys(READ_WHOLE);
      expect((await readWhole(some)).filter((one) => !allowed.includes(one))).to.deep.equal([]);
    });

    it('of an audit reads each record once all the same', async () => {
      expect(await readRepeatedly()).to.deep.equal([]);
    });
  });
});

/** Lists of deliveries are by endpoint and state; only the operator's command uses fewer filters. */
const OF_DELIVERIES = /^webhook_deliveries\.list_/;

/** By key, among which are some that were never used. */
const BY_KEY = /^request_logs\.(last_calls|versions)$/;

/** The optional parameters that a family's builder uses. */
function parametersOf(text: Declaration['text']): string[] {
  const asked = new Set<string>();
  for (const answer of [false, true]) {
    text({ has: (parameter: string) => (asked.add(parameter), answer) } as ReadonlySet<string>);
  }
  return [...asked];
}

/** Shapes with no optional parameter, each one alone, each pair (so each with the cursor), and all. */
function shapesOf(text: Declaration['text']): string[][] {
  const all = parametersOf(text);
  const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other]));
  return [[], ...all.map((one) => [one]), ...pairs, all];
}

const EACH_ACCOUNT = [
  `insert into credentials (account_id, id, public_id, name, environment, scopes, secret_hmac, pepper_version,
     last_four, api_version, requests_per_minute, money_operations_per_day, created_at)
   select id, id, md5(id::text), 'Key', 'test', '{}', '', 1, 'abcd', '2026-11-01', 600, 1000, now() from accounts`,
  `insert into money_quotas (account_id, credential_id, day, slot, used, share, quota)
   select id, id, current_date, 0, 1, 1000, 1000 from accounts`,
  `insert into rate_limit_windows (key, used, ends_at)
   select id::text, 1, now() + interval '1 minute' from accounts`,
  `insert into outbox_messages (account_id, id, subject, body, next_attempt_at, created_at)
   select id, id, '', '', now() + interval '1 day', now() from accounts`,
  `insert into webhook_endpoints (account_id, id, url, description, enabled_events, sealed_secret, created_at)
   select id, id, '', '', '{}', '', now() from accounts`,
  `insert into customers (account_id, id, name, email, tax_id, reference, metadata, created_at, updated_at)
   select id, id, 'Customer', id || '@example.com', left(id::text, 20), id, '{}', now(), now() from accounts`,
  `insert into customer_terms (account_id, term, customer_id) select id, 'customer', id from accounts`,
  `insert into customer_statement_mails (account_id, id, customer_id, created_at)
   select id, id, id, now() from accounts`,
  `insert into qr_codes (account_id, id, name, currency, status, url, svg, created_at)
   select id, id, 'Counter', 'MXNB', 'active', '', '', now() from accounts`,
  `insert into ledger_balances (account_id, asset, book)
   select id, 'USDT', book from accounts, unnest('{available,rail:simulator}'::text[]) as book`,
  `insert into movement_totals (account_id, day, asset, type, method, amount, movements)
   select id, current_date, 'USDT', 'payment', 'SPEI', 1, 1 from accounts`,
  `insert into movement_quarters (account_id, starts_at, asset, type, method, amount, movements)
   select id, date_bin('15 minutes', now(), 'epoch'), 'USDT', 'payment', 'SPEI', 1, 1 from accounts`,
  `insert into deposit_conflicts (account_id, id, provider, provider_reference, method, destination, asset, amount,
     final, created_at)
   select id, id, 'simulator', id, 'SPEI', '', 'MXN', 1, true, now() from accounts`,
  `insert into payment_link_counts (account_id, status, links) select id, 'none', 0 from accounts`,
  `insert into payment_link_count_changes (account_id, entered_status, links) select id, 'none', 0 from accounts`,
  `insert into faults (account_id, id, kind, count, remaining, created_at, expires_at)
   select id, id, 'internal_error', 1, 1, now(), now() + interval '1 hour' from accounts`,
  `insert into event_sequences (account_id) select id from accounts`,
  `insert into account_versions select id, slot, 1 from accounts, generate_series(0, 7) as slot`,
  `insert into provider_notices (id, provider, notice_id, body, status, attempts, received_at, finished_at)
   select id, 'rail_' || left(id::text, 1), id, '', 'processed', 1, now(), now() from accounts`,
  `insert into bitso_refusals (idempotency_key, reason, message, refused_at)
   select id, 'PROVIDER_REFUSED', '', now() from accounts`,
  `insert into bitso_quotes (idempotency_key, reference, from_asset, from_amount, to_asset, to_amount, expires_at)
   select id, id, 'MXN', 1, 'USDC', 1, now() from accounts`,
  `insert into bitso_conversions (idempotency_key, quote_id, taken_at) select id, id, now() from accounts`,
  `insert into bitso_mints (idempotency_key, amount, started_at, issuance_id) select id, 1, now(), id from accounts`,
  `insert into bitso_payments (id, method, clabe, amount, expires_at, created_at, due_at)
   select 'pay_' || md5(index::text), 'SPEI', lpad(index::text, 18, '0'), 100, now(), now(),
          case when index % 100 = 0 then now() end from generate_series(1, 5000) as index`,
  `insert into bank_files (id, sha256, name, source, content)
   select id, md5(id::text), 'day.xml', 'folder', '\\x00' from accounts`,
  `insert into bank_statements (id, account, file_id, identity, role, opening, closing, number)
   select id, 'usd', id, md5(id::text), 'books', 1, 2, row_number() over () from bank_files`,
  `insert into bank_entries (account, identity, fingerprint, role, statement, amount, currency, booking_date, is_booked,
                             kind, subject, is_paired, entry, is_final, learned_at)
   select 'usd' || row_number() over () % 100, id::text, md5(id::text), 'books', 1, 1, 'USD', '2026-01-01', true, 'deposit', id::text, true, '{}', true,
          now() - interval '30 days'
     from accounts`,
  `insert into bank_places (reference, idempotency_key, account, numeric_reference)
   select id::text, id::text, 'main', right(id::text, 7) from accounts`,
  `insert into bank_batches (id, account, name, content, sha256, payments, total, groups, created_at, written_at)
   select id::text, 'usd', 'x', '\\x00', 'x', 1, 1, '[]', now() - interval '30 days', now() from accounts`,
  `insert into bank_orders (id, idempotency_key, account, is_refund, amount, destination, state, batch_id, done_at)
   select id::text, id::text, 'usd', false, 1, '{}', 'done', id::text, now() from accounts`,
  `insert into bridge_payees (fingerprint, reference, requested_at)
   select md5(id::text) || md5(id::text), id, now() from accounts`,
  `insert into bridge_templates (id, method, requested_at, transfer_id, account_number, deposit_message, instructions, due_at)
   select 'place_' || md5(index::text), 'WIRE', now(), md5(index::text), '215268129123', 'BRG' || md5(index::text), '{}',
          case when index % 100 = 0 then now() end from generate_series(1, 5000) as index`,
  `insert into bridge_deposits (transfer_id, template_id) select id, id from bridge_templates`,
  `insert into bridge_funds_requests (id, seen_at) select id, now() - interval '90 days' from accounts`,
  `insert into mono_collections (id, idempotency_key, method, amount, wanted_until, ends_at, created_at, collection_id,
     destination, expires_at, issued_at, due_at)
   select 'col_' || md5(index::text), md5(index::text), 'BREB', 100, now(), now(), now() - index * interval '1 minute',
          issued.text, issued.text, issued.at, issued.at, case when index % 100 = 1 then now() end
     from generate_series(1, 5000) as index
     left join lateral (select md5(index::text) as text, now() as at) as issued on index % 50 > 0`,
  `insert into mono_attempts (id, collection_id) select left(md5(id::text), 30), left(md5(id::text), 30) from accounts`,
  `insert into rail_orders (id, provider, purpose, idempotency_key, body, requests, reference, done_at, returned_at,
     returned_words, watch_at)
   select 'pay_out_' || md5(index::text), 'mono', 'pay_out', md5(index::text), '{}', 1, md5(index::text), now(), returned.at,
          returned.words, case when index % 100 = 1 then now() end
     from generate_series(1, 5000) as index
     left join lateral (select now() - index * interval '1 hour' as at, '' as words) as returned on index % 50 = 0`,
  `insert into evm_wallets (network, address, derivation_index, next_nonce)
   select 'Polygon', '0x' || left(md5(id::text) || md5(id::text), 40), row_number() over (), 1 from accounts`,
  `insert into evm_orders (network, wallet, nonce, kind, idempotency_key, asset, amount, recipient, target, data, value,
     gas_limit, status, transaction_hash, block_number, gas_paid, created_at, final_at)
   select network, address, 0, 'pay_out', address, 'USDC', 1, address, address, '0x', 0, 60000, 'done', address, 1, 1,
          now(), now() from evm_wallets`,
  `insert into evm_transactions (network, wallet, nonce, version, hash, raw, max_fee, priority_fee, created_at)
   select network, wallet, nonce, 1, wallet, '0x', 1, 1, now() from evm_orders`,
  `insert into evm_decisions (idempotency_key, decided_at) select idempotency_key, now() from evm_orders`,
  `insert into evm_sweeps (network, address, asset, number, max_gas_price, outcome, created_at)
   select network, address, 'USDC', 1, 1, 'empty', now() from evm_wallets`,
  `insert into provider_costs (account_id, provider, reference, id, asset, amount, booked, created_at)
   select id, 'evm', id, id, 'ETH', 1, 1, now() from accounts`,
  `insert into evm_addresses (address, index, issued_for, created_at)
   select '0x' || left(md5(id::text) || md5(id::text), 40), row_number() over (), id, now() from accounts`,
  `insert into evm_chains (network, chain_id, final_block, seen_block, due_at, audit_due_at, updated_at)
   select network, row_number() over (), 1000000, 1000000, now(), now(), now()
     from unnest('{Arbitrum,Polygon}'::text[]) as network`,
  `insert into evm_transfers (network, transaction_hash, position, status, asset, sender, recipient, amount,
     block_number, block_hash, seen_at, final_at, swept_at)
   select case when index % 2 = 0 then 'Arbitrum' else 'Polygon' end, '0x' || md5(address) || md5(address), 0, 'final',
          'USDC', '0x', address, 1, index, '0x', now(), now() - index * interval '1 minute',
          case when index % 100 > 0 then now() end from evm_addresses`,
  `insert into users (id, email, name, created_at) select id, id || '@acme.example', 'Ada', now() from accounts`,
  `insert into memberships (account_id, user_id, role, accepted_at, created_at)
   select id, id, 'owner', now(), now() from accounts`,
  `insert into statement_mails (account_id, user_id, month, due_at)
   select id, id, '2026-11-01', now() + row_number() over () * interval '1 minute' from accounts`,
  `insert into link_reminder_settings (account_id, hours_before, language, planned_until)
   select id, 24, 'en', now() + row_number() over () * interval '1 minute' from accounts`,
  `insert into link_reminders (account_id, link_code, kind, expires_at, planned_at, next_at, outcome, decided_at,
                               address_digest, stop_digest)
   select id, 'PL-' || id, 'before', now(), now(), now(), 'sent', now() - row_number() over () * interval '1 minute',
          sha256(id::text::bytea), sha256(id::text::bytea) from accounts`,
  `insert into link_reminder_stops (account_id, kind, subject, created_at) select id, 'customer', id, now() from accounts`,
  `insert into team_notes (account_id, id, object, object_id, user_id, body, created_at)
   select id, id, 'customer', id, id, 'Pays late', now() from accounts`,
  `insert into team_files (account_id, id, object, object_id, user_id, name, type, size, content, created_at)
   select id, id, 'customer', id, id, 'a.pdf', 'application/pdf', 1, '\\x00', now() from accounts`,
  `insert into saved_views (account_id, id, user_id, list, name, query, is_shared, created_at)
   select id, id, id, 'panel_links', 'Open', '', false, now() from accounts`,
  `insert into notification_preferences (account_id, user_id, kinds, digest_hour, digest_from, digest_due_at)
   select id, id, '{payment}', 8, now(), now() + row_number() over () * interval '1 minute' from accounts`,
  `insert into chat_webhooks (account_id, service, sealed_url, shown_url, language, kinds, created_at)
   select id, 'slack', '', 'hooks.slack.com', 'en', '{payment}', now() from accounts`,
  `insert into chat_messages (account_id, id, text, url, next_attempt_at, created_at)
   select id, id, 'Payment', '/', now() + row_number() over () * interval '1 minute', now() from accounts`,
  `insert into notification_feeds (account_id, last_sequence, due_at) select id, 1000000, now() from accounts`,
  `insert into notification_facts (account_id, id, kind, subject_id, amount, asset)
   select id, id, 'taken_back', id, 1, 'MXN' from accounts`,
  `insert into month_profiles (account_id, codes, is_mailed) select id, '{}', false from accounts`,
  `insert into one_time_links (account_id, id, user_id, purpose, token_hash, expires_at, created_at)
   select id, id, id, 'invitation', decode(md5(id::text), 'hex'), now() + interval '1 day', now() from accounts`,
  `insert into passkeys (user_id, id, credential_id, public_key, sign_counter, transports, name, created_at)
   select id, id, id, '', 0, '{}', 'Phone', now() from accounts`,
  `insert into user_identities (user_id, issuer, subject, created_at)
   select id, 'https://login.example', id, now() from accounts`,
  `insert into passkey_challenges (challenge, user_id, expires_at) select id, id, now() + interval '1 day' from accounts`,
  `insert into passwords (user_id, hash, sealed_totp_secret, last_totp_step, changed_at)
   select id, '', '', 0, now() from accounts`,
  `insert into recovery_codes (user_id, code_hmac) select id, decode(md5(id::text), 'hex') from accounts`,
  `insert into user_sessions (user_id, id, token_hash, address, agent, created_at, last_used_at, proven_at)
   select id, id, decode(md5(id::text), 'hex'), '127.0.0.1', '', now(), now(), now() from accounts`,
  `insert into known_devices (user_id, token_hash, last_used_at)
   select id, decode(md5(id::text), 'hex'), now() from accounts`,
  `insert into sign_in_attempts (scope_hash, id, created_at) select decode(md5(id::text), 'hex'), id, now() from accounts`,
  `insert into audit_entries (account_id, id, action, user_id, subject, details, created_at)
   select id, id, 'session.started', id, 'Ada', '{}', now() from accounts`,
  `insert into withdrawal_destinations (account_id, id, label, method, destination, created_by, created_at)
   select id, id, 'Main account', 'SPEI', '{}', id, now() from accounts`,
  `insert into withdrawal_batches (account_id, id, title, asset, digest, status, execute_on, series_id, requested_by, created_at)
   select id, id, 'Payroll', 'MXNB', md5(id::text) || md5(id::text), 'started', now(), id, id, now() from accounts`,
  `insert into account_brands (account_id, color) select id, '#0a7cff' from accounts`,
  `insert into account_limits (account_id, currency, amount) select id, 'MXN', 1000 from accounts`,
  `insert into screenings (account_id, subject, subject_id, decision, decided_at, created_at)
   select id, 'deposit', id, 'allow', now(), now() from accounts`,
  `insert into api_refund_limits (account_id, currency, amount) select id, 'MXN', 1000 from accounts`,
  // Without their withdrawals and refunds, which would change what the planner expects of transfers.
  `set session_replication_role = replica;
   insert into transfer_requests (account_id, transfer_id, destination_id, requested_by, goes_at, created_at)
   select id, id, id, id, now(), now() from accounts;
   insert into api_refunds (account_id, refund_id, credential_id, created_at) select id, id, id, now() from accounts;
   insert into withdrawal_batch_lines (account_id, batch_id, line, amount, method, destination, withdrawal_id)
   select id, id, 2, 100, 'SPEI', '{}', id from accounts;
   reset session_replication_role`,
];

/** Thousands of accounts; some have a history, one has most of it. */
async function fill(database: TestDatabase): Promise<void> {
  await database.query(
    `insert into accounts (id, name, created_at)
     select gen_random_uuid(), 'Company', now() from generate_series(1, 3000)`,
  );
  for (const text of EACH_ACCOUNT) await database.query(text);
  const accounts = (await database.query('select id from accounts limit 12')) as { id: string }[];
  for (const [at, { id }] of accounts.entries()) {
    const sizes = { links: 10_000, movements: 8_000, logs: 32_000, events: 5_000, idempotencyRecords: 5_000 };
    const share = at === 0 ? 1 : 0.01;
    const ofAccount = Object.entries(sizes).map(([kind, count]) => [kind, count * share]);
    await writeHistory(database.url, id, Object.fromEntries(ofAccount) as typeof sizes);
  }
  await database.query('vacuum analyze');
}
