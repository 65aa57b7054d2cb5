import { expect } from 'chai';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Server, type Socket } from 'node:net';
import { winElection } from '../../../../src/db/embedded/supervisor/election.js';
import { Sandbox } from '../sandbox.ts';

describe('election of the supervisor', () => {
  let sandbox: Sandbox;
  let living: Server[];

  beforeEach(async () => {
    sandbox = await Sandbox.open();
    living = [];
  });
  afterEach(async () => {
    for (const server of living) server.close();
    await sandbox.close();
  });

  const runCandidates = async (count: number): Promise<Server[]> => {
    const candidates = Array.from({ length: count }, () => winElection(sandbox.dir, welcome));
    const winners = (await Promise.all(candidates)).filter((server) => server !== undefined);
    living.push(...winners);
    return winners;
  };

  it('always has one winner, however many run and whoever died before', async () => {
    for (let round = 0; round < 20; round += 1) {
      const winners = await runCandidates(10);
      expect(winners).to.have.length(1);
      // A closed socket leaves a file behind that nobody serves, just as after a kill.
      winners[0]!.close();
      await once(winners[0]!, 'close');
    }
  });

  it('is lost by every candidate while the winner lives', async () => {
    await runCandidates(1);
    expect(await runCandidates(10)).to.deep.equal([]);
  });

  it('makes the winner reachable at one address, and removes the others', async () => {
    const [winner] = await runCandidates(1);
    winner!.close();
    await once(winner!, 'close');
    await runCandidates(5);

    const socket = connect(`${sandbox.dir}/supervisor`);
    const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    expect(answer).to.equal('welcome');
    socket.destroy();
    expect((await readdir(sandbox.dir)).sort()).to.deep.equal(['supervisor', 'supervisor.2']);
  });

  function welcome(socket: Socket): void {
    // Candidates that only check whether it is alive hang up at once.
    socket.on('error', () => undefined);
    socket.end('welcome');
  }
});
