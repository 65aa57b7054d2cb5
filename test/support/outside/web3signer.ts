import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { keccak256, serializeTransaction, toHex, type Hex, type TransactionSerializable } from 'viem';
import { privateKeyToAddress, setSignEntropy, sign } from 'viem/accounts';
import { issueCertificate, testCa } from './receiver.ts';

/** What the stand-in does instead of signing what it is asked to. */
export interface Trouble {
  /** Signs something else, or with another key. */
  changes?: Record<string, unknown>;
  key?: Hex;
  /** Returns something else than what it signed. */
  instead?: (signed: Hex) => unknown;
  /** Responds as it likes, or never. */
  respond?: (response: ServerResponse) => void;
}

export interface Web3SignerStandIn {
  url: string;
  /** As CHAIN_SENDER_KEYS names them in `signer`. */
  files: { caFile: string; certFile: string; keyFile: string };
  address: string;
  /** What was asked, oldest first. */
  requests: { method: string; params: any[] }[];
  /** What was signed, oldest first. */
  signed: Hex[];
  trouble: Trouble | undefined;
  /** Awaited before each signature. */
  beforeSigning: () => Promise<void>;
  close(): Promise<void>;
}

/**
 * A stand-in for `web3signer eth1 --chain-id=…` with TLS and known clients, signing with viem. It keeps to Web3Signer's
 * documentation (docs.web3signer.consensys.io, JSON-RPC reference and TLS): `eth_accounts`, and `eth_signTransaction` with
 * `from`, `to`, `gas`, `maxPriorityFeePerGas`, `maxFeePerGas`, `nonce`, `value` and `data`. Not documented, and read from
 * its source: an unknown `from` is the error -32000, bad parameters are -32602 with status 400. Like keys in an HSM, the
 * same transaction never gets the same signature twice.
 */
export async function startWeb3Signer(key: Hex, chainId: number): Promise<Web3SignerStandIn> {
  const [own, clients, ca] = await Promise.all([
    issueCertificate(['localhost'], 'valid'),
    issueCertificate(['sender'], 'valid'),
    testCa(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'web3signer-'));
  const save = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const address = privateKeyToAddress(key).toLowerCase();
  const standIn: Web3SignerStandIn = {
    url: '',
    files: {
      caFile: save('ca.pem', ca.cert),
      certFile: save('cert.pem', clients.cert),
      keyFile: save('key.pem', clients.key),
    },
    address,
    requests: [],
    signed: [],
    trouble: undefined,
    beforeSigning: () => Promise.resolve(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const resultOf = async (method: string, params: any[]): Promise<unknown> => {
    if (method === 'eth_accounts') return [address];
    if (method !== 'eth_signTransaction') throw new RpcError(-32601, 'Method not found');
    const [asked] = params as [Record<string, Hex>];
    if (asked['from']?.toLowerCase() !== address) {
      throw new RpcError(-32000, 'No unlocked account matches the Sender');
    }
    await standIn.beforeSigning();
    const { changes, key: other = key, instead = (signed: Hex) => signed } = standIn.trouble ?? {};
    const signed = await signRandomly({ ...transactionOf(asked, chainId), ...changes }, other);
    standIn.signed.push(signed);
    return instead(signed);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { id, method, params } = (await json(request)) as { id: number; method: string; params: any[] };
    standIn.requests.push({ method, params });
    if (standIn.trouble?.respond) return standIn.trouble.respond(response);
    const outcome = await resultOf(method, params).then(
      (result) => ({ result }),
      (error: unknown) => ({
        error: error instanceof RpcError ? { code: error.code, message: error.message } : INVALID,
      }),
    );
    const isInvalid = 'error' in outcome && outcome.error.code === INVALID.code;
    response
      .writeHead(isInvalid ? 400 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  };
  const server = createServer(
    { ...own, ca: ca.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => void answer(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return standIn;
}

const INVALID = { code: -32602, message: 'Invalid params' };

class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

function transactionOf(asked: Record<string, Hex>, chainId: number): TransactionSerializable {
  const { to, gas = toHex(90_000), maxFeePerGas, maxPriorityFeePerGas, nonce, value, data } = asked;
  if (to === undefined || nonce === undefined || maxFeePerGas === undefined)
    throw new RpcError(INVALID.code, INVALID.message);
  return {
    type: 'eip1559',
    chainId,
    to,
    gas: BigInt(gas),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas ?? 0),
    nonce: Number(nonce),
    value: BigInt(value ?? 0),
    ...(data !== undefined && { data }),
  };
}

async function signRandomly(transaction: TransactionSerializable, privateKey: Hex): Promise<Hex> {
  setSignEntropy(true);
  const signing = sign({ hash: keccak256(serializeTransaction(transaction)), privateKey });
  // No further entropy, as by default.
  setSignEntropy('0x');
  return serializeTransaction(transaction, await signing);
}
