import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { advance } from '../../../src/clock/repository.ts';
import { readConfig } from '../../../src/config/config.ts';
import { openFoundation, type Foundation } from '../../../src/composition/foundation.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { money } from '../../../src/lib/money.ts';
import { chainEntry, writeChainsFile } from '../../../test/support/chain/chains-file.ts';
import { startFaultyEndpoint } from '../../../test/support/chain/faulty-endpoint.ts';
import { startNode, type TestNode } from '../../../test/support/chain/node.ts';
import { clientsOf, deployFiatToken, walletAt, type TestToken } from '../../../test/support/chain/tokens.ts';
import { DEPOSIT_KEYS, HOT, keysFile, TRANSFER } from '../../../test/methods/evm/sending/sender-rig.ts';
import { createChance, type Chance } from '../chance.ts';
import { killSome, persistently, postgresOf, startVictim, type Victim } from '../processes.ts';
import { lieOn } from './liar.ts';
import { openMerchant } from './merchant.ts';
import { resolveAtRandom } from './operator.ts';
import { startWithdrawal } from '../../../test/transfers/started.ts';

const COUNT = 120;
const CONFIRMATIONS = 5;
const PAYER = walletAt(2);
const RECIPIENT = walletAt(7).address;
/** What the account has to withdraw from. */
const FUNDS_UNITS = 100_000_000_000n;
const BLOCK_MS = 150;
const KILL_EVERY_MS = 4_000;
/** Links live for a week. */
const MOST_AHEAD_S = 5 * 24 * 3600;
const QUERY_TIMEOUT_MS = 30_000;
const REST_TIMEOUT_MS = 240_000;
/** Trouble lasts until all is done, but no longer than this after the last request: a busy machine would never finish. */
const MOST_TROUBLE_MS = 60_000;

/**
 * Withdraws 120 amounts by the whole service while one endpoint of three lies, the operator resolves at random, pools are
 * wiped, blocks taken back, fees raised, and processes and Postgres killed. Returns what it did, and each withdrawal that
 * the chain and the books do not agree on: paid twice, given back and paid, or settled and not paid.
 */
