import { createHmac, randomInt } from 'node:crypto';
import { startFakeBitso, type FakeBitso, type FakeBitsoOptions } from '../../scripts/fake-bitso/server.ts';
import { SOURCE_HEADER } from '../../scripts/fake-bitso/sources.ts';
import type { Credentials, Product } from '../../scripts/fake-bitso/http/gate.ts';

/** What can be wrong with a request; everything else is right. */
export interface Twist {
  as?: Product;
  credentials?: Credentials;
  nonce?: string;
  /** What is signed, if not what is sent. */
  signedPath?: string;
  signedBody?: string;
  headers?: Record<string, string>;
  /** Without any signature. */
  unsigned?: boolean;
}

export interface Answer {
  status: number;
  body: any;
  payload: any;
  /** What the answer says of how well it is known. */
  source: string | null;
  code: unknown;
}

/** A server of its own for a test, with its caller. */
export async function openFake(options: FakeBitsoOptions = {}) {
  const fake = await startFakeBitso({ balance: '10000.00', ...options });
  return { fake, control: fake.control, call: createCaller(fake) };
}

export const newNonce = (): string => `${Date.now()}${String(randomInt(1e6)).padStart(6, '0')}`;

function createCaller(fake: FakeBitso) {
  return async (method: string, path: string, body?: unknown, twist: Twist = {}): Promise<Answer> => {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const { key, secret } = twist.credentials ?? fake[twist.as ?? 'bitso'];
    const nonce = twist.nonce ?? newNonce();
    const signed = nonce + method + (twist.signedPath ?? path) + (twist.signedBody ?? text);
    const signature = createHmac('sha256', secret).update(signed).digest('hex');
    const response = await fetch(fake.url + path, {
      method,
      headers: {
        ...(twist.unsigned ? {} : { Authorization: `Bitso ${key}:${nonce}:${signature}` }),
        ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
        ...twist.headers,
      },
      ...(text === '' ? {} : { body: text }),
    });
    const answer = await response.text();
    const parsed = answer === '' ? undefined : JSON.parse(answer);
    const code = parsed?.error?.code ?? parsed?.errors?.[0]?.code;
    const source = response.headers.get(SOURCE_HEADER);
    return { status: response.status, body: parsed, payload: parsed?.payload, code, source };
  };
}
