import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createClient } from '../../test/support/client.ts';
import { startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import {
  buildPrograms,
  nodeOptions,
  runProgram,
  startBeside,
  type RunningServer,
} from '../../test/support/processes/program.ts';
import { startService, type TestService } from '../../test/support/service.ts';
import { DELIVERIES, prepareCalls, WEBHOOKS } from './calls.ts';
import type { Measured } from './meter.ts';

/** After these, V8 knows the classes of all objects that a call makes. */
const WARM_UP = 10;
const CALLS = 20;
/** V8 writes its log a moment later. */
const WRITTEN_MS = 300;
/** openapi-backend adds it to a copy, once in each call. */
const OF_LIBRARIES = ['authorized'];
/**
 * A line of V8's log for a property that gave an object a class of its own, because the object was a copy by a spread, or for an
 * object that became a dictionary.
 */
const OWN_CLASS =
  /^map,(?:Transition|NormalizeCached),.*,(\d+,\d+),(?:prototype|TooManyFastProperties),(.*)$/gm;

describe('objects that are made for each call', function () {
  this.timeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'hidden-classes-'));
  const log = join(folder, 'v8.log');
  let receiver: Receiver;
  let service: TestService;
  let server: RunningServer;
  let calls: Record<string, Measured>;

  const logged = async <T>(file: string, start: () => Promise<T>): Promise<T> => {
    const options = ['--log-maps', '--no-log-maps-details', '--no-logfile-per-isolate', `--logfile=${file}`];
    nodeOptions.push(...options);
    try {
      return await start();
    } finally {
      nodeOptions.splice(-options.length);
    }
  };

  before(async () => {
    await buildPrograms();
    [receiver, service] = await Promise.all([startReceiver(), startService()]);
    const settings = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_CA_FILE: receiver.caFile };
    server = await logged(log, () => startBeside(service, settings));
    const client = (key: string | undefined) => createClient(server.url, key);
    const createAccount: TestService['createAccount'] = async (...given) => {
      const account = await service.createAccount(...given);
      return { ...account, api: client(account.key.secret) };
    };
    calls = await prepareCalls({ ...service, client, createAccount }, receiver);
  });
  after(async () => {
    server?.process.kill('SIGTERM');
    await server?.exited;
    await Promise.all([receiver?.close(), service?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** The properties that gave an object a class of its own each time. */
  const propertiesAdded = async (times: number, act: () => Promise<unknown>): Promise<string[]> => {
    await delay(WRITTEN_MS);
    const from = statSync(log).size;
    for (let i = 0; i < times; i++) await act();
    await delay(WRITTEN_MS);
    const lines = readFileSync(log).subarray(from).toString('latin1');
    const found = new Map<string, number>();
    for (const [, place = '', name = ''] of lines.matchAll(OWN_CLASS)) {
      const key = `${place} ${name || 'too many properties'}`;
      found.set(key, (found.get(key) ?? 0) + 1);
    }
    return [...found].filter(([, count]) => count >= times).map(([key]) => key.replace(/^\S+ /, ''));
  };

  it('share the classes that V8 gives to objects, in every call', async () => {
    const own: Record<string, string[]> = {};
    for (const [name, { prepare, call }] of Object.entries(calls)) {
      const act = async (): Promise<void> => {
        const arrived = receiver.requests.length;
        await prepare?.();
        // Not by `call`, which would deliver in this process.
        if (name === DELIVERIES) await receiver.waitFor(arrived + WEBHOOKS);
        else await call();
      };
      for (let i = 0; i < WARM_UP; i++) await act();
      const added = await propertiesAdded(CALLS, act);
      own[name] = added.filter((property) => !OF_LIBRARIES.includes(property));
    }
    expect(Object.values(own)).to.have.length.above(10);
    expect(own).to.deep.equal(Object.fromEntries(Object.keys(own).map((name) => [name, []])));
  });

  it('would be found if they did not', async () => {
    const script = `
      const copy = (i) => ({ ...{ a: i }, planted: 1 });
      const wide = () => {
        const made = {};
        for (let name = 0; name < 40; name++) made['name' + name] = name;
      };
      for (let i = 0; i < 50; i++) {
        copy(i);
        wide();
      }`;
    const other = join(folder, 'planted.log');
    await logged(other, () => runProgram('--eval', [script], {}).exited);
    const found = [...readFileSync(other, 'latin1').matchAll(OWN_CLASS)].map(([, , name]) => name);
    for (const name of ['planted', '']) expect(found.filter((one) => one === name)).to.have.length.above(40);
  });
});
