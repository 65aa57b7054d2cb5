import { expect } from 'chai';
import { newOperatorKey } from '../../src/operators/key.ts';
import type { PaymentsCommand } from '../../src/commands/frame/command.ts';
import { createProgram } from '../../src/commands/program.ts';
import { addTwoOperators, type TwoOperators } from '../operators/two-operators.ts';
import { runPaymentsAs } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund } from '../transfers/rig.ts';
import { callIn, commandsOf, wordsOf } from './lines.ts';

/**
 * Why each of these is not recorded. A command that is in no list here must declare that it is: whoever adds one decides
 * whether it moves money, or sets what money is moved by.
 */
const NOT_RECORDED: Record<string, readonly string[]> = {
  'It only reads.': [
    ...['accounts list', 'accounts show', 'balances', 'links list', 'links show', 'keys list', 'users list'],
    ...['customers list', 'customers show', 'customers statement'],
    ...[
      'webhooks list',
      'webhooks deliveries',
      'notifications list',
      'limits show',
      'approval-rules list',
      'audit-log',
      'ledger verify',
      'reconcile',
      'solvency',
      'statements month',
    ],
    ...['deposits unmatched', 'deposits conflicts', 'deposits handed-on', 'deposits taken-back'],
    ...['deposits show', 'deposits find'],
    ...[
      'withdrawals batch check',
      'withdrawals batch show',
      'withdrawals waiting',
      'conversions waiting',
      'refunds waiting',
      'transfers stuck',
      'transfers waiting',
    ],
    ...['fx limits', 'fx report', 'liquidity status', 'liquidity route list', 'adjustments list'],
    ...['differences list', 'screening list', 'methods list', 'currencies list', 'currencies rates'],
    ...['providers list', 'providers status', 'rails list', 'chains status', 'chains audit', 'bank check'],
    ...[
      'bank status',
      'bitso check',
      'bridge check',
      'mono check',
      'operators list',
      'operators log',
      'secrets list',
    ],
    ...['approvals list', 'migrations status', 'backup verify', 'simulator show'],
    ...['cells config', 'cells status', 'cells solvency', 'cells reconcile', 'cells compare'],
  ],
  'It opens an account or lets people and programs in, and moves nothing: what they do then is theirs.': [
    'customers create',
    ...['accounts create', 'accounts brand', 'keys create', 'keys rotate', 'keys revoke', 'users create'],
    ...['users invite', 'users reset', 'users disable', 'users enable', 'webhooks redeliver'],
    'notifications stop',
    ...['bitso subscribe', 'bridge subscribe'],
  ],
  'It plays the outside, in the test environment only.': [
    ...['deposits simulate', 'simulator set', 'simulator move', 'simulator return'],
  ],
  'It records itself, and the first operator is added by nobody.': [
    ...['operators add', 'operators rotate', 'operators revoke'],
  ],
  'It is about whole databases, or an account as it is: no amount changes.': [
    ...['migrate', 'backup', 'restore', 'cells add', 'accounts move', 'secrets forget'],
  ],
  'It runs another command, which is recorded.': ['cells each'],
  'It uses no deployment, or calls one through its API.': [
    'listen',
    'mcp',
    'sandbox',
    'completion',
    'complete',
  ],
};
const isListed = new Set(Object.values(NOT_RECORDED).flat());

const ignore = () => Promise.resolve();
const program = await createProgram(ignore, ignore, {
  out: () => undefined,
  version: '1.2.3',
  runInCell: () => ignore().then(() => ({ exitCode: 0, out: '', err: '' })),
});

