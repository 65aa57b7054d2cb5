import { AMOUNT_DECIMALS, type Money } from '../../../../lib/money.ts';

interface Movement {
  id: string;
  /** Positive for a credit. */
  amount: Money;
  /** Whether its sums with movements elsewhere count, and not only with adjacent ones. */
  isLarge: boolean;
}

/** In whole units, which are added and looked up a million times. */
interface Counted {
  id: string;
  units: bigint;
  isLarge: boolean;
}

/** Larger sums would match by chance, and take too long. */
const MOST_DEBITS = 40;

/**
 * The movements, in the order of the file, that add up to zero. They are adjacent, as a single text could have them, or
 * anywhere, up to three debits with a credit, or a debit with two credits, as several texts could have them.
 */
export function findCancelled(movements: readonly Movement[]): Set<string> {
  const found = new Set<string>();
  const add = (...those: readonly Counted[]): void => those.forEach(({ id }) => void found.add(id));
  const counted = movements.map(({ id, amount, isLarge }) => ({
    id,
    isLarge,
    units: BigInt(amount.shiftedBy(AMOUNT_DECIMALS).toFixed(0)),
  }));
  for (const run of runsOfNothing(counted)) add(...run);
  const credits = counted.filter(({ units }) => units > 0n);
  const byUnits = new Map<bigint, Counted[]>();
  for (const credit of credits) {
    const equal = byUnits.get(credit.units);
    if (equal) equal.push(credit);
    else byUnits.set(credit.units, [credit]);
  }
  const debits = counted.filter(({ units, isLarge }) => isLarge && units < 0n).slice(0, MOST_DEBITS);
  for (const some of upToThree(debits)) {
    const sum = some.reduce((total, { units }) => total - units, 0n);
    const equal = byUnits.get(sum);
    if (equal) add(...some, ...equal);
    const [only, second] = some;
    if (!only || second) continue;
    for (const credit of credits) {
      const others = byUnits.get(sum - credit.units)?.filter((other) => other !== credit);
      if (others && others.length > 0) add(only, credit, ...others);
    }
  }
  return found;
}

/** The shortest ones. Each ends where the running sum was last the same. */
function* runsOfNothing(movements: readonly Counted[]): Generator<readonly Counted[]> {
  let sum = 0n;
  const endOf = new Map([[sum, 0]]);
  for (const [index, { units }] of movements.entries()) {
    sum += units;
    const start = endOf.get(sum);
    if (start !== undefined) yield movements.slice(start, index + 1);
    endOf.set(sum, index + 1);
  }
}

function* upToThree(debits: readonly Counted[]): Generator<Counted[]> {
  for (const [i, one] of debits.entries()) {
    yield [one];
    for (const [j, two] of debits.entries()) {
      if (j <= i) continue;
      yield [one, two];
      for (const three of debits.slice(j + 1)) yield [one, two, three];
    }
  }
}
