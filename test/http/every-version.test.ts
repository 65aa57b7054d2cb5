import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { IssuedCredential } from '../../src/credentials/service.ts';
import { CURRENT_VERSION, VERSIONS } from '../../src/contract/versions.ts';
import { belongingsFor, bodyFor, fillLists } from '../support/data/belongings.ts';
import type { Answer, CallOptions } from '../support/client.ts';
import {
  addressOf,
  requiredQuery,
  sampleRequests,
  type SampleRequest,
} from '../support/data/sample-requests.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

type JsonObject = Record<string, unknown>;

/** An account with a key pinned to each version. */
interface Owner {
  account: TestAccount;
  keys: Map<string, IssuedCredential>;
}

/** What an operation is called on, and with. */
interface Target {
  address: string;
  body: object | undefined;
}

/** The contract's "Versions" section, restated independently: the names that differ in each version. */
const OLD_NAMES: Record<string, Record<string, Record<string, string>>> = {
  '2026-11-01': {},
  '2026-05-01': { transaction: { type: 'kind' } },
};

/** What differs between any two responses to the same request. */
const VOLATILE = new Set(['request_id', 'timestamp', 'server_time', 'as_of', 'now']);

describe('every operation in every version', () => {
  let service: TestService;
  /** The account that reads use. */
  let reader: Owner;
  /** Lists are limited to entries before this, since each call adds to the log. */
  let settledAt: string;

  before(async () => {
    service = await startService();
    reader = await newOwner();
    await fillLists(reader.account);
    const { body } = await reader.account.api.get('/v1/request_logs?limit=1');
    settledAt = body.data[0].created_at as string;
  });
  after(() => service?.close());

  it('has its differences listed here', () => {
    expect(Object.keys(OLD_NAMES)).to.have.members([...VERSIONS]);
  });

  for (const operation of sampleRequests()) {
    const { id, method, needsApiKey, keyed } = operation;

    for (const version of VERSIONS) {
      it(`${id} responds in ${version} like in the newest, except for the documented changes`, async () => {
        const owner = method === 'GET' ? reader : await newOwner();
        let target = await newTarget(operation, owner);
        const ask = async (pin: string, header?: string): Promise<Answer> => {
          // The same change cannot be made twice.
          if (method !== 'GET') target = await newTarget(operation, owner);
          const answer = await call(owner, operation, target, pin, header);
          expect(answer.status, answer.text).to.be.within(200, 299);
          return answer;
        };
        // Changes are made on different resources, so only the form of their responses can be compared.
        const comparable = method === 'GET' ? (body: unknown) => steady(body, owner) : form;

        const newest = await ask(CURRENT_VERSION);
        const answers = [await ask(version, version), await ask(CURRENT_VERSION, version)];
        if (needsApiKey) answers.push(await ask(version));
        for (const answer of answers) {
          expect(answer.headers.get('service-version')).to.equal(version);
          expect([...answer.headers.keys()]).to.deep.equal([...newest.headers.keys()]);
          expect(comparable(answer.body)).to.deep.equal(comparable(inOldNames(newest.body, version)));
          if (!newest.body) expect(answer.text).to.equal(newest.text);
        }
        const back = await ask(version, CURRENT_VERSION);
        expect(back.headers.get('service-version')).to.equal(CURRENT_VERSION);
        expect(comparable(back.body)).to.deep.equal(comparable(newest.body));
      });

      if (!keyed) continue;
      it(`${id} replays a response from ${version} in that version, whichever is requested`, async () => {
        const owner = await newOwner();
        const target = await newTarget(operation, owner);
        const options = { idempotencyKey: randomUUID() };
        const first = await call(owner, operation, target, version, undefined, options);
        expect(first.status, first.text).to.be.within(200, 299);
        // A secret is shown again only to the API key that created it.
        const pins = first.text.includes('"signing_secret"') ? [version] : VERSIONS;
        for (const pin of pins) {
          for (const header of [undefined, ...VERSIONS]) {
            const replay = await call(owner, operation, target, pin, header, options);
            expect(replay.headers.get('idempotent-replay')).to.equal('true');
            expect(replay.headers.get('service-version')).to.equal(version);
            expect(replay.status).to.equal(first.status);
            expect(replay.text).to.equal(first.text);
          }
        }
      });
    }
  }

  async function newOwner(): Promise<Owner> {
    const account = await service.createAccount();
    const keys = new Map<string, IssuedCredential>();
    for (const apiVersion of VERSIONS) {
      keys.set(apiVersion, await service.createKey(account.id, { apiVersion }));
    }
    return { account, keys };
  }

  async function newTarget(operation: SampleRequest, { account }: Owner): Promise<Target> {
    const [body] = operation.bodies;
    const isList = operation.queryParams.some(({ name }) => name === 'created_before');
    const address = addressOf(operation, await belongingsFor(operation, account), {
      ...requiredQuery(operation),
      ...(isList ? { created_before: settledAt } : {}),
    });
    return { address, body: body && (await bodyFor(operation, account, body)) };
  }

  /** The client checks each response against the contract of its version. */
  function call(
    { keys }: Owner,
    { method }: SampleRequest,
    { address, body }: Target,
    pin: string,
    header?: string,
    options: CallOptions = {},
  ): Promise<Answer> {
    const headers: Record<string, string> = header === undefined ? {} : { 'service-version': header };
    return service.client(keys.get(pin)?.secret).call(method, address, { body, headers, ...options });
  }
});

function inOldNames(value: unknown, version: string): unknown {
  if (Array.isArray(value)) return value.map((item) => inOldNames(item, version));
  if (typeof value !== 'object' || value === null) return value;
  const names = OLD_NAMES[version]?.[(value as JsonObject)['object'] as string] ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [names[name] ?? name, inOldNames(child, version)]),
  );
}

/** A response without what differs between two calls and two keys; the order of fields matters. */
function steady(body: unknown, { keys }: Owner): string {
  let text = JSON.stringify(body, (name, value: unknown) => (VOLATILE.has(name) ? '…' : value)) ?? '';
  for (const { id, lastFour } of keys.values()) {
    text = text.replace(`"id":"${id}"`, '…').replace(`"last_four":"${lastFour}"`, '…');
  }
  return text;
}

/** The names of a response's fields, in order, each with its type. */
function form(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(form);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([name, child]) => [name, form(child)]);
}
