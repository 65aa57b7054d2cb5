// How long clients wait for their first response when a thousand connect at once and each keeps calling.
import { Agent, request } from 'node:http';
import { median } from '../load.ts';
import { openRig } from '../rig.ts';

const CLIENTS = 1_000;
const LOAD_MS = 8_000;

export async function benchConnections({
  rounds,
}: {
  rounds: number;
}): Promise<Record<string, number | string>[]> {
  const taken: { firstsMs: number[]; answered: number }[] = [];
  // A fresh service for each round, so that no connections are open yet.
  for (let round = 0; round < rounds; round++) taken.push(await connectAll());
  const seconds = (share: number) =>
    (median(taken.map(({ firstsMs }) => firstsMs[Math.ceil(share * CLIENTS) - 1] ?? LOAD_MS)) / 1000).toFixed(
      1,
    );
  return [
    {
      case: `${CLIENTS} connections at once`,
      'answers/s': Math.round(median(taken.map(({ answered }) => answered)) / (LOAD_MS / 1000)),
      'first answer p50 s': seconds(0.5),
      'p90 s': seconds(0.9),
      'last s': seconds(1),
    },
  ];
}

async function connectAll(): Promise<{ firstsMs: number[]; answered: number }> {
  const rig = await openRig();
  try {
    const { apiKey } = await rig.openAccount();
    const { url } = await rig.start();
    const call = (agent: Agent) => getBalances(url, apiKey, agent);
    const firstsMs: number[] = [];
    let answered = 0;
    const begunAt = performance.now();
    const callOn = async (): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let isFirst = true; isFirst || performance.now() < begunAt + LOAD_MS; isFirst = false) {
        await call(agent);
        answered += 1;
        if (isFirst) firstsMs.push(performance.now() - begunAt);
      }
      agent.destroy();
    };
    await Promise.all(Array.from({ length: CLIENTS }, callOn));
    return { firstsMs: firstsMs.sort((a, b) => a - b), answered };
  } finally {
    await rig.close();
  }
}

function getBalances(url: string, apiKey: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    request(`${url}/v1/balances`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve());
    })
      .on('error', reject)
      .end();
  });
}
