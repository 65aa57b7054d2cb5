import { expect } from 'chai';
import { advance, createLink, pay, runOut } from '../payment-links/links.ts';
import type { Answer, Receiver } from '../support/outside/receiver.ts';
import type { TestAccount, TestService } from '../support/service.ts';

export const SECRET = 'a-secret-of-at-least-32-characters';

/** A hook's answer. */
export function says(decision: string, code?: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ decision, code }));
  };
}

/** The environment of a service whose payments a receiver screens. */
export function screenedBy({ url, caFile }: Receiver): Record<string, string> {
  return {
    SCREENING_URL: `${url}/screen`,
    SCREENING_SECRET: SECRET,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_CA_FILE: caFile,
  };
}

/** What was asked, oldest first. */
export function questionsOf({ requests }: Receiver): any[] {
  return requests.map(({ body }) => JSON.parse(body.toString()));
}

/** What was asked about one payment, oldest first. */
export function askedAbout(receiver: Receiver, id: string): any[] {
  return questionsOf(receiver).filter((question) => question.id === id);
}

/** Asks about all payments that wait for it, and carries out what was allowed. */
export async function askAll({ workers }: TestService): Promise<void> {
  await runOut(workers.screenings);
  await runOut(workers.transfers);
  await runOut(workers.screenings);
}

/** The same once what was held or not answered is asked again. */
export async function askAllLater(service: TestService): Promise<void> {
  await advance(service, 16 * 60);
  await askAll(service);
}

/** Pays a new link, and returns its code and the deposit's id. */
export async function payLink(
  { api }: TestAccount,
  method = 'MXNB',
  body: object = {},
): Promise<{ code: string; id: string }> {
  const { code } = await createLink(api);
  const paid = await pay(api, code, { method, ...body });
  expect(paid.status, JSON.stringify(paid.body)).to.equal(201);
  return { code, id: paid.body.id };
}

export async function depositOf({ api }: TestAccount, id: string): Promise<any> {
  return (await api.get(`/v1/deposits/${id}`)).body;
}
