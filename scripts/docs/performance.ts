// The tables of measured figures in the documents, from docs/internal/performance.json and docs/internal/test-times.json.
import { fileURLToPath } from 'node:url';
import { readFigures, type Figures, type Row } from '../bench/figures.ts';
import { readRunTimes } from './run-times.ts';

type Cell = number | string | undefined;
/** A line of a table, by heading. */
type Cells = Record<string, Cell>;

const TEST_TIMES = fileURLToPath(new URL('../../docs/internal/test-times.json', import.meta.url));
/** How many cases of growth are shown. */
const SLOWEST = 8;
/** How many tables of the database are shown. */
const LARGEST = 9;

/** By the names that the documents give them. Throws when a bench has no stored figures. */
export async function performanceTables(): Promise<Record<string, string>> {
  const figures = await readFigures();
  const of = (bench: string): Figures => {
    const found = figures[bench];
    if (!found)
      throw new Error(
        `docs/internal/performance.json has no figures of ${bench}; the bench stores them with --write`,
      );
    return found;
  };
  const rows = (bench: string, part?: string): Row[] => {
    const { report } = of(bench);
    const found = part === undefined ? report : (report as Record<string, Row[]>)[part];
    if (!Array.isArray(found)) throw new Error(`the figures of ${bench} are not as its bench writes them`);
    return found;
  };
  const captioned = (bench: string, table: string): string => `${captionOf(of(bench))}\n\n${table}`;

  const calls = rows('http');
  const deliveries = rows('webhooks');
  const waiting = rows('intake');
  const largestBatch = Math.max(...waiting.map(({ batch }) => Number(batch)));
  const [overload = {}, soak = {}] = rows('endurance');
  const costs = rows('cost', 'operations');
  const mostLinks = Math.max(...costs.map(({ links }) => Number(links)));
  const withMostLinks = (part: string): Row[] =>
    rows('cost', part).filter(({ links }) => links === mostLinks);

  return {
    'what tests take': await testTimes(),
    calls: captioned(
      'http',
      table(calls, {
        call: 'case',
        'per second': 'service/s',
        'to the floor': 'to floor',
        'to raw': 'to raw',
        'p99 in ms': 'service p99 ms',
        "floor's p99": 'floor p99 ms',
        noise: 'noise',
      }),
    ),
    payments: captioned(
      'payments',
      table(rows('payments'), {
        accounts: 'accounts',
        'per second': 'per second',
        'p99 in ms': 'p99 ms',
        'log each, kB': 'log kB',
        statements: 'statements',
        'round trips': 'round trips',
      }),
    ),
    intake: captioned(
      'intake',
      table(waiting, {
        accounts: 'accounts',
        'batches of': 'batch',
        'per second': 'per second',
        'in a transaction': 'a transaction',
        'p50 in ms': 'p50 ms',
        'p99 in ms': 'p99 ms',
        'service CPU ms': 'service CPU ms',
        'Postgres CPU ms': 'Postgres CPU ms',
        'log each, kB': 'log kB',
      }),
    ),
    'lone facts': captioned('lone', table(rows('lone', 'delays'))),
    'an idle service': table(rows('lone', 'idle')),
    deliveries: captioned(
      'webhooks',
      table(deliveries, {
        endpoints: 'endpoints',
        'in flight': 'in flight',
        'deliveries per second': 'deliveries/s',
        'to the bare loop': 'ratio',
        "bare loop's CPU ms": 'bare CPU ms',
        'service CPU ms': 'service CPU ms',
        'Postgres CPU ms': 'Postgres CPU ms',
      }),
    ),
    areas: captioned('profile', table(rows('profile'))),
    costs: captioned('cost', table(costs)),
    kept: table(largestTables(withMostLinks('kept'))),
    machines: table(withMostLinks('machines, computed')),
    growth: captioned('growth', table(slowest(rows('growth')))),
    load: captioned('endurance', transposed(rows('endurance'))),
    start: captioned('start', table(rows('start', 'ready'))),
    'first calls': table(rows('start', 'first calls')),
    'the main figures': table([
      ...['GET link', 'POST link', 'list links'].map((name) => {
        const row = find(calls, { case: name });
        return mainFigures(name, row['to floor'], row['to raw']);
      }),
      ...deliveries.map(({ endpoints, ratio }) =>
        mainFigures(`webhook delivery, ${endpoints} endpoints`, ratio),
      ),
    ]),
    sizing: table([
      ...rows('payments').map((row) => sizing(`links paid by a deposit, ${onAccounts(row)}`, rateOf(row))),
      ...waiting
        .filter(({ batch }) => batch === largestBatch)
        .map((row) => sizing(`links paid by what waits in the inbox, ${onAccounts(row)}`, rateOf(row))),
      sizing('links created', `${shown(find(calls, { case: 'POST link' })['service/s'])} a second`),
      sizing('links read', `${shown(find(calls, { case: 'GET link' })['service/s'])} a second`),
      ...deliveries.map(({ endpoints, 'deliveries/s': perSecond }) =>
        sizing(`webhooks delivered, to ${endpoints} endpoints`, `${shown(perSecond)} a second`),
      ),
      sizing(`${overload['case']}: responses`, `${shown(overload['answers/s'])} a second`),
      sizing(`${overload['case']}: slowest response`, `${shown(overload['max ms'])} ms`),
      sizing(`memory of a process, after ${shown(soak['requests'])} calls`, `${soak['RSS MB']} MB`),
      sizing(
        'from start to `ready`, without migrations',
        `${find(rows('start', 'ready'), {})['ready ms']} ms`,
      ),
      ...costs
        .filter(({ links }) => links === mostLinks)
        .map((row) => sizing(`database: ${row['operation']}`, keptOf(row))),
    ]),
  };
}

