import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

export interface RunningProcess {
  pid: number;
  parent: number;
  /** Includes arguments. */
  command: string;
}

/** All processes of the machine, except zombies. */
export async function listProcesses(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,ppid=,command=']);
    return [...stdout.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm)]
      .map(([, pid, parent, command = '']) => ({ pid: Number(pid), parent: Number(parent), command }))
      .filter(({ command }) => !command.includes('<defunct>'));
  }
  // Slim images have no ps. Read synchronously: there are hundreds, and each async read would take a thread.
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((name) => {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      if (command === '') return [];
      const [, parent] = /\) \w (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      // It has just exited.
      return [];
    }
  });
}

/** How much memory a process uses right now. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  }
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
