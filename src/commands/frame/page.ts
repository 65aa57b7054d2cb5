/** The first `limit` entries of a list, and whether there are more; `read` takes the maximum to read. */
export async function pageOf<R>(
  limit: number,
  read: (count: number) => Promise<R[]>,
  view: (row: R) => object,
): Promise<object> {
  const rows = await read(limit + 1);
  return { data: rows.slice(0, limit).map(view), has_more: rows.length > limit };
}
