import { expect } from 'chai';
import { readConfig } from '../../src/config/config.ts';
import { containerOf, manifestOf, podOf, readDeployFile, roleOf, secrets, variables } from './manifests.ts';

describe('deploy/kubernetes.yaml', () => {
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
    expect(manifestOf('Service', 'payments').spec!.selector).to.deep.equal(labels('payments-api'));
    for (const name of ['payments-api', 'payments-worker']) {
      const selector = { matchLabels: labels(name) };
      expect(manifestOf('Deployment', name).spec!.selector).to.deep.equal(selector);
      expect(manifestOf('PodDisruptionBudget', name).spec!.selector).to.deep.equal(selector);
      expect(podOf(name).spec.topologySpreadConstraints[0]?.labelSelector).to.deep.equal(selector);
      expect(labels(name)).to.include(
        (manifestOf('NetworkPolicy', 'payments').spec!.podSelector as { matchLabels: object }).matchLabels,
      );
    }
  });

  it('runs pods as the user of the image', () => {
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(readDeployFile('Dockerfile')) ?? [];
    for (const name of ['payments-api', 'payments-worker']) {
      expect(podOf(name).spec.securityContext).to.include({
        runAsUser: Number(user),
        runAsGroup: Number(group),
      });
    }
  });
});
