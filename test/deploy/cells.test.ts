import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';
import { parseCells } from '../../src/cells/cells-file.ts';
import { formatEnvoy, formatNginx } from '../../src/cells/index.ts';
import { readConfig } from '../../src/config/config.ts';
import { formatCells } from '../../scripts/deploy/cells.ts';

interface Service {
  environment?: Record<string, string>;
  networks?: { default: { ipv4_address: string } };
}

interface Manifest {
  kind: string;
  metadata: { name: string; namespace: string };
  data?: Record<string, string>;
  spec?: { type?: string };
}

const DATABASE = { ENVIRONMENT: 'test', DATABASE_URL: 'postgresql://db/payments' };

describe('deploy/cells', () => {
  const cells = parseCells(read('cells/cells.json'), '/etc/payments');

  it('has a service of Compose for each cell, at the address and with the URL that cells.json says', () => {
    const { services } = load(read('cells/compose.yaml'), { schema: YAML11_SCHEMA }) as {
      services: Record<string, Service>;
    };
    const known = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name) => void known.add(String(name)), has: () => false }));
    const proxy = services['proxy']?.networks?.default.ipv4_address;
    for (const { cell, servers, url } of cells) {
      const { environment = {}, networks } = services[`cell-${cell}`] as Service;
      expect([...known]).to.include.members(Object.keys(environment));
      const config = readConfig({ ...environment, ...DATABASE });
      expect(config).to.deep.include({ cell, baseUrl: url, cellsFile: '/etc/payments/cells.json' });
      expect(servers).to.deep.equal([`${networks?.default.ipv4_address}:${config.port}`]);
      expect(environment['DATABASE_URL']).to.contain(`@postgres-${cell}/`);
      expect(environment['TRUSTED_PROXIES']).to.equal(`${proxy}/32`);
    }
  });

  it('has manifests of Kubernetes that are made of those for one deployment', () => {
    expect(read('cells/kubernetes.yaml'), 'run scripts/deploy/cells.ts').to.equal(formatCells());
  });

  it('has a namespace of Kubernetes for each cell, whose Service is where the proxy asks', () => {
    const manifests = loadAll(read('cells/kubernetes.yaml')) as Manifest[];
    const find = (kind: string, namespace: string, name: string): Manifest | undefined =>
      manifests.find(
        ({ kind: other, metadata }) =>
          other === kind && metadata.namespace === namespace && metadata.name === name,
      );
    const file = find('ConfigMap', 'payments-proxy', 'payments-cells')?.data?.['cells.json'] ?? '';
    for (const { cell, servers, url } of parseCells(file, '/etc/payments')) {
      const namespace = `payments-cell-${cell}`;
      expect(servers).to.deep.equal([`payments.${namespace}.svc.cluster.local:80`]);
      expect(find('Service', namespace, 'payments')).not.to.equal(undefined);
      expect(find('ConfigMap', namespace, 'payments-cells')?.data?.['cells.json']).to.equal(file);
      const { data } = find('ConfigMap', namespace, 'payments') as Manifest;
      expect(readConfig({ ...data, ...DATABASE })).to.deep.include({ cell, baseUrl: url });
    }
  });

  it('is served over https by what `payments cells config` prints, with plain http redirected', () => {
    const options = { port: 443, log: '/dev/stdout', tls: { httpPort: 80, folder: '/etc/payments/tls' } };
    for (const configuration of [formatNginx(cells, options), formatEnvoy(cells, options)]) {
      expect(configuration).to.contain('/etc/payments/tls/fullchain.pem').and.to.contain('443');
      expect(configuration)
        .to.contain('Strict-Transport-Security')
        .and.to.match(/308|PERMANENT_REDIRECT/);
    }
  });
});

function read(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8');
}
