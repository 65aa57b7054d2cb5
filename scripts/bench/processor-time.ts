// What processes used of the processors, from Linux's own account of it in /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second there, whatever it counts in itself. */
const TICK_MS = 10;

/** The CPU time of a process and of all that it started, ended ones included, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name))),
  );
  const timeOf = (id: number): number => {
    const children = [...all].filter(([, { parent }]) => parent === id);
    return children.reduce((sum, [child]) => sum + timeOf(child), all.get(id)?.ms ?? 0);
  };
  return timeOf(pid);
}

export function parentOf(pid: number): number {
  return readStat(pid)[0]?.[1].parent ?? 0;
}

/** None when the process has just ended: its parent then counts its time. */
function readStat(pid: number): [pid: number, stat: { parent: number; ms: number }][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before may contain anything; after it come the state and the parent.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // Of its own in user and system mode, and both of the children it has waited for.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[pid, { parent: Number(fields[1]), ms: ticks * TICK_MS }]];
  } catch {
    return [];
  }
}