/** What the test suites and CI took when they were last measured. Throws when one of them failed. */
async function testTimes(): Promise<string> {
  const runs = Object.entries(await readRunTimes(TEST_TIMES));
  return table(
    runs.map(([command, { seconds, processorSeconds, passed, failed, skipped, ...how }]) => {
      if (failed > 0) throw new Error(`${command} had failed when docs/internal/test-times.json was written`);
      return {
        command: `\`${command}\``,
        minutes: (seconds / 60).toFixed(1),
        'processor minutes': (processorSeconds / 60).toFixed(1),
        'tests passed': passed,
        skipped,
        measured: `${how.measuredOn}, Node.js ${how.node}, ${how.cores} cores`,
      };
    }),
  );
}

function mainFigures(call: string, toFloor: Cell, toRaw?: Cell): Cells {
  return { call, 'vs. the bare handler': toFloor, "vs. the database's own limit": toRaw };
}

function sizing(what: string, measured: string): Cells {
  return { what, measured };
}

function onAccounts({ accounts }: Row): string {
  return `on ${accounts} ${accounts === 1 ? 'account' : 'accounts'}`;
}

function rateOf({ 'per second': perSecond }: Row): string {
  return `${shown(perSecond)} a second`;
}

function keptOf(cost: Row): string {
  return `${cost['kept kB']} kB, of it ${cost['for 30 days kB']} for 30 days and ${cost['for a day kB']} for a day`;
}

function captionOf({ command, measuredOn, node, cores }: Figures): string {
  return `\`${command}\` on ${measuredOn}, with Node.js ${node} on ${cores} cores:`;
}

/** `columns`: which, by the headings that they get; all by default. */
function table(rows: readonly Cells[], columns?: Record<string, string>): string {
  const keys =
    columns ?? Object.fromEntries(Object.keys(Object.assign({}, ...rows) as Cells).map((key) => [key, key]));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(Object.keys(keys)),
    line(Object.keys(keys).map(() => '---')),
    ...rows.map((row) => line(Object.values(keys).map((key) => shown(row[key])))),
  ].join('\n');
}

/** With separators, as in 85,943. */
function shown(figure: Cell): string {
  return typeof figure === 'number' ? figure.toLocaleString('en-US') : (figure ?? '');
}

/** A line for each figure, a column for each case. */
function transposed(rows: readonly Row[]): string {
  const keys = Object.keys(Object.assign({}, ...rows) as Cells).filter((key) => key !== 'case');
  return table(
    keys.map((key) =>
      Object.assign({ figure: key }, ...rows.map((row) => ({ [String(row['case'])]: row[key] ?? '' }))),
    ),
  );
}

function find(rows: readonly Row[], wanted: Row): Row {
  const found = rows.find((row) => Object.entries(wanted).every(([key, value]) => row[key] === value));
  if (!found) throw new Error(`docs/internal/performance.json lacks ${JSON.stringify(wanted)}`);
  return found;
}

/** And the start, whose time counts, not its ratio. */
function slowest(rows: readonly Row[]): Row[] {
  const start = find(rows, { case: 'from start to `ready`' });
  const others = rows.filter((row) => row !== start);
  return [...others.sort((a, b) => Number(b['ratio']) - Number(a['ratio'])).slice(0, SLOWEST), start];
}

/** Each with its indexes. */
function largestTables(relations: readonly Row[]): Row[] {
  const tables = new Map<string, Row>();
  for (const { table: name = '', bytes = 0, 'days kept': days = '' } of relations) {
    const sum = Number(tables.get(String(name))?.['bytes'] ?? 0) + Number(bytes);
    tables.set(String(name), { table: name, bytes: sum, 'days kept': days });
  }
  return [...tables.values()].sort((a, b) => Number(b['bytes']) - Number(a['bytes'])).slice(0, LARGEST);
}
