// Makes deploy/cells/kubernetes.yaml of deploy/kubernetes.yaml, so that cells are deployed as a single deployment is:
//   node --import tsx/esm scripts/deploy/cells.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dump, loadAll } from 'js-yaml';

const SOURCE = fileURLToPath(new URL('../../deploy/kubernetes.yaml', import.meta.url));
const TARGET = fileURLToPath(new URL('../../deploy/cells/kubernetes.yaml', import.meta.url));
const CELLS = [0, 1, 2];
const DOMAIN = 'payments.example.com';
const PROXY = 'payments-proxy';
const POSTGRES = 'postgres:18-bookworm';
const LABELS = { 'app.kubernetes.io/name': 'payments-proxy' };
const RESTRICTED = { 'pod-security.kubernetes.io/enforce': 'restricted' };
const CONFINED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: object };
  data?: Record<string, string>;
  spec?: any;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, formatCells());

/** The manifests of three cells, each in a namespace of its own with a Postgres, and of the proxy before them. */
export function formatCells(): string {
  const source = readFileSync(SOURCE, 'utf8');
  const image = (loadAll(source) as Manifest[]).find(({ kind }) => kind === 'Deployment')?.spec.template.spec
    .containers[0].image as string;
  const parts = [
    ...CELLS.flatMap((cell) => {
      const namespace = namespaceOf(cell);
      const ofCell = (loadAll(source) as Manifest[]).map((manifest) => adapt(manifest, cell));
      return [formatNamespace(namespace), cellsFile(namespace), ...ofCell, ...postgres(namespace)];
    }),
    ...[formatNamespace(PROXY), cellsFile(PROXY), ...proxy(image)],
  ];
  return `# Three cells on Kubernetes 1.30 or newer, each in a namespace of its own with a Postgres, and the nginx before them:
# docs/cells.md. Made by scripts/deploy/cells.ts of ../kubernetes.yaml, whose comments hold here too. Change what says
# REPLACE, and TRUSTED_PROXIES. The Secrets are in kubernetes.secret.example.yaml.
${parts.map((part) => dump(part, { noRefs: true, lineWidth: 120 })).join('---\n')}`;
}

function namespaceOf(cell: number): string {
  return `payments-cell-${cell}`;
}

function urlOf(cell: number): string {
  return `https://c${cell}.${DOMAIN}`;
}

function formatNamespace(name: string): object {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: RESTRICTED } };
}

/** By the addresses of the cells' Services, which stay the same. */
function cellsFile(namespace: string): object {
  const cells = CELLS.map((cell) => ({
    cell,
    servers: [`payments.${namespaceOf(cell)}.svc.cluster.local:80`],
    url: urlOf(cell),
    environment_file: `cell-${cell}.env`,
  }));
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'payments-cells', namespace },
    data: { 'cells.json': `${JSON.stringify({ cells }, null, 2)}\n` },
  };
}

/** What a cell has that a single deployment has not. */
function adapt(manifest: Manifest, cell: number): Manifest {
  manifest.metadata.namespace = namespaceOf(cell);
  if (manifest.kind === 'ConfigMap') {
    Object.assign(manifest.data ?? {}, {
      CELL: String(cell),
      CELLS_FILE: '/etc/payments/cells.json',
      BASE_URL: urlOf(cell),
      CHECKOUT_BASE_URL: `https://${DOMAIN}`,
    });
  }
  if (manifest.kind === 'Deployment') {
    const { spec } = manifest.spec.template;
    spec.volumes.push({ name: 'cells', configMap: { name: 'payments-cells' } });
    spec.containers[0].volumeMounts.push({ name: 'cells', mountPath: '/etc/payments', readOnly: true });
  }
  if (manifest.kind === 'NetworkPolicy') {
    manifest.spec.ingress[0].from[0].namespaceSelector.matchLabels = {
      'kubernetes.io/metadata.name': PROXY,
    };
  }
  return manifest;
}

