import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const SYNCHRONOUS = ['spawnSync', 'execSync', 'execFileSync'] as const;
let isGuarded = false;
let isAllowed = true;

/**
 * From now on, this process can start programs, or throws when it is asked to. Tests that start programs take seconds, so
 * they have a suite of their own: one of them in the other suite would go unnoticed.
 */
export function letStartPrograms(allowed: boolean): void {
  isAllowed = allowed;
  if (isGuarded) return;
  isGuarded = true;
  // What all of spawn, exec, execFile and fork call.
  const prototype = ChildProcess.prototype as unknown as {
    spawn: (this: ChildProcess, options: { file: string }) => number;
  };
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    requireAllowed(options.file);
    return spawn.call(this, options);
  };
  for (const name of SYNCHRONOUS) {
    const start = childProcess[name] as (file: string, ...rest: unknown[]) => unknown;
    Object.assign(childProcess, {
      [name](file: string, ...rest: unknown[]) {
        requireAllowed(file);
        return start(file, ...rest);
      },
    });
  }
  syncBuiltinESMExports();
}

function requireAllowed(file: string): void {
  if (isAllowed) return;
  throw new Error(
    `A test that starts a program (${file}) belongs in test-system/: \`npm test\` runs in its own process.`,
  );
}