export async function withdrawalsUnderChaos(seed: number): Promise<{ report: object; faults: string[] }> {
  const startedAt = Date.now();
  let parts = 0;
  const chance = (): Chance => createChance(seed * 1_000 + 500 + parts++);
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  const node = await startNode();
  const endpoints = await Promise.all([1, 2, 3].map(() => startFaultyEndpoint(node.url)));
  const liar = chance().pick(endpoints);
  const token = await deployFiatToken(node, 'MXNB');
  await token.mint(HOT.address, 10n ** 12n);
  await token.mint(PAYER.address, 10n ** 12n);
  const file = writeChainsFile([
    chainEntry({
      endpoints: endpoints.map(({ url }) => url),
      agree: 2,
      finality: { confirmations: CONFIRMATIONS },
      tokens: { MXNB: { address: token.address } },
    }),
  ]);
  const keys = join(dataDir, 'sender.json');
  await writeFile(keys, JSON.stringify(keysFile({ MXNB: '10000000' })), { mode: 0o600 });
  const common = {
    DATA_DIR: join(dataDir, 'data'),
    LOG_LEVEL: 'silent',
    CHAINS_FILE: file.path,
    CHAIN_XPUB: DEPOSIT_KEYS.publicExtendedKey,
  };
  const foundation = await openFoundation(readConfig(common), createLogger('silent'));
  const processes: Victim[] = [];
  try {
    const merchant = await openMerchant(foundation);
    // It lies from the first start on.
    let isCalm = false;
    let isOver = false;
    const lying = lieOn(liar, chance(), () => isCalm);
    for (const name of ['sender 1', 'sender 2']) {
      const environment = { ...common, CHAIN_SENDER_KEYS: keys, ROLES: 'worker,sender' };
      processes.push(await startVictim(name, environment));
    }
    await fund(foundation, node, token, merchant);
    await node.call('evm_setAutomine', false);
    const mining = mine(foundation, node, { isCalm: () => isCalm, isOver: () => isOver });
    const killable = [...processes, ...processes, postgresOf(common.DATA_DIR)];
    const killing = killSome(killable, KILL_EVERY_MS, () => isCalm, chance());
    const asking = withdrawAll(foundation, merchant.accountId, chance());
    const [resolutions] = await Promise.all([resolveAtRandom(foundation, chance(), asking), asking]);
    await untilFinished(foundation, MOST_TROUBLE_MS);
    isCalm = true;
    const [lies, kills] = await Promise.all([lying, killing]);
    await untilFinished(foundation, REST_TIMEOUT_MS);
    isOver = true;
    const trouble = await mining;
    await node.mine(CONFIRMATIONS + 2);
    const verdict = await judge(foundation, node, token);
    return {
      report: {
        ...{ seed, withdrawals: COUNT, ...verdict.counts, resolutions, lies, kills, ...trouble },
        took_s: Math.round((Date.now() - startedAt) / 1_000),
      },
      faults: verdict.faults,
    };
  } finally {
    await Promise.all(processes.map((victim) => victim.stop()));
    await foundation.close();
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    await node.stop();
    file.remove();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** By a link that is paid on chain, as any account gets its money. */
async function fund(
  { db }: Foundation,
  node: TestNode,
  token: TestToken,
  merchant: Awaited<ReturnType<typeof openMerchant>>,
): Promise<void> {
  const [link] = await merchant.links([FUNDS_UNITS]);
  if (!link) throw new Error('there is no link to fund the account by');
  await token.transfer(PAYER, link.address, link.units);
  for (const givesUpAt = Date.now() + REST_TIMEOUT_MS; Date.now() < givesUpAt; await delay(250)) {
    await node.mine(1);
    const { rows } = await db.read.query({ text: `select from deposits where status = 'credited'` });
    if (rows.length > 0) return;
  }
  throw new Error('the payment that funds the account was not credited');
}

/** Each withdrawal has an amount of its own, by which it is known on the chain. */
async function withdrawAll(
  { db, withdrawals }: Foundation,
  accountId: string,
  chance: Chance,
): Promise<void> {
  for (let number = 1; number <= COUNT; number += 1) {
    const request = {
      ...{ accountId, asset: 'MXNB', method: 'MXNB', requestId: null },
      amount: money(`100.${String(number).padStart(6, '0')}`),
      destination: { address: RECIPIENT, network: 'Arbitrum' },
    };
    await persistently(
      () => db.transaction((trx) => startWithdrawal({ withdrawals }, trx, request)),
      QUERY_TIMEOUT_MS,
    );
    await delay(300 * chance.share());
  }
}

/** Mines a block now and then, until it is calm with all that happens to chains and pools. */
async function mine(
  { db }: Foundation,
  node: TestNode,
  { isCalm, isOver }: { isCalm: () => boolean; isOver: () => boolean },
): Promise<{ wiped: number; reorganised: number }> {
  const trouble = { wiped: 0, reorganised: 0 };
  for (let round = 1; !isOver(); round += 1) {
    await node.mine();
    if (round % 23 === 0 && !isCalm()) {
      await node.call('anvil_dropAllTransactions');
      trouble.wiped += 1;
    }
    if (round % 17 === 0 && !isCalm()) {
      await node.call('anvil_rollback', 1 + (round % 3));
      trouble.reorganised += 1;
    }
    if (round % 61 === 0 && !isCalm()) await node.call('anvil_setNextBlockBaseFeePerGas', '0x2540be400');
    // The pauses until something is sent again or replaced, without the wait.
    if (round % 9 === 0) {
      const seconds = round % 27 === 0 ? 70 : 20;
      await persistently(
        () => db.transaction((trx) => advance(trx, { seconds, mostS: MOST_AHEAD_S })),
        QUERY_TIMEOUT_MS,
      );
    }
    await delay(BLOCK_MS);
  }
  return trouble;
}

/** Until no withdrawal is under way, and no order on the chain is open; no longer than the timeout. */
async function untilFinished({ db }: Foundation, timeoutMs: number): Promise<void> {
  for (const givesUpAt = Date.now() + timeoutMs; Date.now() < givesUpAt; await delay(250)) {
    const { rows } = await persistently(
      () =>
        db.transaction((trx) =>
          trx.query<{ open: number }>({
            text: `with again as (
                     update transfers set due_at = least(due_at, service_now()), stuck_at = null
                      where status in ('held', 'sent') and (stuck_at is not null or due_at > service_now() + interval '5 s')
                   )
                   select ((select count(*) from transfers where status in ('held', 'sent'))
                           + (select count(*) from evm_orders where status = 'open'))::integer as open`,
          }),
        ),
      QUERY_TIMEOUT_MS,
    );
    if (rows[0]?.open === 0) return;
  }
}

async function judge(
  { db, rails: { evm } }: Foundation,
  node: TestNode,
  token: TestToken,
): Promise<{ counts: object; faults: string[] }> {
  const logs = await clientsOf(node).reader.getContractEvents({
    ...{ address: token.address, abi: TRANSFER, eventName: 'Transfer', fromBlock: 0n },
    args: { from: HOT.address, to: RECIPIENT },
  });
  const { rows } = await db.read.query<{ id: string; status: string; units: string; last_error: string }>({
    text: `select id, status, last_error, (to_amount * 1000000)::bigint::text as units from transfers where kind = 'withdrawal'`,
  });
  const faults: string[] = [];
  const counts: Record<string, number> = {};
  for (const { id, status, units, last_error } of rows) {
    counts[status] = (counts[status] ?? 0) + 1;
    const paid = logs.filter(({ args }) => String(args.value) === units).length;
    const expected = { settled: 1, failed: 0 }[status];
    if (expected === undefined) faults.push(`withdrawal ${id} is still ${status}: ${last_error}`);
    else if (paid !== expected) faults.push(`withdrawal ${id} is ${status}, and was paid ${paid} times`);
  }
  if (rows.length !== COUNT) faults.push(`there are ${rows.length} withdrawals`);
  const verified = await db.snapshot(verifyLedger);
  faults.push(...verified.discrepancies.map(({ check, detail }) => `${check}: ${detail}`));
  for (const { ok, error, differences } of (await evm?.audit()) ?? []) {
    if (!ok) faults.push(`the audit of the chain: ${error ?? JSON.stringify(differences)}`);
  }
  return { counts: { ...counts, paid: logs.length }, faults };
}
