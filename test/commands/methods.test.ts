import { expect } from 'chai';
import { registerCurrencyCommands } from '../../src/commands/catalogue/currencies.ts';
import { registerMethodCommands } from '../../src/commands/catalogue/methods.ts';
import { registerProviderCommands } from '../../src/commands/rails/providers.ts';
import { registerSimulatorCommands } from '../../src/methods/providers/simulator/commands.ts';
import { PaymentsCommand } from '../../src/commands/frame/command.ts';
import { readConfig } from '../../src/config/config.ts';
import { connect, type Database } from '../../src/db/connect.ts';
import type { Foundation } from '../../src/composition/foundation.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createProviders } from '../../src/methods/providers/registry.ts';
import { createSimulator } from '../../src/methods/providers/simulator/simulator.ts';
import { createApprovals } from '../../src/operators/approvals.ts';
import { createOperators } from '../../src/operators/operators.ts';
import { runPayments } from '../support/processes/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the catalogue commands', () => {
  let database: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    database = await createTestDatabase();
    db = connect({
      connectionString: database.url,
      maxTransactions: 2,
      logger: createLogger('silent'),
    });
  });
  afterEach(async () => {
    await db?.close();
    await database?.drop();
  });

  /** What the command returns, in this process; rejects where the program would fail. */
  async function payments(args: readonly string[], environment = 'test'): Promise<any> {
    const secretsKey = Keyring.generate();
    const config = readConfig({ ENVIRONMENT: environment, SECRETS_KEY: secretsKey });
    const simulator = createSimulator({ db });
    const providers = createProviders([simulator, { ...simulator, name: 'other' }]);
    let answer: object | undefined;
    const program = new PaymentsCommand().configureOutput({ outputError: () => undefined }).exitOverride();
    const registers = [
      registerMethodCommands,
      registerProviderCommands,
      registerCurrencyCommands,
      registerSimulatorCommands,
    ];
    for (const register of registers) {
      register(program, async (action) => {
        // The commands need nothing else of it.
        answer = await action({ db, config, providers } as Foundation);
      });
    }
    await program.parseAsync(args, { from: 'user' });
    return answer;
  }

  const SPEI = {
    method: 'SPEI',
    asset: 'MXN',
    kind: 'clabe',
    network: null,
    provider: 'simulator',
    exchange_provider: null,
    decimals: 2,
    min_amount: '100.00000000',
    max_amount: null,
    fee_percent: '0',
    fee_fixed: '0.00000000',
    quote_life: '15m',
    spread_percent: '0',
    max_slippage_percent: '2',
    enabled: true,
  };

  describe('methods', () => {
    it('are listed in the order they are offered', async () => {
      const { data } = await payments(['methods', 'list']);
      expect(data.map(({ method }: { method: string }) => method)).to.deep.equal([
        'SPEI',
        'WIRE',
        'MXNB',
        'USDC',
        'USDT',
        'BREB',
      ]);
      expect(data[0]).to.deep.equal(SPEI);
      expect(data[2]).to.deep.include({ kind: 'on_chain', network: 'Arbitrum', decimals: 6 });
      expect(data.map(({ quote_life }: { quote_life: string }) => quote_life)).to.deep.equal([
        '15m',
        '3d',
        '15m',
        '15m',
        '15m',
        '30m',
      ]);
    });

    it('change only the given fields', async () => {
      const changes: [string[], object][] = [
        [['--enabled', 'false'], { enabled: false }],
        [['--min-amount', '250.5'], { min_amount: '250.50000000' }],
        [['--max-amount', '5000'], { max_amount: '5000.00000000' }],
        [['--max-amount', 'none'], { max_amount: null }],
        [['--fee-percent', '1.5'], { fee_percent: '1.5' }],
        [['--fee-fixed', '3'], { fee_fixed: '3.00000000' }],
        [['--decimals', '0'], { decimals: 0 }],
        [['--provider', 'other'], { provider: 'other' }],
        [['--quote-life', '60s'], { quote_life: '1m' }],
        [['--quote-life', '90s'], { quote_life: '90s' }],
        [['--quote-life', '72h', '--spread-percent', '0.5'], { quote_life: '3d', spread_percent: '0.5' }],
        [['--max-slippage-percent', '3.5'], { max_slippage_percent: '3.5' }],
        [['--quote-life', '20d'], { quote_life: '20d' }],
        [
          ['--enabled', 'true', '--fee-percent', '99.999999', '--fee-fixed', '0'],
          { enabled: true, fee_percent: '99.999999', fee_fixed: '0.00000000' },
        ],
      ];
      let expected: object = SPEI;
      for (const [options, change] of changes) {
        expected = { ...expected, ...change };
        expect(await payments(['methods', 'set', 'SPEI', ...options])).to.deep.equal(expected);
        expect((await payments(['methods', 'list'])).data[0]).to.deep.equal(expected);
      }
      const [row] = await database.query(`select fee_rate::text from payment_methods where method = 'SPEI'`);
      expect(row).to.deep.equal({ fee_rate: '0.99999999' });
    });

    it('are moved to another chain for new links, when they are on one', async () => {
      const changed = await payments(['methods', 'set', 'USDC', '--network', 'Arbitrum']);
      expect(changed).to.deep.include({ method: 'USDC', network: 'Arbitrum' });
      expect((await payments(['methods', 'list'])).data[3]).to.deep.equal(changed);
      expect(await messageOf(payments(['methods', 'set', 'SPEI', '--network', 'Arbitrum']))).to.equal(
        'SPEI is not an on-chain method and has no network.',
      );
      expect(await messageOf(payments(['methods', 'set', 'USDC', '--network', '0x1']))).to.contain(
        'It must be a name like Arbitrum.',
      );
    });

    it('are listed by provider', async () => {
      await payments(['methods', 'set', 'SPEI', '--provider', 'other']);
      expect((await payments(['providers', 'list'])).data).to.deep.equal([
        { provider: 'simulator', methods: ['WIRE', 'MXNB', 'USDC', 'USDT', 'BREB'] },
        { provider: 'other', methods: ['SPEI'] },
      ]);
    });

    it('keep both of two simultaneous changes', async () => {
      await Promise.all([
        payments(['methods', 'set', 'SPEI', '--fee-percent', '2']),
        payments(['methods', 'set', 'SPEI', '--min-amount', '5']),
      ]);
      const { data } = await payments(['methods', 'list']);
      expect(data[0]).to.deep.include({ fee_percent: '2', min_amount: '5.00000000' });
    });

    it('have no more decimals than their rail carries', async () => {
      for (const method of ['MXNB', 'USDC', 'USDT']) {
        expect(await payments(['methods', 'set', method, '--decimals', '5'])).to.include({ decimals: 5 });
        expect(await messageOf(payments(['methods', 'set', method, '--decimals', '7']))).to.equal(
          'An on-chain method has at most 6 decimals.',
        );
      }
      expect(await payments(['methods', 'set', 'BREB', '--decimals', '8'])).to.include({ decimals: 8 });
    });
  });

  describe('currencies', () => {
    it('are listed with their limits', async () => {
      const { data } = await payments(['currencies', 'list']);
      expect(data.map(({ currency }: { currency: string }) => currency)).to.deep.equal([
        'COP',
        'MXNB',
        'USDC',
      ]);
      expect(data[1]).to.deep.equal({
        currency: 'MXNB',
        min_amount: '10.00000000',
        max_amount: '1000000.00000000',
        conversion_min_amount: '20000.00000000',
      });
    });

    it('change only the given fields', async () => {
      const changed = await payments(['currencies', 'set', 'USDC', '--min-amount', '2.5']);
      expect(changed).to.deep.include({ min_amount: '2.50000000', max_amount: '50000.00000000' });
      const all = ['--min-amount', '7', '--max-amount', '7', '--conversion-min-amount', '6'];
      const expected = {
        currency: 'USDC',
        min_amount: '7.00000000',
        max_amount: '7.00000000',
        conversion_min_amount: '6.00000000',
      };
      expect(await payments(['currencies', 'set', 'USDC', ...all])).to.deep.equal(expected);
      expect((await payments(['currencies', 'list'])).data[2]).to.deep.equal(expected);
    });

    it('keep their smallest amount at or below their largest', async () => {
      for (const options of [
        ['--min-amount', '50000.00000001'],
        ['--max-amount', '0.99999999'],
        ['--min-amount', '20', '--max-amount', '10'],
      ]) {
        expect(await messageOf(payments(['currencies', 'set', 'USDC', ...options]))).to.match(
          /^The smallest amount, .*, is above the largest, .*\.$/,
        );
      }
    });
  });

  describe('the simulator', () => {
    it('shows its settings and its market', async () => {
      const { data, rates } = await payments(['simulator', 'show']);
      expect(data).to.deep.equal(
        ['confirm', 'convert', 'instructions', 'pay_out', 'quote', 'refund'].map((operation) => ({
          operation,
          latency_ms: 0,
          answer_delay_ms: 0,
          failure: 'none',
        })),
      );
      expect(rates[1]).to.deep.equal({ asset: 'MXN', usd: '0.0545', moved_by_percent: '0' });
    });

    it('can be made slow or made to fail, one operation at a time', async () => {
      const changes: [string[], object][] = [
        [['--latency-ms', '1500'], { latency_ms: 1500 }],
        [
          ['--failure', 'lost_answer', '--answer-delay-ms', '600000'],
          { failure: 'lost_answer', answer_delay_ms: 600_000 },
        ],
        [['--latency-ms', '0', '--failure', 'none'], { latency_ms: 0, failure: 'none' }],
      ];
      let expected: object = { operation: 'quote', latency_ms: 0, answer_delay_ms: 0, failure: 'none' };
      for (const [options, change] of changes) {
        expected = { ...expected, ...change };
        expect(await payments(['simulator', 'set', 'quote', ...options])).to.deep.equal(expected);
      }
      const { data } = await payments(['simulator', 'show']);
      expect(data[4]).to.deep.equal(expected);
      expect(data[5]).to.deep.include({ answer_delay_ms: 0 });
    });

    it("can move an asset's rate up or down, and back", async () => {
      for (const [by, percent] of [
        ['5', '5'],
        ['-99.999999', '-99.999999'],
        ['899.999999', '899.999999'],
        ['-0', '0'],
      ] as const) {
        expect(await payments(['simulator', 'move', 'MXN', '--by', by])).to.deep.equal({
          asset: 'MXN',
          moved_by_percent: percent,
        });
        const { rates } = await payments(['simulator', 'show']);
        expect(rates[1].moved_by_percent).to.equal(percent);
        expect(rates[2].moved_by_percent).to.equal('0');
      }
    });

    it('exists in the test environment only', async () => {
      for (const args of [['show'], ['set', 'quote', '--latency-ms', '1'], ['move', 'MXN', '--by', '1']]) {
        expect(await messageOf(payments(['simulator', ...args], 'live'))).to.equal(
          'The provider is simulated in the test environment only.',
        );
      }
    });
  });

  const refusals: [string[], RegExp][] = [
    [
      ['methods', 'set', 'PAYPAL', '--enabled', 'true'],
      /^There is no method PAYPAL; `payments methods list` lists all methods\.$/,
    ],
    [['methods', 'set', 'spei', '--enabled', 'true'], /^There is no method spei; /],
    [['methods', 'set', 'SPEI'], /^Nothing to change/],
    [['methods', 'set', 'SPEI', '--enabled', 'yes'], /It must be true or false\.$/],
    [
      ['methods', 'set', 'SPEI', '--provider', 'bitso'],
      /^This deployment has no provider bitso\. It has: simulator, other\.$/,
    ],
    ...[
      '-1',
      '1e3',
      '0x10',
      '1_000',
      '1,5',
      '.5',
      '5.',
      '',
      ' 5',
      '1234567890123',
      '0.123456789',
      'NaN',
    ].flatMap((amount): [string[], RegExp][] => [
      [['methods', 'set', 'SPEI', '--min-amount', amount], /It must be an amount like/],
      [['methods', 'set', 'SPEI', '--fee-fixed', amount], /It must be an amount like/],
      [['currencies', 'set', 'COP', '--max-amount', amount], /It must be an amount like/],
    ]),
    ...['100', '-1', '1.1234567', '1e1', 'NaN', ''].map((percent): [string[], RegExp] => [
      ['methods', 'set', 'SPEI', '--fee-percent', percent],
      /It must be a percentage like/,
    ]),
    ...['100', '-0.1', '0,5', ''].map((percent): [string[], RegExp] => [
      ['methods', 'set', 'SPEI', '--spread-percent', percent],
      /It must be a percentage like/,
    ]),
    ...['15', '15 m', '1.5h', '-5m', '59s', '0m', '21d', '481h', '15M', '1w', '1m30s', '9999999999s', ''].map(
      (life): [string[], RegExp] => [
        ['methods', 'set', 'SPEI', '--quote-life', life],
        /It must be a duration like 90s, 15m, 72h or 3d, from 1m to 20d\.$/,
      ],
    ),
    ...['9', '-1', '1.5', '', 'x'].map((decimals): [string[], RegExp] => [
      ['methods', 'set', 'SPEI', '--decimals', decimals],
      /It must be a whole number from 0 to 8\.$/,
    ]),
    [['currencies', 'set', 'EUR', '--min-amount', '1'], /^Links cannot be created in EUR\.$/],
    [['currencies', 'set', 'COP'], /^Nothing to change/],
    [['currencies', 'set', 'COP', '--min-amount', '0'], /It must be more than zero\.$/],
    [['currencies', 'set', 'COP', '--conversion-min-amount', '0.0'], /It must be more than zero\.$/],
    [['simulator', 'set', 'quote'], /^Nothing to change/],
    [['simulator', 'set', 'launder', '--latency-ms', '1'], /Allowed choices are quote, /],
    [['simulator', 'set', 'quote', '--failure', 'often'], /Allowed choices are none, /],
    [['simulator', 'set', 'quote', '--latency-ms', '600001'], /from 0 to 600000\.$/],
    [['simulator', 'move', 'EUR', '--by', '1'], /^The simulator does not trade EUR\.$/],
    [['simulator', 'move', 'MXN'], /required option/],
    ...['-100', '900', '1e2', '', '1.1234567'].map((by): [string[], RegExp] => [
      ['simulator', 'move', 'MXN', '--by', by],
      /It must be a percentage like/,
    ]),
  ];

  it('refuse invalid changes with one readable line, and change nothing', async () => {
    const before = await everything();
    for (const [args, message] of refusals) {
      const refused = await messageOf(payments(args));
      expect(refused, args.join(' ')).to.match(message).and.not.include('\n');
    }
    expect(await everything()).to.deep.equal(before);
  });

  it('are part of the program', async () => {
    const secretsKey = Keyring.generate();
    const keyring = Keyring.parse(secretsKey);
    const operators = createOperators({ keyring });
    const approvals = createApprovals({ keyring, kinds: {} });
    const config = readConfig({ SECRETS_KEY: secretsKey, DATABASE_URL: database.url });
    // The commands need nothing else of it.
    const foundation = { db, config, operators, approvals } as Foundation;
    const run = (...args: string[]) => runPayments({ foundation }, ...args, '--json');
    const changed = await run('methods', 'set', 'SPEI', '--fee-percent', '1.5');
    expect(changed.stderr).to.equal('');
    expect(changed.code).to.equal(0);
    expect(JSON.parse(changed.stdout)).to.deep.equal({ ...SPEI, fee_percent: '1.5' });
    expect(JSON.parse((await run('currencies', 'list')).stdout).data).to.have.length(3);
    expect(JSON.parse((await run('simulator', 'show')).stdout).data).to.have.length(6);

    // Even with --json among its options it changes nothing.
    const empty = await run('methods', 'set', 'SPEI');
    expect(empty.code).to.equal(2);
    expect(empty.stderr).to.equal('Nothing to change: pass at least one option.\n');
    const onChain = await run('methods', 'set', 'USDC', '--decimals', '8');
    expect(onChain.code).to.equal(1);
    expect(onChain.stderr).to.equal('An on-chain method has at most 6 decimals.\n');
  });

  function everything() {
    return Promise.all(
      ['payment_methods', 'link_currencies', 'simulator_settings', 'simulator_rates'].map((table) =>
        database.query(`select * from ${table} order by 1`),
      ),
    );
  }

  async function messageOf(failing: Promise<unknown>): Promise<string> {
    const outcome = await failing.then(
      (answer) => new Error(`it did not fail but returned ${JSON.stringify(answer)}`),
      (error: unknown) => error,
    );
    if (!(outcome instanceof Error)) throw outcome;
    return outcome.message;
  }
});
