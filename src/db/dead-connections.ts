import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../lib/logger.ts';
import { backendOf, bytesFrom, cut, type Hosts, probe } from './hosts.ts';

/** How often connections are looked at. */
const TICK_MS = 500;
/** How long a connection owes an answer before the server is asked about it. Most statements take a few milliseconds. */
const SILENT_MS = 1_000;
/** A server that accepts no connection may only be busy, so it counts as lost after this time without an answer to any. */
const UNREACHED_MS = 4_000;
const TERMINATE = 'select pg_terminate_backend(pid) from unnest($1::integer[]) as pid';
/** How long a server process may wait for the rest of a command, which is as long as a statement may take. */
const RECEIVING_MS = 15_000;
const WORKING = `select pid from pg_stat_activity
                  where pid = any($1) and state <> 'idle' and state not like 'idle in transaction%'
                    and wait_event is distinct from 'ClientWrite'
                    and (wait_event is distinct from 'ClientRead'
                         or state_change > clock_timestamp() - ${RECEIVING_MS} * interval '1 ms')`;

/**
 * Ends connections that are silent because their other end is gone. A host that loses its power, a firewall that forgets a
 * connection or a network that drops its packets says nothing; TCP alone would wait for a quarter of an hour.
 */
export interface DeadConnections {
  /** Looks after a connection until it ends. `isOwed`: whether an answer to it is due. */
  watch(client: pg.ClientBase, isOwed: () => boolean): void;
  /** Ends all connections, because the database is elsewhere now. */
  cutAll(): void;
  /** From now on an answer is due to all of them, because each is being ended, which the server confirms. */
  expectGoodbyes(): void;
  close(): void;
}

interface Watched {
  client: pg.ClientBase;
  isOwed: () => boolean;
  bytes: number;
  /** When it last received something, and since when an answer is due, in ms of this process's life. */
  heardMs: number;
  owedMs: number;
  /** The server was asked, and did not work on anything of this connection. */
  isSuspect: boolean;
}

interface Watch {
  hosts: Hosts;
  logger: Logger;
  all: Set<Watched>;
  isAsking: boolean;
  areEnding: boolean;
  /** As far as this process could look. No time passes here while a busy machine does not let it run. */
  nowMs: number;
  /** When any of the connections last received something from the server, or it answered a question. */
  answeredMs: number;
}

export function watchForDeadConnections(hosts: Hosts, logger: Logger): DeadConnections {
  const watch: Watch = {
    hosts,
    logger,
    all: new Set(),
    isAsking: false,
    areEnding: false,
    nowMs: 0,
    answeredMs: 0,
  };
  const timer = setInterval(() => void tick(watch), TICK_MS);
  timer.unref();
  return {
    watch(client, isOwed) {
      const { all, nowMs } = watch;
      const one = { client, isOwed, bytes: 0, heardMs: nowMs, owedMs: nowMs, isSuspect: false };
      all.add(one);
      client.once('end', () => all.delete(one));
    },
    cutAll() {
      for (const { client } of watch.all) end(client);
    },
    expectGoodbyes() {
      watch.areEnding = true;
    },
    close: () => clearInterval(timer),
  };
}

async function tick(watch: Watch): Promise<void> {
  const { all } = watch;
  watch.nowMs += TICK_MS;
  for (const one of all) look(watch, one);
  const silent = [...all].filter((one) => silentFor(watch, one) >= SILENT_MS);
  if (silent.length === 0 || watch.isAsking) return;
  watch.isAsking = true;
  try {
    const { dead, isReached } = await judge(watch, silent);
    if (dead.length > 0) await endDead(watch, dead, isReached);
  } finally {
    watch.isAsking = false;
  }
}

/** Notes what a connection received since the last look, and whether an answer to it is due. */
function look(watch: Watch, one: Watched): void {
  const bytes = bytesFrom(one.client);
  if (bytes !== one.bytes) watch.answeredMs = one.heardMs = watch.nowMs;
  if (bytes === one.bytes && isOwed(watch, one)) return;
  one.bytes = bytes;
  one.owedMs = watch.nowMs;
  one.isSuspect = false;
}

function isOwed({ areEnding }: Watch, one: Watched): boolean {
  return areEnding || one.isOwed();
}

function silentFor(watch: Watch, one: Watched): number {
  return isOwed(watch, one) ? watch.nowMs - one.owedMs : 0;
}

/**
 * Finds the silent connections that are dead, because the server, asked twice, does not work for them, or says nothing.
 */
async function judge(
  watch: Watch,
  silent: readonly Watched[],
): Promise<{ dead: Watched[]; isReached: boolean }> {
  const working = await findWorking(
    watch.hosts,
    silent.map(({ client }) => backendOf(client)),
  );
  // Answers that have arrived meanwhile are read before any connection is judged.
  await nextTurn();
  for (const one of silent) look(watch, one);
  const stillFor = (leastMs: number): Watched[] =>
    silent.filter((one) => watch.all.has(one) && silentFor(watch, one) >= leastMs);
  if (!working) {
    const isLost = watch.nowMs - watch.answeredMs >= UNREACHED_MS;
    return { dead: isLost ? stillFor(UNREACHED_MS) : [], isReached: false };
  }
  watch.answeredMs = watch.nowMs;
  const dead = stillFor(SILENT_MS).filter((one) => {
    const wasSuspect = one.isSuspect;
    one.isSuspect = !working.has(backendOf(one.client));
    // Only the second look is final, because an answer may be on its way.
    return wasSuspect && one.isSuspect;
  });
  return { dead, isReached: true };
}

/** The given server processes that work. Undefined if the server does not respond. */
function findWorking(hosts: Hosts, pids: readonly number[]): Promise<Set<number> | undefined> {
  return probe(hosts.current(), async (client) => {
    const { rows } = await client.query<{ pid: number }>(WORKING, [pids]);
    return new Set(rows.map(({ pid }) => pid));
  }).catch(() => undefined);
}

async function endDead(watch: Watch, dead: readonly Watched[], isReached: boolean): Promise<void> {
  const sinceMs = Math.min(...dead.map(({ owedMs }) => owedMs));
  // Connections that were idle all the time are as suspect, and cost nothing to open again.
  const idle = [...watch.all].filter((one) => one.heardMs < sinceMs && !isOwed(watch, one));
  watch.logger.warn('database connections fell silent', { owed: dead.length, idle: idle.length });
  const ended = [...dead, ...idle];
  for (const { client } of ended) end(client);
  // Connections that are idle here may be in a transaction that waits for something else.
  if (isReached)
    await terminate(
      watch.hosts,
      ended.map(({ client }) => backendOf(client)),
    );
}

/** Their transactions would hold their locks until the server noticed as well. */
function terminate(hosts: Hosts, pids: readonly number[]): Promise<unknown> {
  return probe(hosts.current(), (client) => client.query(TERMINATE, [pids])).catch(() => undefined);
}

function end(client: pg.ClientBase): void {
  cut(client, Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' }));
}
