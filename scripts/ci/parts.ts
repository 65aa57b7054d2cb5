import type { Inputs } from './inputs.ts';
import type { Tool } from './tools.ts';

/** A part of CI. */
export interface Part {
  name: string;
  /** For bash, one after the other. */
  commands: readonly string[];
  /** What the machine must have besides Node. */
  tools?: readonly Tool[];
  /** All that its result depends on: it is skipped while that is what it last passed with. Without, it always runs. */
  inputs?: Inputs;
}

const PACKAGES = ['package.json', 'package-lock.json'];
const CONTRACT = ['openapi/service.yaml', 'openapi/workflows.yaml', 'src/contract'];
/** What only people see of the service: no call of the API, no rail and no worker goes through it. */
const PAGES = ['src/panel', 'src/checkout', 'src/reference', 'src/pages', 'src/mcp'];
const RAILS = ['bank', 'bitso', 'bridge', 'cells', 'evm', 'mono'];

/** The programs, as they run beside these scripts, without the folders that play no part there. */
function service(entries: readonly string[], without: readonly string[]): Inputs {
  return {
    entries: ['src/main.ts', 'src/cli.ts', ...entries],
    without,
    files: [
      ...PACKAGES,
      'openapi/service.yaml',
      'src/db/migrations',
      'scripts/build.js',
      'scripts/bundling.js',
    ],
  };
}

/** Two thirds of a minute of trouble and its judgement, with choices that can be made again. */
function chaos(
  part: string,
  entry: string,
  rails: readonly string[] = [],
  tools: readonly Tool[] = [],
  pages: readonly string[] = PAGES,
): Part {
  const without = RAILS.filter((rail) => !rails.includes(rail)).map(
    (rail) => `src/methods/providers/${rail}`,
  );
  return {
    name: `chaos ${part}`,
    commands: [`npm run --silent chaos -- ${part} --minutes 0.34 --seed 1 --json`],
    inputs: service([`scripts/chaos/${entry}`], [...pages, ...without]),
    tools,
  };
}

/** One stage after the other; of a stage, two parts at a time, in this order. */
export const STAGES: readonly (readonly Part[])[] = [
  [
    { name: 'lint', commands: ['npm run lint'] },
    {
      name: 'contract',
      commands: ['npm run lint:contract', 'npm run --silent contract:diff'],
      tools: ['go'],
    },
    {
      name: 'security rules for APIs',
      commands: ['npm run lint:spectral'],
      inputs: {
        files: [...PACKAGES, ...CONTRACT, '.spectral.yaml', 'scripts/tools'],
        entries: ['scripts/contract/spectral.ts'],
      },
    },
    {
      // The comparison with the released contract proves that it sees what breaks callers.
      name: 'contract self-test',
      commands: ['npm run --silent contract:diff -- --self-test'],
      inputs: {
        files: [...PACKAGES, 'openapi/released', 'scripts/tools', 'scripts/contract'],
        entries: ['scripts/contract/diff.ts'],
      },
      tools: ['go'],
    },
    {
      name: 'migrations',
      commands: ['npm run --silent lint:migrations'],
      inputs: {
        files: [...PACKAGES, 'src/db/migrations', 'scripts/tools'],
        entries: ['scripts/migrations/lint.ts'],
      },
    },
    {
      name: 'deployed files',
      commands: ['npm run --silent lint:deploy'],
      inputs: { files: [...PACKAGES, 'deploy', 'scripts/tools'], entries: ['scripts/deploy/lint.ts'] },
      tools: ['nginx', 'caddy', 'envoy', 'promtool', 'systemd', 'go'],
    },
    {
      name: 'clients',
      commands: ['npm run --silent sdks -- --check --pack', 'npm run --silent sdks:others -- --changed'],
      inputs: { files: [...PACKAGES, ...CONTRACT, 'scripts/sdks', 'scripts/tools'] },
      tools: ['go', 'php', 'ruby', 'java', 'rust', 'python'],
    },
    {
      name: 'receivers of webhooks',
      commands: ['npm run --silent sdks:webhooks'],
      inputs: {
        files: [...PACKAGES, 'scripts/sdks/standard-webhooks', 'scripts/tools', 'src/webhooks'],
        entries: ['scripts/sdks/standard-webhooks/check.ts'],
      },
      tools: ['go', 'python'],
    },
    {
      // As a newcomer would type them, in a clone of its own.
      name: 'documents',
      commands: ['npm run --silent docs:walk'],
      inputs: {
        ...service(['scripts/docs/walk.ts'], ['src/panel', 'src/reference', 'src/mcp']),
        files: [
          ...PACKAGES,
          'openapi/service.yaml',
          'src/db/migrations',
          'deploy',
          'README.md',
          'openapi/guides/9-webhooks.md',
          'docs/production.md',
        ],
      },
      tools: ['caddy'],
    },
    {
      // Its bare handler shares statements with the service, and nothing else runs it.
      name: 'bench',
      commands: ['npm run --silent bench -- --only link --rounds 1'],
      inputs: service(['scripts/bench/bench.ts'], PAGES),
    },
  ],
  [{ name: 'npm test', commands: ['npm test'] }],
  [
    {
      name: 'npm run test:system',
      commands: ['npm run test:system'],
      tools: [
        'browser',
        'redis',
        'pgbouncer',
        'nginx',
        'caddy',
        'envoy',
        'age',
        'promtool',
        'go',
        'php',
        'ruby',
        'java',
        'python',
      ],
    },
  ],
  [
    {
      // The running service, with others' tools.
      name: 'contract tests',
      commands: ['npm run --silent test:contract -- --seed 1'],
      inputs: {
        ...service(['scripts/contract-tests/contract-tests.ts'], PAGES),
        files: [...PACKAGES, ...CONTRACT, 'src/db/migrations', 'scripts/contract-tests', 'scripts/tools'],
      },
      tools: ['python'],
    },
    {
      name: 'Node 26',
      commands: ['bash scripts/ci/on-node-26.sh'],
      inputs: {
        files: [...PACKAGES, 'scripts/ci/on-node-26.sh', 'src/process', 'src/composition'],
        entries: [
          'test/http',
          'test/lib',
          'test/webhooks',
          'test-system/main.test.ts',
          'test-system/primary.test.ts',
        ],
        without: [
          ...PAGES,
          ...RAILS.map((rail) => `src/methods/providers/${rail}`),
          'src/deposits',
          'src/transfers',
          'src/treasury',
        ],
      },
    },
    {
      ...chaos('upgrade', 'upgrade.ts'),
      commands: ['npm run --silent chaos -- upgrade --minutes 0.05 --seed 1 --json'],
    },
    chaos('money', 'money.ts'),
    chaos('bitso', 'bitso/bitso.ts', ['bitso']),
    // Its people hand in statements in the panel.
    chaos('bank', 'bank/bank.ts', ['bank'], [], ['src/checkout', 'src/reference', 'src/mcp']),
    chaos('bridge', 'stand-ins/bridge.ts', ['bridge']),
    chaos('mono', 'stand-ins/mono.ts', ['mono']),
    chaos('exchange', 'exchange/exchange.ts', ['bitso']),
    chaos('chain', 'chain/chain.ts', ['evm']),
    chaos('payouts', 'chain/payouts.ts', ['evm']),
    chaos('failover', 'failover/failover.ts', [], ['go', 'ip']),
    chaos('cells', 'cells/cells.ts', ['cells'], ['nginx']),
  ],
];
