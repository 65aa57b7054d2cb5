import { run } from '../run.ts';

/** Runs Maven in a folder. A program that runs for seconds needs less time without the optimizing compiler. */
export async function maven(
  args: readonly string[],
  cwd: string,
  env: Partial<Record<string, string>> = {},
): Promise<void> {
  await run('mvn', ['--batch-mode', '--quiet', ...args], {
    cwd,
    env: { ...env, MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' },
  });
}