describe('who moves money, or sets what it is moved by', () => {
  const nameOf = ({ path }: PaymentsCommand) => path.replace(/^payments /, '');
  /** Those that do something; some are groups, too. */
  const commands = commandsOf(program).filter(
    (command) => command.commands.length === 0 || nameOf(command) === 'backup' || command.isRecorded,
  );
  const recorded = commands.filter(({ isRecorded }) => isRecorded);

  let service: TestService;
  let account: TestAccount;
  let operators: TwoOperators;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    operators = await addTwoOperators(service);
  });
  after(() => service?.close());

  const log = async (): Promise<any[]> => (await operators.json(undefined, 'operators', 'log')).data;

  it('is recorded by every command, or the command is named with why it is not', () => {
    expect(
      commands
        .map(nameOf)
        .filter((name) => !isListed.has(name))
        .sort(),
    ).to.deep.equal(recorded.map(nameOf).sort());
    expect(
      [...isListed].filter((name) => !commands.some((command) => nameOf(command) === name)),
    ).to.deep.equal([]);
  });

  for (const command of recorded) {
    it(`needs an operator: ${nameOf(command)}`, async () => {
      const lines = await log();
      const codes: string[] = [];
      for (const example of command.examples) {
        const { code, stdout } = await runPaymentsAs(
          undefined,
          service,
          ...wordsOf(callIn(example)),
          '--json',
        );
        if (code !== 0) codes.push(JSON.parse(stdout).error?.code);
      }
      // What stops money needs one only once there are operators, as here; some options only read.
      expect(codes, command.examples.join('\n')).to.include('operator_key_required');
      expect(await log()).to.deep.equal(lines);
    });
  }

  describe('is in the operators’ log', () => {
    const of = () => ['--account', account.id];
    const withdraw = (...more: string[]) => [
      ...['withdrawals', 'create', ...of(), '--asset', 'MXNB', '--amount', '100', '--method', 'SPEI'],
      ...['--clabe', '032180000118359719', ...more],
    ];
    const convert = (name: string, ...more: string[]) => [
      ...['conversions', name, ...of(), '--from', 'MXNB', '--to', 'USDC', '--amount', '10', ...more],
    ];
    for (const { command, args } of [
      { command: 'methods set', args: () => ['methods', 'set', 'SPEI', '--max-slippage-percent', '3'] },
      { command: 'currencies set', args: () => ['currencies', 'set', 'MXNB', '--min-amount', '20'] },
      { command: 'currencies rate', args: () => ['currencies', 'rate', 'MXN', '--usd', '0.0571'] },
      {
        command: 'limits set',
        args: () => ['limits', 'set', ...of(), '--currency', 'MXN', '--amount', '9000'],
      },
      {
        command: 'approval-rules add',
        args: () => ['approval-rules', 'add', ...of(), '--currency', 'MXN', '--above', '9000'],
      },
      {
        command: 'accounts set',
        args: () => ['accounts', 'set', account.id, '--api-refunds', 'on', '--api-refunds-per-day', '200'],
      },
      {
        command: 'accounts tolerance',
        args: () => [
          ...['accounts', 'tolerance', account.id, '--method', 'SPEI', '--underpaid-tolerance', '1%'],
          ...['--max', '5'],
        ],
      },
      { command: 'withdrawals create', args: () => withdraw() },
      { command: 'withdrawals create', args: () => withdraw('--idempotency-key', 'one') },
      { command: 'conversions quote', args: () => convert('quote') },
      // Two transactions: the key is reserved while the provider is asked.
      { command: 'conversions create', args: () => convert('create', '--idempotency-key', 'two') },
      { command: 'transfers hold', args: () => ['transfers', 'hold'] },
      { command: 'transfers resume', args: () => ['transfers', 'resume'] },
    ]) {
      it(`with who typed it: ${command}`, async () => {
        const lines = await log();
        const typed = [...args(), '--json'];
        await operators.json(operators.bruno, ...args());
        const [line, ...before] = await log();
        expect(before).to.deep.equal(lines);
        expect(line).to.deep.include({
          ...{ operator: 'bruno', action: 'command.run', subject: command },
          details: { typed },
        });
      });
    }

    it('once, where the command records what was done in its own words', async () => {
      const lines = await log();
      await operators.json(
        operators.ana,
        ...['fx', 'limit', '--from', 'USDC', '--to', 'MXNB', '--max-deviation-percent', '4'],
      );
      const [line, ...before] = await log();
      expect(before).to.deep.equal(lines);
      expect(line).to.include({ operator: 'ana', action: 'fx_limit.set' });
    });

    it('not where nothing was done', async () => {
      const lines = await log();
      await operators.refused(operators.ana, ...withdraw().map((word) => (word === '100' ? '100000' : word)));
      await operators.refused(
        operators.ana,
        'methods',
        'set',
        'SPEI',
        '--decimals',
        '3',
        '--network',
        'Base',
      );
      expect(await log()).to.deep.equal(lines);
    });

    it('not where it only reads, which needs no operator', async () => {
      const lines = await log();
      expect(await operators.json(undefined, 'accounts', 'tolerance', account.id)).to.have.property('data');
      expect(await operators.json(undefined, 'providers', 'notices')).to.have.property('data');
      expect(await log()).to.deep.equal(lines);
    });

    it('with all of its words, or it is refused', async () => {
      const failed = ['transfers', 'resolve', account.id, '--failed', 'x'.repeat(4_000)];
      const { message } = await operators.refused(operators.ana, ...failed);
      expect(message).to.match(/too long to be recorded/);
    });
  });

  it('is one person, whose key may stand among those for other cells', async () => {
    const { text: elsewhere } = newOperatorKey();
    await operators.json(`${elsewhere},${operators.bruno}`, 'currencies', 'rate', 'MXN', '--usd', '0.0572');
    expect((await log())[0]).to.include({ operator: 'bruno' });
    expect(await operators.refused(elsewhere, 'currencies', 'rate', 'MXN', '--usd', '0.0573')).to.include({
      code: 'operator_key_refused',
    });
  });

  it('may stop money without a key while there are no operators, and nothing else', async () => {
    const fresh = await startService();
    try {
      const codeOf = async (...args: string[]) => (await runPaymentsAs(undefined, fresh, ...args)).code;
      expect(await codeOf('transfers', 'hold')).to.equal(0);
      expect(
        await codeOf('rails', 'pause', '--direction', 'out', '--method', 'SPEI', '--reason', 'x'),
      ).to.equal(0);
      expect(await codeOf('transfers', 'resume')).to.equal(1);
      expect(await codeOf('rails', 'resume', '--direction', 'out', '--method', 'SPEI')).to.equal(1);
      const { stdout } = await runPaymentsAs(undefined, fresh, 'operators', 'log', '--json');
      expect(
        JSON.parse(stdout).data.map(({ operator, action }: any) => ({ operator, action })),
      ).to.deep.equal([
        { operator: null, action: 'rail.paused' },
        { operator: null, action: 'command.run' },
      ]);
    } finally {
      await fresh.close();
    }
  });
});
