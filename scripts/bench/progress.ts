/** Prints to standard error what a bench is doing, then how many seconds it took. */
export async function phase<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  process.stderr.write(`${name} … `);
  const result = await work();
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  return result;
}
