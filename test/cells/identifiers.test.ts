import { expect } from 'chai';
import { workFor } from '../../src/lib/cell.ts';
import { cellOfPublicId, parseApiKey } from '../../src/credentials/secret.ts';
import {
  cellOfId,
  cellOfLinkCode,
  newId,
  newLinkCode,
  newRequestId,
  timeOfRequest,
} from '../../src/lib/ids.ts';
import { cellOfToken, newToken } from '../../src/people/token.ts';
import { cellNamedBy } from '../../src/cells/named-cell.ts';
import { startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const CELL = 35;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Of the catalogue, of providers, and of what the caller chose: none of these is made by the cell. */
const NOT_OURS = /\.(idempotency_key|message|url|description|name|qr_svg|svg|pay_to|reference)$/;

/** Where an identifier was found, and the cell that it names. */
type Found = [place: string, cell: number | undefined];

/** All identifiers in what the service sends, each with the cell that its form names. */
function identifiersIn(value: unknown, place: string): Found[] {
  if (Array.isArray(value)) return value.flatMap((one) => identifiersIn(one, place));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => identifiersIn(one, `${place}.${name}`));
  if (typeof value !== 'string') return [];
  if (UUID.test(value)) return [[place, cellOfId(value)]];
  if (/^req_/.test(value)) return [[place, cellOfRequest(value)]];
  if (/^PL-/.test(value)) return [[place, cellOfLinkCode(value)]];
  const path = /^https?:\/\/[^/]+(\/(?:pay|q|panel\/links)\/.+)$/.exec(value)?.[1];
  if (path !== undefined) return [[place, cellNamedBy({ url: path, headers: {} })]];
  return [];
}

/** A request id has the digits of a UUID. */
function cellOfRequest(requestId: string): number {
  const digits = requestId.slice(4);
  return cellOfId(`${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12)}`);
}

describe('what leaves a cell', () => {
  let receiver: Receiver;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    receiver = await startReceiver();
    service = await startService({
      CELL: String(CELL),
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_CA_FILE: receiver.caFile,
    });
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await receiver?.close();
    workFor(0);
  });

  it('names it: every id, code, key and request of the API and of events', async () => {
    const { api } = account;
    const answers: [string, { body: unknown; headers: Headers }][] = [];
    const note = <T extends { body: unknown; headers: Headers }>(name: string, answer: T): T => {
      answers.push([name, answer]);
      return answer;
    };
    const endpoint = note(
      'endpoint',
      await api.post('/v1/webhook_endpoints', {
        url: `${receiver.url}/hooks`,
        description: 'shop',
        enabled_events: ['payment_link.paid', 'balance.updated'],
      }),
    );
    const link = note(
      'link',
      await api.post('/v1/payment_links', { amount: '1500', currency: 'MXNB', description: 'Order 1042' }),
    );
    const { code } = link.body;
    note('deposit', await api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' }));
    note('qr_code', await api.post('/v1/qr_codes', { name: 'Till 1', currency: 'MXNB', fixed_amount: '10' }));
    note('test_event', await api.post(`/v1/webhook_endpoints/${endpoint.body.id}/test`));
    await service.workers.deliveries.runOnce();
    for (const path of [
      '/v1/ping',
      '/v1/payment_links',
      `/v1/payment_links/${code}`,
      '/v1/qr_codes',
      '/v1/transactions',
      '/v1/deposits',
      '/v1/events',
      '/v1/request_logs',
      '/v1/webhook_endpoints',
      `/v1/webhook_endpoints/${endpoint.body.id}/deliveries`,
    ]) {
      const answer = note(path, await api.get(path));
      expect(answer.status, path).to.equal(200);
    }
    const found = answers.flatMap(([name, { body, headers }]) => [
      ...identifiersIn(body, name),
      ...identifiersIn(headers.get('x-request-id'), `${name} x-request-id`),
    ]);
    for (const { body, headers } of receiver.requests) {
      found.push(...identifiersIn(JSON.parse(body.toString()), 'event'));
      found.push(...identifiersIn(headers['service-delivery-id'], 'delivery'));
    }

    const ours = found.filter(([place]) => !NOT_OURS.test(place) || place.endsWith('.url'));
    expect(ours.length).to.be.above(40);
    expect(ours.filter(([, cell]) => cell !== CELL)).to.deep.equal([]);
    const key = parseApiKey(account.key.secret);
    expect(cellOfPublicId(key?.publicId ?? '')).to.equal(CELL);
  });

  it('names it: sessions and one-time links', () => {
    expect(cellOfToken(newToken())).to.equal(CELL);
    expect(cellNamedBy({ url: `/panel/links/${newToken()}`, headers: {} })).to.equal(CELL);
    const cookie = `panel-language=es; __Host-panel=${newToken()}`;
    expect(cellNamedBy({ url: '/panel/accounts', headers: { cookie } })).to.equal(CELL);
  });

  it('keeps the form, the order and the time of what a deployment without cells issues', () => {
    const beganMs = Date.now();
    const ids = Array.from({ length: 1000 }, newId);
    expect(ids.filter((id) => !UUID.test(id))).to.deep.equal([]);
    expect(ids.toSorted()).to.deep.equal(ids);
    const requestId = newRequestId();
    expect(requestId).to.match(/^req_[0-9a-f]{32}$/);
    expect(timeOfRequest(requestId).getTime()).to.be.within(beganMs, Date.now());
    expect(newLinkCode()).to.match(/^PL-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{2}0Z$/);
  });
});

describe('what leaves cell 0', () => {
  it('has the forms that it had before there were cells', () => {
    expect(newId()[14]).to.equal('7');
    expect(newRequestId()[16]).to.equal('7');
    expect(newToken()).to.have.length(43);
    expect([cellOfId(newId()), cellOfToken(newToken()), cellOfPublicId('abcdefghijklmnop')]).to.deep.equal([
      0, 0, 0,
    ]);
    // The last two characters of a code of cell 0 are as random as all others.
    const endings = new Set(Array.from({ length: 200 }, () => newLinkCode().slice(-2)));
    expect(endings.size).to.be.above(150);
  });
});
