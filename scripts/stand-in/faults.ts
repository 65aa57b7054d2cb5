import type { Chance } from '../chaos/chance.ts';

const KINDS = [
  'lost',
  'latency',
  'limited',
  'unknown',
  'bad_gateway',
  'garbage',
  'refused',
  'empty',
] as const;
export type FaultKind = (typeof KINDS)[number];

/** How the server misbehaves. `lost`: the connection ends without an answer. `empty`: a list that shows nothing yet. */
export interface Fault {
  kind: FaultKind;
  /** Whether the call is carried out all the same. */
  acts?: boolean;
  /** For `latency`. */
  ms?: number;
  /** For `refused`. */
  code?: string;
  /** For `refused`: another HTTP status than the documented one, like 200. */
  status?: number;
  /** For `refused`: the code is printed as a number. */
  numeric?: boolean;
}

/** For the next `times` calls (1; 0: all until cleared) of an endpoint, like `POST /v3/withdrawals`; without: of any. */
export interface PlannedFault extends Fault {
  on?: string;
  times?: number;
}

/** Faults of any kind for a share of all calls, by chance. */
export interface Weather {
  share: number;
  faults: Fault[];
}

export function createFaults(chance: Chance) {
  const planned: (PlannedFault & { times: number })[] = [];
  let weather: Weather = { share: 0, faults: [] };

  return {
    plan(fault: PlannedFault): void {
      requireKind(fault);
      planned.push({ ...fault, times: fault.times ?? 1 });
    },
    setWeather(wanted: Weather): void {
      wanted.faults.forEach(requireKind);
      weather = wanted;
    },
    clear(): void {
      planned.length = 0;
      weather = { share: 0, faults: [] };
    },
    /** What is to go wrong with this call. */
    next(endpoint: string): Fault | undefined {
      const place = planned.findIndex(({ on }) => on === undefined || on === endpoint);
      const found = planned[place];
      if (found) {
        if (found.times === 1) planned.splice(place, 1);
        else if (found.times > 1) found.times--;
        return found;
      }
      return weather.faults.length > 0 && chance.happens(weather.share)
        ? chance.pick(weather.faults)
        : undefined;
    },
  };
}

function requireKind({ kind }: Fault): void {
  if (!KINDS.includes(kind)) throw new Error(`kind must be one of ${KINDS.join(', ')}`);
}

export type Faults = ReturnType<typeof createFaults>;
