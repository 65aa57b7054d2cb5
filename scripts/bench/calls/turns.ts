import { median, type Slice } from '../load.ts';
import { phase } from '../progress.ts';

/** Loads one contestant for a few seconds. */
export type Turn = () => Promise<Slice>;

/** Medians over all rounds. */
export interface Figures {
  perSecond(contestant: string): number;
  p99Ms(contestant: string): number;
  /** Of the calls per second within each round, so that other load on the machine affects both equally. */
  ratio(contestant: string, to: string): string;
  /** Of the processor time of a call within each round. */
  cpuRatio(of: 'service' | 'postgres', contestant: string, to: string): string;
}

/** Lets contestants take turns, in a new random order each round, after two warm-up rounds. */
export async function takeTurns(
  name: string,
  contestants: Record<string, Turn>,
  rounds: number,
): Promise<Figures> {
  const takeRound = async (): Promise<Record<string, Slice>> => {
    const slices: Record<string, Slice> = {};
    for (const [contestant, turn] of shuffled(Object.entries(contestants))) slices[contestant] = await turn();
    return slices;
  };
  await phase(`${name}: warming up`, takeRound);
  await phase(`${name}: warming up`, takeRound);
  const taken: Record<string, Slice>[] = [];
  for (let round = 1; round <= rounds; round++) {
    taken.push(await phase(`${name}: round ${round}/${rounds}`, takeRound));
  }
  const medianOf = (figure: (round: Record<string, Slice>) => number): number => median(taken.map(figure));
  return {
    perSecond: (contestant) => Math.round(medianOf((round) => round[contestant]?.perSecond ?? 0)),
    p99Ms: (contestant) => Math.round(medianOf((round) => round[contestant]?.p99Ms ?? 0)),
    ratio: (contestant, to) =>
      medianOf((round) => (round[contestant]?.perSecond ?? 0) / (round[to]?.perSecond ?? 0)).toFixed(2),
    cpuRatio: (of, contestant, to) =>
      medianOf((round) => (round[contestant]?.cpuUs?.[of] ?? 0) / (round[to]?.cpuUs?.[of] ?? 0)).toFixed(2),
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
