// Kills the service's processes and its database while money moves and events are delivered, and reports whether
// anything was lost or duplicated:
//   npm run chaos -- --minutes 1              all parts, one after the other
//   npm run chaos -- --at-once 2              all parts, two at a time
//   npm run chaos -- money --minutes 1        only this one
//   npm run chaos -- money --seed 7           the same choices again; when they fall due still differs
//   npm run chaos -- chain --seed 7           1,000 deposits on a real EVM node that reorganises, through bad endpoints
//   npm run chaos -- payouts                  220 payouts: 100 by a sender that is killed at every step, 120 by the whole
//                                             service with an endpoint that lies and an operator who resolves at random
//   npm run chaos -- bitso --minutes 3        SPEI at a stand-in for Bitso that misbehaves in every way it has
//   npm run chaos -- bank                     330 payments a minute at a bank of its own, whose days are told up to four times,
//                                             with payers who write lines of files and finance people who forge
//   npm run chaos -- bridge mono --minutes 3  wires and Bre-B at stand-ins that lose answers, lag and give money back
//   npm run chaos -- exchange                 500 links (by default) in six pairs, paid by one rail, exchanged by another
//   npm run chaos -- upgrade                  from the last release to a version with an index on 3,000,000 rows
//   npm run chaos -- webhooks --minutes 5     5,000 events, 50 kills of the worker, 5 of Postgres
//   npm run chaos -- failover --minutes 2     a primary that is killed, frozen, cut off and demoted, and its standby
//   npm run chaos -- cells                    three behind two nginx: one is killed, keys are repeated; alone, it also measures
//   npm run chaos -- failover --check FILE    judges the history of such a run again
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { NODE_PROGRAM } from '../../test/support/chain/node.ts';
import { bankUnderChaos } from './bank/bank.ts';
import { bitsoUnderChaos } from './bitso/bitso.ts';
import { CAN_START_NGINX, cellsUnderChaos } from './cells/cells.ts';
import { chainUnderChaos } from './chain/chain.ts';
import { payoutsUnderChaos } from './chain/payouts.ts';
import { exchangeUnderChaos } from './exchange/exchange.ts';
import { CAN_CHECK, check } from './failover/check.ts';
import { failoverUnderChaos } from './failover/failover.ts';
import { CAN_OPEN_NETWORK } from './failover/network.ts';
import { moneyUnderChaos } from './money.ts';
import { startCluster } from '../../test/support/cluster.ts';
import { buildPrograms, nodeOptions } from '../../test/support/processes/program.ts';
import { bridgeUnderChaos } from './stand-ins/bridge.ts';
import { monoUnderChaos } from './stand-ins/mono.ts';
import { upgradeUnderChaos } from './upgrade.ts';
import { webhooksUnderChaos } from './webhooks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    json: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '1' },
    check: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes must be a number above 0');
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number');
/** Most of a part's time is spent waiting, and each has its own database. */
const atOnce = Number(values['at-once']);
if (!(Number.isSafeInteger(atOnce) && atOnce > 0)) throw new Error('--at-once must be a number above 0');

if (values.check !== undefined) {
  const verdict = await check(values.check);
  console.log(values.json ? JSON.stringify(verdict) : verdict);
  process.exit(verdict.faults.length === 0 ? 0 : 1);
}

// Processes that are killed after seconds are not worth optimizing.
nodeOptions.push('--no-opt');
// One for all parts: what stands for the outside keeps its books there, and parts run at the same time.
const [stopCluster] = await Promise.all([startCluster(), buildPrograms()]);
const parts = {
  money: () => moneyUnderChaos(minutes * 60_000, seed),
  bitso: () => bitsoUnderChaos(minutes * 60_000, seed),
  bank: () => bankUnderChaos(minutes * 60_000, seed),
  bridge: () => bridgeUnderChaos(minutes * 60_000, seed),
  mono: () => monoUnderChaos(minutes * 60_000, seed),
  chain: () => chainUnderChaos(minutes * 60_000, seed),
  payouts: () => payoutsUnderChaos(seed),
  exchange: () => exchangeUnderChaos(minutes * 60_000, seed),
  upgrade: () => upgradeUnderChaos(minutes * 60_000, seed),
  webhooks: () => webhooksUnderChaos(minutes),
  failover: () => failoverUnderChaos(minutes * 60_000, seed),
  cells: () => cellsUnderChaos(minutes * 60_000, seed, { isAlone: atOnce === 1 }),
};
/** What parts need that a machine may not have. */
const NEEDS = [
  { names: ['chain', 'payouts'], isThere: NODE_PROGRAM !== undefined, what: 'an EVM node for this platform' },
  { names: ['cells'], isThere: CAN_START_NGINX, what: 'nginx' },
  { names: ['failover'], isThere: CAN_OPEN_NETWORK && CAN_CHECK, what: 'Go, and root on Linux with ip' },
];
const left = choose(positionals);
try {
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [part, run] = next;
        const { report, faults } = await run();
        const verdict = { part, ok: faults.length === 0, ...report, faults: faults.slice(0, 100) };
        console.log(values.json ? JSON.stringify(verdict) : verdict);
        if (!verdict.ok) process.exitCode = 1;
      }
    }),
  );
} finally {
  await stopCluster();
}

function choose(names: readonly string[]) {
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`there is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  const chosen = names.length === 0 ? Object.keys(parts) : names;
  const left = NEEDS.filter(({ isThere }) => !isThere).flatMap(({ names, what }) => {
    const out = names.filter((name) => chosen.includes(name));
    if (out.length > 0) console.error(`left out, without ${what}: ${out.join(', ')}`);
    return out;
  });
  return Object.entries(parts).filter(([name]) => chosen.includes(name) && !left.includes(name));
}
