import { parseArgs } from 'node:util';
import { benchAgainst } from './calls/against.ts';
import { storeFigures, type Report } from './figures.ts';
import { benchConnections } from './runtime/connections.ts';
import { benchEndurance } from './runtime/endurance.ts';
import { benchLargeFile } from './runtime/large-file.ts';
import { benchGrowth } from './growth.ts';
import { benchIntake } from './intake/intake.ts';
import { benchHttp } from './calls/calls.ts';
import { benchLone } from './lone.ts';
import { benchCost } from './payments/cost.ts';
import { benchPayments } from './payments/payments.ts';
import { benchProfile } from './profile.ts';
import { benchStart } from './runtime/start.ts';
import { benchWebhooks } from './webhooks.ts';

const USAGE = `What the service costs, always as a ratio to a bare equivalent in the same run:
  npm run bench                  calls, against a bare handler of node:http and pg; under five minutes
  npm run bench -- against DIR   calls, against the service in another checkout
  npm run bench -- growth        an account with a long history, against one with a thousand of everything
  npm run bench -- payments      a deposit that pays a link, on a hundred accounts against one: also statements and log
  npm run bench -- intake        what a bank tells, waiting in the inbox: per second, delay, CPU time and log
  npm run bench -- lone          how long a lone payment, its webhook and a refund wait for a worker; idle CPU time
  npm run bench -- cost          what a link and its payment cost: CPU time, log and disk; and what machines will carry
  npm run bench -- webhooks      deliveries, against a bare loop of signed posts
  npm run bench -- endurance     a thousand connections at once, then minutes of mixed calls: errors, memory, delays
  npm run bench -- connections   how long a thousand clients that connect at once wait for their first response
  npm run bench -- large-file    how long calls wait while a bank's statement of 17 MB is taken in, against idle
  npm run bench -- start         from the command to \`ready\`, and its first calls against the tenth
  npm run bench -- profile       where a read and a write spend their time, by area of the code

  --rounds 5         turns of each contestant; the figures are their medians
  --seconds 1        how long a turn of calls or payments takes
  --connections 16   of calls, and of endurance
  --links 1000       how many links the account has; for calls and cost, several like 1000,1000000 (growth: 1000000;
                     cost: 1000,100000, and up to 1000000,10000000, which takes an hour and 65 GB)
  --facts 1000       of intake: how many wait in the inbox at once
  --count 200        of lone: how many payments
  --idle 60          of lone: for how many seconds the service has nothing to do
  --only 'GET link'  calls whose name contains this
  --movements 5000000, --logs 10000000   of growth
  --minutes 10       of endurance
  --json             the figures as JSON
  --write            stores them in docs/internal/performance.json, from which \`npm run generate\` makes the documents' tables
  --help             this text`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    links: { type: 'string' },
    only: { type: 'string', default: '' },
    facts: { type: 'string', default: '1000' },
    movements: { type: 'string', default: '5000000' },
    count: { type: 'string', default: '200' },
    idle: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '10' },
    logs: { type: 'string', default: '10000000' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const rounds = Number(values.rounds);
const calls = {
  rounds,
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  links: (values.links ?? '1000').split(',').map(Number),
  only: values.only,
};
const benches = {
  http: () => benchHttp(calls),
  against: () => benchAgainst(positionals[1] ?? '', calls),
  growth: () =>
    benchGrowth({
      rounds,
      links: Number(values.links ?? 1_000_000),
      movements: Number(values.movements),
      logs: Number(values.logs),
    }),
  cost: () => benchCost({ links: (values.links ?? '1000,100000').split(',').map(Number) }),
  payments: () => benchPayments({ rounds, seconds: calls.seconds }),
  intake: () => benchIntake({ rounds, facts: Number(values.facts) }),
  lone: () => benchLone({ count: Number(values.count), idleSeconds: Number(values.idle) }),
  webhooks: () => benchWebhooks({ rounds }),
  start: () => benchStart({ rounds }),
  connections: () => benchConnections({ rounds }),
  'large-file': () => benchLargeFile(),
  profile: () => benchProfile(),
  endurance: () =>
    benchEndurance({ minutes: Number(values.minutes), connections: Number(values.connections) }),
};

const name = positionals[0] ?? 'http';
const bench = benches[name as keyof typeof benches] as (() => Promise<Report>) | undefined;
if (!bench) throw new Error(`there is no bench ${name}; there are ${Object.keys(benches).join(', ')}`);
const report = await bench();
if (values.write) {
  const args = process.argv.slice(2).filter((arg) => arg !== '--write');
  await storeFigures(name, args, report);
}
if (values.json) console.log(JSON.stringify({ ...values, cases: report }, null, 2));
else if (Array.isArray(report)) console.table(report);
else
  for (const [part, rows] of Object.entries(report)) {
    console.log(part);
    console.table(rows);
  }
