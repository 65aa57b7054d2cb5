// A payment link that is paid on chain, from nothing: real EVM nodes with Circle's own token code, and the service on a
// database of its own. Nothing is left behind.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HDKey } from '@scure/bip32';
import { tokenCalls } from '../src/methods/providers/evm/chain/token.ts';
import { chainEntry, writeChainsFile, type ChainEntry } from '../test/support/chain/chains-file.ts';
import { NODE_PROGRAM, startNode, type TestNode } from '../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../test/support/chain/tokens.ts';

/** The methods on chain, as the catalogue has them, each with a node that plays its network. */
const CHAINS = [
  { method: 'MXNB', network: 'Arbitrum', chainId: 31_337 },
  { method: 'USDC', network: 'Polygon', chainId: 31_338 },
  { method: 'USDT', network: 'Ethereum', chainId: 31_339 },
];
const PAYER = walletAt(2);
const AMOUNT = { amount: '1500.50', units: 1_500_500_000n };
const CONFIRMATIONS = 5;
const BLOCK_S = 2;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
/** What is to be undone at the end, the last first. */
const undo: (() => Promise<unknown>)[] = [];

if (NODE_PROGRAM === undefined) {
  say('The EVM node from npm is for Linux on x64 with glibc only: this demo cannot run here.');
  process.exit(1);
}
try {
  await play();
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
} finally {
  for (const step of undo.reverse()) await step();
  say('Stopped; nothing is left behind.');
}
process.exit();

async function play(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-demo-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  say('Starting three EVM nodes, with tokens of Circle’s own code…');
  const chains = await Promise.all(
    CHAINS.map(async ({ method, network, chainId }) => ({
      method,
      network,
      ...(await openChain(method, chainId)),
    })),
  );
  const file = writeChainsFile(chains.map(entryOf));
  undo.push(() => Promise.resolve(file.remove()));

  say('Starting the service, with CHAINS_FILE and CHAIN_XPUB…');
  // The keys of the deposit addresses: the service is given the public half alone.
  const wallet = HDKey.fromMasterSeed(crypto.getRandomValues(new Uint8Array(32)));
  const environment = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    CHAINS_FILE: file.path,
    CHAIN_XPUB: wallet.derive("m/44'/60'/0'/0").publicExtendedKey,
    LOG_LEVEL: 'error',
  };
  const { url, key } = await startServer(environment);
  for (const { method } of chains) {
    await promisify(execFile)(
      process.execPath,
      ['build/cli.js', 'methods', 'set', method, '--provider', 'evm'],
      { env: environment, signal: interrupted.signal },
    );
    say(`payments methods set ${method} --provider evm`);
  }

  const link = await call(url, key, 'POST', '/v1/payment_links', {
    amount: AMOUNT.amount,
    currency: 'MXNB',
    description: 'Order 1042',
    accepted_methods: ['MXNB'],
  });
  const { address } = link.methods[0].instructions;
  const [{ node, token }] = chains as [(typeof chains)[0]];
  const transaction = {
    from: PAYER.address,
    to: token.address,
    data: tokenCalls.transfer(address, AMOUNT.units),
  };
  say(`
Payment link   ${link.url}
It waits for   ${AMOUNT.amount} MXNB on Arbitrum, at ${address}

Pay it from another wallet with this command:

curl -s ${node.url} -H 'Content-Type: application/json' -d '${JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_sendTransaction',
    params: [transaction],
  })}'
`);
  const isWatched = process.stdin.isTTY;
  say(
    isWatched ? 'Or press Enter, and this program sends it.' : 'Nobody is there to press Enter: sending it.',
  );
  let isPaid = false;
  void enter()
    .then(() => isPaid || node.call('eth_sendTransaction', transaction))
    .catch(() => undefined);
  await watch(url, key, link.code);
  isPaid = true;

  const { data } = await call(url, key, 'GET', '/v1/balances');
  const held = await token.balanceOf(address);
  say(`Balance of the account: ${data.find(({ asset }: any) => asset === 'MXNB').available} MXNB`);
  say(`balanceOf(${address}): ${held} units`);
  if (held !== AMOUNT.units) throw new Error('the books and the chain differ');
  if (!isWatched) return;
  say('\nPress Enter to stop.');
  await enter();
}

interface Chain {
  node: TestNode;
  token: TestToken;
}

async function openChain(symbol: string, chainId: number): Promise<Chain> {
  const node = await startNode({ chainId });
  undo.push(() => node.stop());
  const token = await deployFiatToken(node, symbol);
  await token.mint(PAYER.address, 10n ** 12n);
  // From here on blocks come as on a real chain, with or without transactions.
  await node.call('evm_setIntervalMining', BLOCK_S);
  return { node, token };
}

function entryOf({ method, network, node, token }: Chain & { method: string; network: string }): ChainEntry {
  return chainEntry({
    network,
    chain_id: node.chainId,
    endpoints: [node.url],
    finality: { confirmations: CONFIRMATIONS },
    tokens: { [method]: { address: token.address } },
  });
}

/** Starts the service, and returns its address and the key of its demo account. */
async function startServer(environment: NodeJS.ProcessEnv): Promise<{ url: string; key: string }> {
  // In a group of its own: Ctrl+C ends it in order, through this program.
  const server = spawn(process.execPath, ['build/main.js'], {
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  undo.push(() => stop(server));
  let key = '';
  for await (const line of createInterface({ input: server.stdout, signal: interrupted.signal })) {
    key = /^Demo API key +(\S+)/.exec(line)?.[1] ?? key;
    const url = /^ready (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { url, key };
  }
  throw new Error('the service did not start');
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** Says what happens to a link until it is paid. */
async function watch(url: string, key: string, code: string): Promise<void> {
  let shown = '';
  for (;;) {
    const { status } = await call(url, key, 'GET', `/v1/payment_links/${code}`);
    const page = await (await fetch(`${url}/pay/${code}?lang=en`, { signal: interrupted.signal })).text();
    const standing = /class="standing">([^<]+)/.exec(page)?.[1];
    const now = standing === undefined ? status : `${status}. ${standing}`;
    if (now !== shown) say(`The link is ${now}`);
    shown = now;
    if (status === 'paid') return;
    await delay(300, undefined, { signal: interrupted.signal });
  }
}

async function call(url: string, key: string, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body ? { 'Content-Type': 'application/json', 'Idempotency-Key': 'demo' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
    signal: interrupted.signal,
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Resolves when somebody presses Enter, or at once when nobody can. */
async function enter(): Promise<void> {
  if (!process.stdin.isTTY) return;
  process.stdin.resume();
  await once(process.stdin, 'data', { signal: interrupted.signal });
  process.stdin.pause();
}
