import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connectToSupervisor } from '../../../src/db/embedded/membership.ts';
import { Sandbox } from './sandbox.ts';

describe('connecting to the supervisor', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await Sandbox.open();
  });
  after(() => sandbox.close());

  it('finds none when it stops listening before it has accepted the connection', async () => {
    const folder = sandbox.path('.');
    const supervisor = createServer().listen(join(folder, 'supervisor'));
    await once(supervisor, 'listening');
    const connecting = connectToSupervisor(folder);
    supervisor.close();
    expect(await connecting).to.be.undefined;
  });
});
