import { parseArgs } from 'node:util';
import { deploy } from '../test/support/chain/contracts.ts';
import { clientsOf, walletAt } from '../test/support/chain/tokens.ts';
import { startCluster } from '../test/support/cluster.ts';
import { openChainRig } from '../test-system/methods/evm/rig.ts';

/*
 * What following a chain costs per block: CPU of this process, and time with all requests and statements, with 100,000
 * open addresses and blocks that are full of transfers. A real node, of which two endpoints must agree. Exits with 1 when
 * a block costs more than 100 ms of CPU.
 */

const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '100000' },
    blocks: { type: 'string', default: '40' },
    transfers: { type: 'string', default: '300' },
    ours: { type: 'string', default: '5' },
  },
});
const [addresses, blocks, transfers, ours] = [
  values.addresses,
  values.blocks,
  values.transfers,
  values.ours,
].map(Number) as [number, number, number, number];
const WARM_UP = 5;
const LIMIT_MS = 100;
const PAYER = walletAt(2);

const stopCluster = await startCluster();
const rig = await openChainRig({
  agree: 2,
  // The same node under two names: each answer is asked for, checked and compared twice.
  endpoints: (url) => [url, url.replace('127.0.0.1', 'localhost')],
});
await rig.database.query(
  `insert into evm_addresses (address, index, issued_for, created_at)
   select '0x' || lpad(to_hex(n), 40, '0'), n, n::text, now() from generate_series(1, $1::integer) as n`,
  [addresses],
);
await rig.database.query('vacuum analyze evm_addresses');
const splitter = await deploy(rig.node, 'Splitter');
await rig.token.mint(PAYER.address, 10n ** 15n);
await rig.token.approve(PAYER, splitter.address, 10n ** 15n);

const { reader } = clientsOf(rig.node);
let last = 0;
const costs: { cpuMs: number; ms: number }[] = [];
// Ours are in a transaction of their own, as payments are.
await rig.node.call('evm_setAutomine', false);
const pay = (recipients: string[]) =>
  splitter.write(2, 'split', [rig.token.address, recipients, recipients.map(() => 1n)]);
const toAddress = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
for (let block = -WARM_UP; block < blocks; block++) {
  const numbers = Array.from({ length: transfers }, () => (last += 1));
  await pay(numbers.slice(ours).map((number) => toAddress(2 ** 40 + number)));
  const hash = await pay(numbers.slice(0, ours).map((number) => toAddress(1 + (number % addresses))));
  await rig.node.mine();
  await reader.waitForTransactionReceipt({ hash });
  await rig.database.query('update evm_chains set due_at = service_now()');
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await rig.follower.runOnce();
  const { user, system } = process.cpuUsage(before);
  if (block >= 0) costs.push({ cpuMs: (user + system) / 1_000, ms: performance.now() - startedAt });
}
const rows = await rig.rows();
const { lastError, seenBlock } = await rig.state();
const head = Number(await rig.node.call('eth_blockNumber'));
await rig.close();
await stopCluster();
if (rows.length !== (blocks + WARM_UP) * ours || lastError !== null || Number(seenBlock) !== head) {
  throw new Error(
    `the follower has ${rows.length} transfers, up to block ${seenBlock} of ${head}: ${lastError}`,
  );
}

const cpu = median(costs.map(({ cpuMs }) => cpuMs));
console.log(
  `${addresses} addresses, ${blocks} blocks of ${transfers} transfers, ${ours} of them ours, two endpoints: ` +
    `${cpu.toFixed(1)} ms of CPU and ${median(costs.map(({ ms }) => ms)).toFixed(1)} ms of time per block (medians)`,
);
if (cpu > LIMIT_MS) {
  console.error(`A block costs more than ${LIMIT_MS} ms of CPU.`);
  process.exitCode = 1;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
