import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';

describe("the client of Bitso's API", () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database?.drop());

  describe('signs', () => {
    it('with a nonce that no call of any process had', async () => {
      const program = fileURLToPath(new URL('./nonces-process.ts', import.meta.url));
      const taken = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const child = spawn(process.execPath, ['--import', 'tsx/esm', program, database.url, '300'], {
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
