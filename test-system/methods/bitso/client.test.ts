import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import nock from 'nock';
import {
  interceptHttps,
  openClientRig,
  stopIntercepting,
  type ClientRig,
} from '../../../test/methods/bitso/rig.ts';

describe("the client of Bitso's API", () => {
  let rig: ClientRig;
  before(async () => {
    rig = await openClientRig();
    interceptHttps();
  });
  beforeEach(async () => {
    rig.lines.length = 0;
    await rig.database.query('update bitso_keys set locked_until = null, lockouts = 0');
  });
  afterEach(() => {
    nock.cleanAll();
    expect(JSON.stringify(rig.lines)).to.not.match(/canary/i);
  });
  after(async () => {
    stopIntercepting();
    await rig.close();
  });

  describe('signs', () => {
    it('with a nonce that no call of any process had', async function () {
      this.timeout(60_000);
      const program = fileURLToPath(new URL('./nonces-process.ts', import.meta.url));
      const taken = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const child = spawn(process.execPath, ['--import', 'tsx/esm', program, rig.database.url, '300'], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
          return output.trim().split('\n');
        }),
      );
      const all = taken.flat();
      expect(all.length).to.be.at.least(1_200);
      expect(new Set(all).size).to.equal(all.length);
      for (const nonce of all) expect(nonce).to.match(/^\d{19}$/);
    });
  });
});
