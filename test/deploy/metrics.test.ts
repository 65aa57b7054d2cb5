import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createMetricsServer } from '../../src/http/server/metrics-server.ts';
import { workFor } from '../../src/lib/cell.ts';
import { startService } from '../support/service.ts';

/** Not `up`, which Prometheus makes, nor names with colons, which rules record. */
const OURS = /(?<![\w:])(?:payments|nodejs|process)_\w+/g;

describe('what is exposed at /metrics', () => {
  /** Each metric that can appear, with the suffixes of its kind. */
  let exposed: Set<string>;

  before(async () => {
    const text = await scrape();
    const scripts = ['payments-backup.sh', 'payments-cells-compared.sh'].map(readDeploy);
    // A metric without samples, because nothing happened yet, is declared all the same.
    const declared = [text, ...scripts].flatMap((one) => [...one.matchAll(/# TYPE (\w+) (\w+)/g)]);
    exposed = new Set(
      declared.flatMap(([, name = '', kind]) =>
        kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
  });

  for (const [file, least] of [
    ['prometheus-rules.yml', 14],
    ['prometheus-rules.test.yml', 14],
    ['grafana-dashboard.json', 18],
  ] as const) {
    it(`has all that deploy/${file} names`, () => {
      const named = new Set(readDeploy(file).match(OURS));
      expect(named.size).to.be.at.least(least);
      expect([...named].filter((name) => !exposed.has(name))).to.deep.equal([]);
    });
  }
});

describe('the label `cell`', () => {
  /** Each sample with its value left out. */
  const samplesOf = (text: string) => text.split('\n').filter((line) => /^\w/.test(line));

  it('is on each metric of a cell', async () => {
    try {
      const samples = samplesOf(await scrape({ CELL: '3' }));
      expect(samples.length).to.be.above(50);
      expect(samples.filter((line) => !line.includes('cell="3"'))).to.deep.equal([]);
    } finally {
      workFor(0);
    }
  });

  it('is on none where there are no cells', async () => {
    expect(samplesOf(await scrape()).filter((line) => line.includes('cell='))).to.deep.equal([]);
  });

  it('chooses in the dashboard: every query of a metric of the service heeds it', () => {
    const queries = [...readDeploy('grafana-dashboard.json').matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)];
    expect(queries.length).to.be.above(40);
    for (const [, query = ''] of queries)
      for (const [, labels = ''] of query.matchAll(/\b(?:payments|nodejs|process)_\w+(\{[^}]*\})?/g))
        expect(labels, query).to.contain('cell=~\\"$cell\\"');
  });
});

async function scrape(environment: Record<string, string> = {}): Promise<string> {
  const service = await startService(environment);
  const server = createMetricsServer(service.foundation.metrics).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  server.close();
  server.closeAllConnections();
  await service.close();
  return text;
}

function readDeploy(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8');
}
