/**
 * Memoizes a function of text or a number that is called with the same keys again and again. It keeps at most
 * `maxKnown` results, then starts over; a call that throws is not kept.
 */
export function memoize<K extends string | number, V>(
  find: (key: K) => V,
  { maxKnown }: { maxKnown: number },
): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = find(key);
    if (known.size === maxKnown) known.clear();
    known.set(key, value);
    return value;
  };
}
