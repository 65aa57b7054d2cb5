import { connect } from 'node:net';
import { expect } from 'chai';
import { API_ERRORS } from '../../src/lib/errors/table.ts';
import { assertAnswer } from '../support/contract.ts';
import { send, toAnswer, type Answer } from '../support/client.ts';

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  /** Sent as is, with its length, on any method. */
  body?: string | Buffer;
}

/** A request that no normal client would send; its response is still checked against the contract. */
export async function rawCall(
  baseUrl: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<Answer> {
  const answer = await send(baseUrl, { method, path, headers, body, agent: false });
  if (method !== 'HEAD') assertAnswer({ method, path }, answer);
  return answer;
}

/** What comes back for these bytes on a separate connection, until the service closes it. */
export function sendBytes(baseUrl: string, bytes: string | Buffer): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => (received += chunk))
      // A service that refuses a request still being sent may reset the connection after its response.
      .on('error', (error) => (received === '' ? reject(error) : undefined))
      .on('close', () => {
        const [head = '', ...body] = received.split('\r\n\r\n');
        const [statusLine = '', ...lines] = head.split('\r\n');
        const headers = new Headers(
          lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
        );
        // With several responses, status and headers are those of the first; the rest is in the text.
        const text = body.join('\r\n\r\n');
        resolve({
          ...toAnswer(
            Number(statusLine.split(' ')[1]),
            headers,
            Buffer.from(text.split('HTTP/1.1')[0] ?? ''),
          ),
          text,
        });
      });
  });
}

/** Fails unless a response is the error envelope with this status, code and param, and has the common headers. */
export function expectError(answer: Answer, status: number, code: string, param?: string): void {
  const got = answer.body?.error;
  expect(
    { status: answer.status, code: got?.code, param: got?.param },
    `${answer.status} ${answer.text.slice(0, 300)}`,
  ).to.deep.equal({ status, code, param });
  expectCommonHeaders(answer);
  expect(got.request_id).to.equal(answer.headers.get('x-request-id'));
  expect(got.message).to.match(/^[^\0]{10,400}[.!?]$/);
  if (code in API_ERRORS) expect(got.doc_url).to.match(new RegExp(`^http.+/docs/guides/errors#${code}$`));
}

/** The headers that every response has, as the contract says. */
export function expectCommonHeaders({ headers }: Answer): void {
  expect(headers.get('x-request-id')).to.match(/^req_[0-9a-f]{32}$/);
  expect(headers.get('service-version')).to.match(/^\d{4}-\d{2}-\d{2}$/);
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
    expect(headers.get(name), name).to.match(/^\d+$/);
  }
}

/** The additional headers of every successful create or change. */
export function expectMoneyHeaders({ headers }: Answer): void {
  for (const name of ['ratelimit-money-limit', 'ratelimit-money-remaining', 'ratelimit-money-reset']) {
    expect(headers.get(name), name).to.match(/^\d+$/);
  }
}
