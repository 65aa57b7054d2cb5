import { isConnectionLoss, DatabaseAway } from '../lib/errors/database-away.ts';
import { describeError } from '../lib/logger.ts';
import { within } from '../lib/work/within.ts';
import { findDifference } from './compatibility.ts';
import { connectForReads, type DatabaseOptions, type Queryable, type Reads } from './connect.ts';

import type { Presence } from './presence.ts';
import { type Beat, BEAT_MS, findLastBeat, hasBeat, isReplica } from './replica-beats.ts';

/** A replica further behind is not used; this limits the age of changes that no event reports. */
const MAX_LAG_MS = 5_000;
/** How long a replica may take to report its last beat. */
const LOOK_TIMEOUT_MS = BEAT_MS;
const UNDEFINED_TABLE = '42P01';

type ReplicaState =
  | 'asked'
  /** It was not probed yet. */
  | 'new'
  /** It cannot be reached, or does not respond. */
  | 'away'
  /** It lags. */
  | 'behind'
  /** It takes writes, because it was promoted or never was a replica. */
  | 'writable'
  /** It is a replica of another database. */
  | 'foreign'
  /** Its schema lacks migrations of this program. */
  | 'outdated';

export interface Replica {
  /** Host and port. */
  readonly name: string;
  readonly reads: Reads;
  /** The number of reads in progress. */
  busy: number;
  state(): ReplicaState;
  /** Its lag at the last probe; undefined if unknown. */
  lagS(): number | undefined;
  /** Probes it; `last` is the primary's last beat. */
  look(primary: Queryable, last: Beat): Promise<void>;
  close(): Promise<void>;
}

/**
 * It is not used before its first probe. Logs each change of state. `suspect` is called when a connection to it was
 * lost, because only a probe can tell whether it is away.
 */
export function createReplica(options: DatabaseOptions, suspect: () => void): Replica {
  const { logger } = options;
  const { host } = new URL(options.connectionString);
  const name = decodeURIComponent(host);
  let state: ReplicaState = 'new';
  let lagMs: number | undefined;
  let closing = false;

  const enter = (next: ReplicaState, cause?: unknown): void => {
    if (next === state || closing) return;
    state = next;
    if (next === 'asked') return logger.info('replica in use', { replica: name });
    const { error, error_code } = cause === undefined ? {} : describeError(cause);
    logger.warn('replica excluded', { replica: name, reason: next, error, error_code });
  };
  const presence: Presence = {
    judge(error) {
      if (!isConnectionLoss(error)) return error;
      if (!closing) suspect();
      return new DatabaseAway(error);
    },
    close: () => Promise.resolve(),
  };
  const connections = connectForReads(options, presence);

  return {
    name,
    reads: connections,
    busy: 0,
    state: () => state,
    lagS: () => (lagMs === undefined ? undefined : lagMs / 1_000),
    async look(primary, last) {
      const found = await probe(connections.read, primary, { last, wasAsked: state === 'asked' });
      lagMs = found.lagMs;
      enter(found.state, found.cause);
    },
    close() {
      closing = true;
      return connections.close();
    },
  };
}

/** Compares a replica with the primary, whose last beat is `last`. */
async function probe(
  replica: Queryable,
  primary: Queryable,
  { last, wasAsked }: { last: Beat; wasAsked: boolean },
): Promise<{ state: ReplicaState; lagMs?: number; cause?: unknown }> {
  let told: Awaited<ReturnType<typeof ask>>;
  try {
    told = await within(LOOK_TIMEOUT_MS, ask(replica, wasAsked));
  } catch (cause) {
    const hasNoTable = cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE;
    return { state: hasNoTable ? 'outdated' : 'away', cause };
  }
  const { shown } = told;
  if (!told.isReplica) return { state: 'writable' };
  if (!shown) return { state: 'behind' };
  const behindMs = Math.max(0, last.beatenAt.getTime() - shown.beatenAt.getTime());
  // The primary remembers its beats for longer than a replica in use may lag.
  if (behindMs <= MAX_LAG_MS && !(await hasBeat(primary, shown))?.isKnown) return { state: 'foreign' };
  if (behindMs > MAX_LAG_MS) return { state: 'behind', lagMs: behindMs };
  return { state: told.lacks > 0 ? 'outdated' : 'asked', lagMs: behindMs };
}

async function ask(
  replica: Queryable,
  wasAsked: boolean,
): Promise<{ isReplica: boolean; shown: Beat | undefined; lacks: number }> {
  const [server, shown, difference] = await Promise.all([
    isReplica(replica),
    findLastBeat(replica),
    // Once it has all migrations, it has them for good.
    wasAsked ? undefined : findDifference(replica),
  ]);
  return { isReplica: server?.isReplica === true, shown, lacks: difference?.missing.length ?? 0 };
}
