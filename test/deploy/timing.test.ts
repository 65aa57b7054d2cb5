import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { DRAIN_TIMEOUT_MS } from '../../src/http/server/listen.ts';
import { KEEP_ALIVE_TIMEOUT_MS } from '../../src/http/server/node-server.ts';
import { PROVIDER_TIMEOUTS_MS } from '../../src/methods/providers/provider.ts';

/** For a statement that is still running, the rest of the call log, and the bundled Postgres. */
const CLOSING_S = 20;

describe('the times in deploy/', () => {
  const secondsIn = (file: string, setting: RegExp): number => {
    const text = readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8');
    return Number(setting.exec(text)?.[1]);
  };

  for (const [file, setting] of [
    ['payments.service', /^TimeoutStopSec=(\d+)$/m],
    ['compose.yaml', /^ {4}stop_grace_period: (\d+)s\n {4}mem_limit/m],
  ] as const) {
    it(`let the service finish what it is doing, in ${file}`, () => {
      const longestS = Math.max(DRAIN_TIMEOUT_MS, ...Object.values(PROVIDER_TIMEOUTS_MS)) / 1000;
      expect(secondsIn(file, setting)).to.be.at.least(longestS + CLOSING_S);
    });
  }

  it('let the service finish what it is doing, in kubernetes.yaml, also after preStop', () => {
    const longestS = Math.max(DRAIN_TIMEOUT_MS, ...Object.values(PROVIDER_TIMEOUTS_MS)) / 1000;
    const preStopS = secondsIn('kubernetes.yaml', /preStop: \{ sleep: \{ seconds: (\d+) \} \}/);
    const ofApi = /^ {2}name: payments-api\n[^]*?terminationGracePeriodSeconds: (\d+)$/m;
    const ofWorker = /^ {2}name: payments-worker\n[^]*?terminationGracePeriodSeconds: (\d+)$/m;
    expect(secondsIn('kubernetes.yaml', ofApi)).to.be.at.least(preStopS + longestS + CLOSING_S);
    expect(secondsIn('kubernetes.yaml', ofWorker)).to.be.at.least(longestS + CLOSING_S);
  });

  for (const [file, setting] of [
    ['nginx.conf', /^ {4}keepalive_timeout (\d+)s;$/m],
    ['Caddyfile', /^\t{3}keepalive (\d+)s$/m],
  ] as const) {
    it(`close idle connections before the service does, in ${file}`, () => {
      expect(secondsIn(file, setting)).to.be.below(KEEP_ALIVE_TIMEOUT_MS / 1000);
    });
  }
});
