import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { until } from '../poll.ts';
import type { TestService } from '../service.ts';

interface Redis {
  url: string;
  process: ChildProcess;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Redis for the suite in which this is called. Skips that suite where Redis is not installed, except in CI, which must
 * have it.
 */
export function redisOfSuite(): () => Redis {
  let redis: Redis;
  before(async function () {
    const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
    if (!isInstalled && process.env['CI'] === undefined) this.skip();
    redis = await startRedis();
  });
  after(() => redis?.stop());
  return () => redis;
}

async function startRedis(): Promise<Redis> {
  const dir = await mkdtemp(join(tmpdir(), 'payments-redis-'));
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn('redis-server', [
      '--port',
      String(port),
      '--save',
      '',
      '--bind',
      '127.0.0.1',
      '--dir',
      dir,
    ]);
    for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept')) break;
    child.stdout.resume();
    return child;
  };
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    process: await launch(),
    async restart() {
      redis.process = await launch();
    },
    async stop() {
      redis.process.kill('SIGKILL');
      await rm(dir, { recursive: true, force: true });
    },
  };
  return redis;
}

/** Repeats an attempt if the store was unavailable during it, since processes then count on their own. */
export async function whileStoreAnswers<T>(services: TestService[], attempt: () => Promise<T>): Promise<T> {
  const countFallbacks = async (): Promise<string[]> =>
    Promise.all(
      services.map(async ({ foundation }) => {
        const text = await foundation.metrics.expose();
        return /^payments_rate_limit_fallbacks_total (\d+)$/m.exec(text)?.[1] ?? 'unknown';
      }),
    );
  const results: T[] = [];
  const isUndisturbed = async (): Promise<boolean> => {
    const before = await countFallbacks();
    results[0] = await attempt();
    expect(before).not.to.include('unknown');
    return before.join() === (await countFallbacks()).join();
  };
  await until(isUndisturbed, { what: 'the store responds in time' });
  return results[0] as T;
}
