import { execFile } from 'node:child_process';
import type { SystemUser } from './database-user.ts';

const TIMEOUT_MS = 120_000;

/**
 * The whole environment of Postgres and its tools. It has none of the caller's locale, time zone, PG* variables or
 * secrets.
 */
export const COMMAND_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/** Runs one of Postgres's tools to completion. Throws an Error with the reason the tool gave, in one line. */
export async function runCommand(
  file: string,
  args: string[],
  options: { runAs: SystemUser | undefined; input?: string },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = execFile(
      file,
      args,
      { ...options.runAs, cwd: '/', env: COMMAND_ENVIRONMENT, timeout: TIMEOUT_MS },
      (error, _stdout, stderr) => {
        if (!error) resolve();
        else reject(new Error(findReason(stderr) ?? error.message, { cause: error }));
      },
    );
    // A command that dies early closes its input; its exit says why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input);
  });
}

function findReason(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /error|fatal|panic/i.test(line)) ?? lines[0];
}
