import type { Client } from '../support/client.ts';
import { pay } from '../payment-links/links.ts';

/** Lets tests set the address a scan comes from. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1/32' };

export interface Scanner {
  address?: string;
  headers?: Record<string, string>;
}

/** A phone with a browser that keeps cookies. All phones are of the same model. */
export interface Phone {
  scan(url: string, scanner?: Scanner): Promise<Response>;
  typeAmount(url: string, amount: string): Promise<Response>;
}

export async function createCode(api: Client, fields: object = {}): Promise<any> {
  const { status, body } = await api.post('/v1/qr_codes', {
    name: 'Till 4',
    currency: 'MXNB',
    fixed_amount: '150',
    ...fields,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

export function phoneAt(address: string): Phone {
  const cookies = new Map<string, string>();
  const browse = async (send: (scanner: Scanner) => Promise<Response>, scanner: Scanner = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send({ address, ...scanner, headers: { cookie, ...scanner.headers } });
    for (const [name, value] of cookiesOf(answer)) cookies.set(name, value);
    return answer;
  };
  return {
    scan: (url, scanner) => browse((sent) => scan(url, sent), scanner),
    typeAmount: (url, amount) => browse((sent) => typeAmount(url, amount, sent)),
  };
}

/** The names and values of the cookies that a response sets. */
export function cookiesOf(answer: Response): [name: string, value: string][] {
  return answer.headers.getSetCookie().map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return [name, value];
  });
}

/** Opens a code's URL as a phone's camera does, without cookies. */
export function scan(url: string, scanner: Scanner = {}): Promise<Response> {
  return fetch(url, { redirect: 'manual', headers: headersOf(scanner) });
}

/** Submits the form of a code without a fixed amount. */
export function typeAmount(url: string, amount: string, scanner: Scanner = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: headersOf(scanner),
    body: new URLSearchParams({ amount }),
  });
}

/** The code of the link that a scan redirects to. */
export function linkOf(answer: Response): string {
  const [, code] = /^\/pay\/(PL-[A-Z0-9-]{14})(\?|$)/.exec(answer.headers.get('location') ?? '') ?? [];
  if (answer.status !== 303 || code === undefined)
    throw new Error(`the scan did not lead to a link: ${answer.status}`);
  return code;
}

/** Scans a code and pays what is due; returns the link's code and the deposit's id. */
export async function collect(api: Client, url: string, scanned = scan(url)) {
  const code = linkOf(await scanned);
  const { status, body } = await pay(api, code, { method: 'SPEI' });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { code, depositId: body.id as string };
}

function headersOf({ address = '198.51.100.7', headers = {} }: Scanner) {
  return { 'x-forwarded-for': address, 'user-agent': 'Phone', ...headers };
}
