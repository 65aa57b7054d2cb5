import type { Queryable } from './connect.ts';

/** Reads a part of a list, either the rows after the given one or the first ones. */
type ReadPart<T> = (on: Queryable, after: T | undefined, limit: number) => Promise<T[]>;

/**
 * All rows of a list, a batch at a time. Each batch has a transaction of its own, so that a slow reader keeps none
 * open.
 */
export async function* inBatches<T>(
  read: <R>(work: (on: Queryable) => Promise<R>) => Promise<R>,
  batchSize: number,
  readPart: ReadPart<T>,
): AsyncGenerator<T[]> {
  let last: T | undefined;
  do {
    const after = last;
    const rows = await read((on) => readPart(on, after, batchSize));
    if (rows.length > 0) yield rows;
    last = rows[batchSize - 1];
  } while (last !== undefined);
}

/** The same batches, each with what is done to it. */
export async function* mapBatches<T, R>(
  batches: AsyncIterable<T[]>,
  map: (batch: T[]) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for await (const batch of batches) yield await map(batch);
}

/** The position after a row of a list that is ordered by time. */
export function positionAfter(after: { createdAt: Date; id: string } | undefined): {
  afterTime: Date | undefined;
  afterId: string | undefined;
} {
  return { afterTime: after?.createdAt, afterId: after?.id };
}
