import type { Foundation } from '../../src/composition/foundation.ts';

/** What a judge reads of the service's own tables. */
export async function rowsOf<T>({ db }: Foundation, text: string, values: unknown[] = []): Promise<T[]> {
  return (await db.read.query<T>({ text, values })).rows;
}
