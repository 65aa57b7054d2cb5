import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { loadAll } from 'js-yaml';
import { readConfig } from '../../src/config/config.ts';

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
  timeoutSeconds?: number;
}

interface Container {
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe: Probe;
  livenessProbe?: Probe;
}

/** Of the kinds that the file has, what is read here. */
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    selector?: object;
    podSelector?: object;
    template?: {
      metadata: { labels: Record<string, string> };
      spec: {
        securityContext: { runAsUser: number; runAsGroup: number };
        topologySpreadConstraints: { labelSelector: object }[];
        containers: [Container];
      };
    };
  };
}

describe('deploy/kubernetes.yaml', () => {
  const manifests = loadAll(read('kubernetes.yaml')) as Manifest[];
  const [secret] = loadAll(read('kubernetes.secret.example.yaml')) as [Manifest];
  const find = (kind: string, name: string): Manifest => {
    const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
    if (!found) throw new Error(`there is no ${kind} ${name}`);
    return found;
  };
  const variables = find('ConfigMap', 'payments').data!;
  const secrets = secret.stringData!;
  const podOf = (name: string) => find('Deployment', name).spec!.template!;
  const containerOf = (name: string) => podOf(name).spec.containers[0];
  const roleOf = (name: string) =>
    Object.fromEntries(containerOf(name).env.map((variable) => [variable.name, variable.value]));

  it('sets variables that the program reads, to values that it accepts', () => {
    const known = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name) => void known.add(String(name)), has: () => false }));
    for (const [name, role] of [
      ['payments-api', 'api'],
      ['payments-worker', 'worker'],
    ] as const) {
      const environment = { ...variables, ...secrets, ...roleOf(name) };
      expect([...known]).to.include.members(Object.keys(environment));
      const config = readConfig({ ...environment, DATABASE_URL: 'postgresql://db/payments' });
      expect([...config.roles]).to.deep.equal([role]);
      const ports = new Map(containerOf(name).ports.map((port) => [port.name, port.containerPort]));
      expect(ports.get('http') ?? config.port).to.equal(config.port);
      expect(ports.get('metrics')).to.equal(config.metricsPort);
    }
  });

  it('selects the pods that it describes', () => {
    const labels = (name: string) => podOf(name).metadata.labels;
    expect(find('Service', 'payments').spec!.selector).to.deep.equal(labels('payments-api'));
    for (const name of ['payments-api', 'payments-worker']) {
      const selector = { matchLabels: labels(name) };
      expect(find('Deployment', name).spec!.selector).to.deep.equal(selector);
      expect(find('PodDisruptionBudget', name).spec!.selector).to.deep.equal(selector);
      expect(podOf(name).spec.topologySpreadConstraints[0]?.labelSelector).to.deep.equal(selector);
      expect(labels(name)).to.include(
        (find('NetworkPolicy', 'payments').spec!.podSelector as { matchLabels: object }).matchLabels,
      );
    }
  });

  it('runs pods as the user of the image', () => {
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(read('Dockerfile')) ?? [];
    for (const name of ['payments-api', 'payments-worker']) {
      expect(podOf(name).spec.securityContext).to.include({
        runAsUser: Number(user),
        runAsGroup: Number(group),
      });
    }
  });
});

function read(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8');
}
