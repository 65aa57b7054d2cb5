import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { SpanKind } from '@opentelemetry/api';
import { StartupError } from '../../../../lib/errors/errors.ts';
import { inSpan } from '../../../../lib/telemetry/tracing.ts';
import { SignerFailure, type HotWallet } from './signer.ts';

const TIMEOUT_MS = 4_000;
/** A signed transaction of ours has less than 2 KB. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_WORDS = 200;

/** A Web3Signer's URLs, and the mutual TLS settings. */
export interface Web3SignerConfig {
  /** The address of the hot wallet, in lower case. */
  address: string;
  /** By chain id, because an instance signs for the one chain of its `--chain-id`. */
  urls: ReadonlyMap<number, string>;
  /** PEM. `ca`: instead of the system's; `cert` and `key`: the sender's own, for servers that require one. */
  tls: { ca?: string; cert?: string; key?: string };
}

/**
 * A signer that has the hot wallet's key, called over the JSON-RPC of Web3Signer's mode `eth1`
 * (docs.web3signer.consensys.io/reference/api/json-rpc): `eth_accounts` and `eth_signTransaction`. It responds within 4 s, or
 * throws SignerFailure.
 */
export function createWeb3Signer({ address, urls, tls }: Web3SignerConfig): HotWallet {
  return {
    address,

    async requireReady(signal) {
      for (const url of new Set(urls.values())) {
        const accounts = await call(url, tls, { method: 'eth_accounts', params: [], signal });
        const known = Array.isArray(accounts) ? accounts.map((account) => String(account).toLowerCase()) : [];
        if (!known.includes(address)) {
          throw new StartupError(
            `CHAIN_SENDER_KEYS is invalid: the signer at ${new URL(url).host} has ${known.length} keys, and none of them is that of ${address}.`,
          );
        }
      }
    },

    async signTransaction({ chainId, nonce, to, value, data, gasLimit, maxFee, priorityFee }, signal) {
      const url = urls.get(chainId);
      if (url === undefined) throw new SignerFailure(`there is no signer for chain ${chainId}`);
      const transaction = {
        from: address,
        to,
        gas: quantity(gasLimit),
        maxPriorityFeePerGas: quantity(priorityFee),
        maxFeePerGas: quantity(maxFee),
        nonce: quantity(nonce),
        value: quantity(value),
        data,
      };
      const signed = await call(url, tls, { method: 'eth_signTransaction', params: [transaction], signal });
      if (typeof signed !== 'string') throw new SignerFailure('the signer returned no transaction');
      return signed;
    },
  };
}

function quantity(value: bigint): string {
  return `0x${value.toString(16)}`;
}

interface Call {
  method: string;
  params: readonly unknown[];
  signal: AbortSignal;
}

let lastId = 0;

async function call(url: string, tls: Web3SignerConfig['tls'], { method, params, signal }: Call) {
  const { host } = new URL(url);
  const id = ++lastId;
  const facts = { kind: SpanKind.CLIENT, attributes: { 'server.address': host } };
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const { status, text } = await inSpan(method, facts, () => post(url, tls, body, signal));
  const response = parseResponse(text);
  if (response?.error) throw new SignerFailure(`the signer at ${host} refused: ${wordsOf(response.error)}`);
  if (status !== 200) throw new SignerFailure(`the signer at ${host} responded with ${status}`);
  if (response?.id !== id || response.result === undefined) {
    throw new SignerFailure(`the signer at ${host} responded with something that is no response`);
  }
  return response.result;
}

interface RpcResponse {
  id?: unknown;
  result?: unknown;
  error?: unknown;
}

function parseResponse(text: string): RpcResponse | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

function wordsOf(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  if (typeof message !== 'string') return 'no reason given';
  return message.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, MAX_WORDS);
}

/** The signer is the operator's own, in any network; redirects are not followed. */
function post(
  url: string,
  tls: Web3SignerConfig['tls'],
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const { host, protocol } = new URL(url);
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const options = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    signal: AbortSignal.any([signal, deadline]),
    agent: false,
  } as const;
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new SignerFailure(`the signer at ${host} ${reason}`));
    const sent =
      protocol === 'http:'
        ? httpRequest(url, options)
        : // Set explicitly, because the default depends on the environment.
          httpsRequest(url, { ...options, ...tls, rejectUnauthorized: true });
    const lose = (error: NodeJS.ErrnoException): void =>
      fail(`did not respond (${deadline.aborted ? 'timeout' : (error.code ?? 'connection failed')})`);
    sent.on('error', lose);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes <= MAX_RESPONSE_BYTES) return;
        fail('responded with more than 64 KB');
        response.destroy();
      });
      response.on('error', lose);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(body);
  });
}