/** Without a standby: an operator for Postgres, or a managed one, has that. */
function postgres(namespace: string): object[] {
  const labels = { 'app.kubernetes.io/name': 'postgres' };
  const metadata = { name: 'postgres', namespace, labels };
  const probe = { exec: { command: ['pg_isready', '--username', 'payments', '--dbname', 'payments'] } };
  const container = {
    name: 'postgres',
    image: POSTGRES,
    env: [
      { name: 'POSTGRES_USER', value: 'payments' },
      { name: 'POSTGRES_DB', value: 'payments' },
      {
        name: 'POSTGRES_PASSWORD',
        valueFrom: { secretKeyRef: { name: 'postgres', key: 'password' } },
      },
    ],
    args: ['-c', 'max_connections=200'],
    ports: [{ name: 'postgres', containerPort: 5432 }],
    readinessProbe: { ...probe, periodSeconds: 5, timeoutSeconds: 3 },
    resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { memory: '2Gi' } },
    securityContext: CONFINED,
    volumeMounts: [
      { name: 'data', mountPath: '/var/lib/postgresql' },
      { name: 'run', mountPath: '/var/run/postgresql' },
    ],
  };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata,
      spec: {
        serviceName: 'postgres',
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            automountServiceAccountToken: false,
            terminationGracePeriodSeconds: 60,
            securityContext: asUser(999),
            containers: [container],
            volumes: [{ name: 'run', emptyDir: {} }],
          },
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '20Gi' } } },
          },
        ],
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { clusterIP: 'None', selector: labels, ports: [{ name: 'postgres', port: 5432 }] },
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'postgres', namespace },
      spec: {
        podSelector: { matchLabels: labels },
        policyTypes: ['Ingress'],
        ingress: [
          {
            from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'payments' } } }],
            ports: [{ port: 'postgres' }],
          },
        ],
      },
    },
  ];
}

/** Each pod makes its configuration when it starts. */
function proxy(image: string): object[] {
  const metadata = { name: PROXY, namespace: PROXY, labels: LABELS };
  const makes = {
    name: 'configuration',
    image,
    command: [
      'sh',
      '-c',
      'node build/cli.js cells config --for nginx --cells /etc/payments/cells.json --log /dev/stdout > /configuration/payments.conf',
    ],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    securityContext: CONFINED,
    volumeMounts: [
      { name: 'cells', mountPath: '/etc/payments', readOnly: true },
      { name: 'configuration', mountPath: '/configuration' },
      { name: 'tmp', mountPath: '/tmp' },
    ],
  };
  const nginx = {
    name: 'nginx',
    image: 'nginx:stable-bookworm',
    ports: [
      { name: 'http', containerPort: 80 },
      { name: 'https', containerPort: 443 },
    ],
    readinessProbe: { tcpSocket: { port: 'https' }, periodSeconds: 5 },
    lifecycle: { preStop: { sleep: { seconds: 10 } } },
    resources: { requests: { cpu: '500m', memory: '128Mi' }, limits: { memory: '512Mi' } },
    securityContext: CONFINED,
    volumeMounts: [
      { name: 'configuration', mountPath: '/etc/nginx/conf.d', readOnly: true },
      { name: 'tls', mountPath: '/etc/payments/tls', readOnly: true },
      { name: 'tmp', mountPath: '/var/cache/nginx', subPath: 'cache' },
      { name: 'tmp', mountPath: '/run', subPath: 'run' },
    ],
  };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        replicas: 2,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        selector: { matchLabels: LABELS },
        template: {
          metadata: { labels: LABELS },
          spec: {
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            terminationGracePeriodSeconds: 75,
            securityContext: {
              ...asUser(101),
              sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }],
            },
            topologySpreadConstraints: [
              {
                topologyKey: 'kubernetes.io/hostname',
                maxSkew: 1,
                whenUnsatisfiable: 'ScheduleAnyway',
                labelSelector: { matchLabels: LABELS },
              },
            ],
            initContainers: [makes],
            containers: [nginx],
            volumes: [
              { name: 'cells', configMap: { name: 'payments-cells' } },
              { name: 'configuration', emptyDir: { sizeLimit: '16Mi' } },
              { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
              {
                name: 'tls',
                secret: {
                  secretName: 'payments-tls',
                  items: [
                    { key: 'tls.crt', path: 'fullchain.pem' },
                    { key: 'tls.key', path: 'privkey.pem' },
                  ],
                },
              },
            ],
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: {
        type: 'LoadBalancer',
        // Otherwise the client's address would be that of a host of the cluster.
        externalTrafficPolicy: 'Local',
        selector: LABELS,
        ports: [
          { name: 'http', port: 80, targetPort: 'http' },
          { name: 'https', port: 443, targetPort: 'https' },
        ],
      },
    },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: PROXY, namespace: PROXY },
      spec: {
        maxUnavailable: 1,
        unhealthyPodEvictionPolicy: 'AlwaysAllow',
        selector: { matchLabels: LABELS },
      },
    },
  ];
}

function asUser(id: number): object {
  return {
    runAsNonRoot: true,
    runAsUser: id,
    runAsGroup: id,
    fsGroup: id,
    seccompProfile: { type: 'RuntimeDefault' },
  };
}
