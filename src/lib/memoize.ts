/**
 * A function of text or a number that keeps what it found, for what is asked for again and again. It keeps at most
 * `maxKnown` answers, then begins anew; what throws is kept by nobody.
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
