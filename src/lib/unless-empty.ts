/** An empty list in a request means that it was left out, because some generated clients send one for each list not set. */
export function unlessEmpty<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length === 0 ? undefined : list;
}
