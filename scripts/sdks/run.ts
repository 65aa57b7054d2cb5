import { execFile } from 'node:child_process';

const OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a program to its end, quietly, with this as its standard input. Rejects with all of its output when it fails. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Partial<Record<string, string>>; input?: string },
): Promise<string> {
  const { cwd, env, input } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { cwd, env: { ...process.env, ...env }, maxBuffer: OUTPUT_BYTES },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${error.message}\n${stdout}${stderr}`));
        else resolve(stdout);
      },
    );
    if (input !== undefined) child.stdin?.end(input);
  });
}
