import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PaymentsAccount, type PaymentsAccountOptions } from '../src/index.js';

/** What the runner gives to the tests. */
export function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; run: npm run sdks -- typescript --check`);
  return value;
}

export function connect(options: Partial<PaymentsAccountOptions> = {}): PaymentsAccount {
  return new PaymentsAccount({
    apiKey: given('PAYMENTS_API_KEY'),
    baseUrl: given('PAYMENTS_BASE_URL'),
    ...options,
  });
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: object;
}

export interface FaultyService {
  url: string;
  requests: IncomingMessage[];
  close(): void;
}

/** Gives these answers in turn, repeating the last; `silence` is none at all. */
export async function startFaultyService(
  answers: (Answer | 'silence' | 'broken connection')[],
): Promise<FaultyService> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(request);
    request.resume();
    if (answer === 'broken connection') request.socket.destroy();
    if (answer === undefined || typeof answer === 'string') return;
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function failure(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const error = { type: 'api_error', code, message: `This is ${code}.`, request_id: 'req_1' };
  return { status, headers, body: { error } };
}
