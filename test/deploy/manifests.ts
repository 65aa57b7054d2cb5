import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';

export interface Probe {
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

const manifests = loadAll(readDeployFile('kubernetes.yaml')) as Manifest[];
const [secret] = loadAll(readDeployFile('kubernetes.secret.example.yaml')) as [Manifest];

export function manifestOf(kind: string, name: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

/** What all pods have in their environment, and the secrets of the example. */
export const variables = manifestOf('ConfigMap', 'payments').data!;
export const secrets = secret.stringData!;

export const podOf = (name: string) => manifestOf('Deployment', name).spec!.template!;
export const containerOf = (name: string) => podOf(name).spec.containers[0];

/** What the pods of one deployment have in their environment besides. */
export const roleOf = (name: string) =>
  Object.fromEntries(containerOf(name).env.map((variable) => [variable.name, variable.value]));

export function readDeployFile(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8');
}
