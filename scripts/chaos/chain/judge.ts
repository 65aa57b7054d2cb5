import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import type { TestNode } from '../../../test/support/chain/node.ts';
import type { TestToken } from '../../../test/support/chain/tokens.ts';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const DAY_MS = 24 * 3600_000;

interface Deposit {
  provider_reference: string;
  status: string;
  units: string;
  asset: string;
}

export interface Verdict {
  /** Transfers in the chain's own logs, deposits in the books, and the units of each asset by all three accounts of it. */
  logs: number;
  deposits: Record<string, number>;
  units: Record<string, { ledger: string; logs: string; balanceOf: string }>;
  faults: string[];
}

/** Compares the books with the chain's own logs and balances, as the node has them without any follower. */
export async function judgeChain(
  { db, rails: { evm } }: Foundation,
  node: TestNode,
  { network, tokens }: { network: string; tokens: Record<string, TestToken> },
): Promise<Verdict> {
  const faults: string[] = [];
  const [chain] = await rowsOf<{ final_block: string }>(db, 'select final_block from evm_chains');
  const block = Number(chain?.final_block);
  const ours = new Set(
    (await rowsOf<{ address: string }>(db, 'select address from evm_addresses')).map(
      ({ address }) => address,
    ),
  );
  const deposits = await rowsOf<Deposit>(
    db,
    `select provider_reference, status, asset, (coalesce(exact_amount, amount) * 1000000)::bigint::text as units
       from deposits where provider = 'evm'`,
  );
  const held = new Map<string, Deposit>();
  for (const deposit of deposits) {
    if (held.has(deposit.provider_reference)) faults.push(`${deposit.provider_reference} is two deposits`);
    held.set(deposit.provider_reference, deposit);
  }

  const units: Verdict['units'] = {};
  let logs = 0;
  for (const [asset, token] of Object.entries(tokens)) {
    const sums = { ledger: 0n, logs: 0n, balanceOf: 0n };
    for (const { reference: first, recipient, amount } of await transfersTo(
      ...([node, network, token.address, ours, block] as const),
    )) {
      logs += 1;
      sums.logs += amount;
      // One that a reorganisation sent elsewhere is another deposit.
      const longer = `${first}:${recipient}`;
      const reference = held.has(longer) ? longer : first;
      const deposit = held.get(reference);
      held.delete(reference);
      if (!deposit) faults.push(`${reference} is lost`);
      else if (!['credited', 'unmatched'].includes(deposit.status))
        faults.push(`${reference} is ${deposit.status}`);
      else if (deposit.asset !== asset || BigInt(deposit.units) !== amount) {
        faults.push(
          `${reference} brought ${amount} ${asset}, its deposit has ${deposit.units} ${deposit.asset}`,
        );
      }
    }
    for (const { status, asset: held, units: amount } of deposits) {
      if (held === asset && ['credited', 'unmatched'].includes(status)) sums.ledger += BigInt(amount);
    }
    for (const address of ours) sums.balanceOf += await token.balanceOf(address);
    if (sums.ledger !== sums.logs || sums.logs !== sums.balanceOf) faults.push(`${asset} does not add up`);
    units[asset] = {
      ledger: String(sums.ledger),
      logs: String(sums.logs),
      balanceOf: String(sums.balanceOf),
    };
  }
  for (const { provider_reference, status } of held.values()) {
    // A transfer that its payer took back was dropped; whatever else is not on the chain was never there.
    if (status !== 'failed') faults.push(`${provider_reference} is ${status}, but not on the chain`);
  }

  const verified = await db.snapshot(verifyLedger);
  faults.push(...verified.discrepancies.map(({ check, detail }) => `${check}: ${detail}`));
  const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + DAY_MS) };
  const { providers } = await reconcile(db, evm ? [evm] : [], period);
  faults.push(...providers.flatMap(({ differences }) => differences.map((one) => JSON.stringify(one))));
  for (const { ok, error, differences } of (await evm?.audit()) ?? []) {
    if (!ok) faults.push(`the audit of the chain: ${error ?? JSON.stringify(differences)}`);
  }
  const counts: Record<string, number> = {};
  for (const { status } of deposits) counts[status] = (counts[status] ?? 0) + 1;
  return { logs, deposits: counts, units, faults };
}

async function transfersTo(
  node: TestNode,
  network: string,
  contract: string,
  ours: ReadonlySet<string>,
  toBlock: number,
): Promise<{ reference: string; recipient: string; amount: bigint }[]> {
  const filter = {
    ...{ address: contract, topics: [TRANSFER] },
    ...{ fromBlock: '0x0', toBlock: `0x${toBlock.toString(16)}` },
  };
  const logs: any[] = await node.call('eth_getLogs', filter);
  const found = [];
  for (const log of logs) {
    const amount = BigInt(log.data as string);
    const recipient = `0x${log.topics[2].slice(26)}`;
    if (amount === 0n || !ours.has(recipient)) continue;
    const { logs: all } = await node.call('eth_getTransactionReceipt', log.transactionHash);
    const position = all.findIndex((one: any) => one.logIndex === log.logIndex);
    found.push({ reference: `${network}:${log.transactionHash}:${position}`, recipient, amount });
  }
  return found;
}

async function rowsOf<T>({ read }: Foundation['db'], text: string): Promise<T[]> {
  return (await read.query<T>({ text })).rows;
}
