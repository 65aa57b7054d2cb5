import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const PREFIX = 'chaos-db';
const NAME = new RegExp(`^${PREFIX}-(\\d+)-\\d$`);

/** A network namespace with an address of its own, as a host has. */
export interface Host {
  readonly namespace: string;
  readonly address: string;
  /** From now on its packets, and those to it, are dropped: nobody is told. */
  cutOff(): Promise<void>;
  reconnect(): Promise<void>;
}

/** The hosts of the databases, on a bridge. The machine itself is on it too, with whoever calls the databases. */
export interface Network {
  readonly hosts: readonly Host[];
  /** With its prefix, for rules about who may connect. */
  readonly range: string;
  /** The hosts no longer reach each other; the machine reaches all. */
  divide(): Promise<void>;
  unite(): Promise<void>;
  close(): Promise<void>;
}

/** Whether this machine lets the program make network namespaces. */
export const CAN_OPEN_NETWORK =
  process.platform === 'linux' && spawnSync('unshare', ['--net', 'ip', 'link']).status === 0;

export async function openNetwork(count: number): Promise<Network> {
  await removeLeftovers();
  // Unique while this program runs, because others like it may run as well.
  const { pid } = process;
  const subnet = `10.${64 + ((pid >> 8) % 128)}.${pid % 256}`;
  const bridge = `cdb${pid}`;
  const machine = { mac: '02:00:00:00:00:01', address: `${subnet}.1` };
  await ip('link', 'add', bridge, 'address', machine.mac, 'type', 'bridge');
  await ip('address', 'add', `${machine.address}/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  const known = Array.from({ length: count }, (_, index) => ({
    mac: `02:00:00:00:00:0${index + 2}`,
    address: `${subnet}.${index + 2}`,
  }));
  const ports = known.map((_, index) => `cdb${pid}p${index}`);
  const hosts: Host[] = [];
  for (const [index, { mac, address }] of known.entries()) {
    const namespace = `${PREFIX}-${pid}-${index}`;
    const port = ports[index] ?? '';
    const inside = (...args: string[]) => ip('-netns', namespace, ...args);
    await ip('netns', 'add', namespace);
    await ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'address', mac, 'netns', namespace);
    await ip('link', 'set', port, 'master', bridge, 'up');
    await inside('link', 'set', 'lo', 'up');
    await inside('address', 'add', `${address}/24`, 'dev', 'eth0');
    await inside('link', 'set', 'eth0', 'up');
    // Nobody asks who has an address: the kernel would report a host that does not say so as unreachable, and a network
    // that drops packets reports nothing.
    await ip('neighbour', 'add', address, 'lladdr', mac, 'nud', 'permanent', 'dev', bridge);
    for (const other of [machine, ...known].filter((one) => one.mac !== mac))
      await inside('neighbour', 'add', other.address, 'lladdr', other.mac, 'nud', 'permanent', 'dev', 'eth0');
    hosts.push({
      ...{ namespace, address },
      cutOff: () => ip('link', 'set', port, 'nomaster'),
      reconnect: () => ip('link', 'set', port, 'master', bridge),
    });
  }
  const isolate = async (isOn: boolean): Promise<void> => {
    for (const port of ports)
      await ip('link', 'set', port, 'type', 'bridge_slave', 'isolated', isOn ? 'on' : 'off');
  };
  return {
    hosts,
    range: `${subnet}.0/24`,
    divide: () => isolate(true),
    unite: () => isolate(false),
    close: () => remove(pid),
  };
}

/** What programs that were killed have left, servers included. */
async function removeLeftovers(): Promise<void> {
  const pids = new Set((await namespaces()).flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number));
  for (const pid of pids) if (!isRunning(pid)) await remove(pid);
}

async function remove(pid: number): Promise<void> {
  for (const name of await namespaces()) {
    if (NAME.exec(name)?.[1] !== String(pid)) continue;
    const inside = (await output('netns', 'pids', name)).split('\n').filter(Boolean).map(Number);
    for (const one of inside) if (isRunning(one)) process.kill(one, 'SIGKILL');
    await ip('netns', 'delete', name);
  }
  // It takes the ports with it, also when only some were made.
  await ip('link', 'delete', `cdb${pid}`).catch(() => undefined);
}

async function namespaces(): Promise<string[]> {
  return (await output('netns', 'list')).split('\n').flatMap((line) => line.split(' ')[0] || []);
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function ip(...args: string[]): Promise<void> {
  await output(...args);
}

async function output(...args: string[]): Promise<string> {
  return (await promisify(execFile)('ip', args)).stdout;
}
