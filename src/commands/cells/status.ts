import { countAccounts } from '../../accounts/index.ts';
import { findWhereabouts, listBetween, type Between, type Whereabouts } from '../../account-moves/index.ts';
import { environmentOf, type Cell } from '../../cells/index.ts';
import { readConfig, type Config } from '../../config/index.ts';
import { describeFault, readUpgradeState } from '../../db/index.ts';
import { findCell, findEnvironment, findUnsettledSince } from '../../deployment/index.ts';
import { within } from '../../lib/work/within.ts';
import { requireDatabase, withDatabase } from '../deployment/deployment.ts';
import { withConnection, withReaders } from './database.ts';
import { listCells } from './known-cells.ts';
import { findShared, meansOf, type SharedResource } from './shared-resources.ts';
import { describeLost, describeStale } from './whereabouts.ts';

const TIMEOUT_MS = 2_000;
/** Short, so that an unavailable database is reported as such. */
const CONNECT_TIMEOUT_MS = 1_500;
/** The time in the name of a migration, by which versions are compared. */
const STAMP_LENGTH = 14;

/** The state of a cell's database, as far as it was read. */
interface DatabaseState {
  /** Whether it answers. */
  database: boolean;
  /** The versions of the program that are connected, oldest first. */
  programs: string[];
  schema: string | null;
  accounts: number | null;
  /** Accounts that are being moved, from here or to here. */
  moving: Between[];
  wrong: string[];
}

/**
 * Asks all cells in parallel, each for at most two seconds: its processes for their readiness, through the addresses
 * that the proxy uses, and its database for its versions and accounts. `ok` only if nothing is wrong anywhere.
 */
export async function showStatus(): Promise<object> {
  const known = await Promise.all(
    listCells(process.env).map(async (cell) => ({ cell, configured: await readConfigured(cell) })),
  );
  const read = await Promise.all(known.map(({ cell, configured }) => statusOf(cell, configured)));
  const readable = read.filter(({ accounts }) => accounts !== null).map(({ cell }) => cell);
  const misplaced = await findMisplaced(
    known.flatMap(({ cell: { cell }, configured }) =>
      'fault' in configured || !readable.includes(cell) ? [] : configured.config,
    ),
  );
  const cells = read.map(({ moving, wrong, ...one }) => ({
    ...one,
    moving: moving.filter(({ state }) => state !== 'gone').map(({ accountId }) => accountId),
    wrong: [...wrong, ...listUnfinished(one.cell, moving), ...(misplaced.get(one.cell) ?? [])],
  }));
  const shared = findShared(
    known.flatMap(({ cell: { cell }, configured }) =>
      'fault' in configured ? [] : { cell, means: configured.means },
    ),
  );
  return { ok: shared.length === 0 && cells.every(({ wrong }) => wrong.length === 0), cells, shared };
}

/** The configuration in a cell's environment file, or the fault that makes it unusable. */
type Configured = { config: Config; means: SharedResource[] } | { fault: string };

async function readConfigured(cell: Cell): Promise<Configured> {
  try {
    const config = readConfig(environmentOf(cell, process.env));
    return { config, means: await meansOf(config) };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

async function statusOf({ cell, url, servers }: Cell, configured: Configured) {
  const [answers, { wrong, ...state }] = await Promise.all([
    Promise.all(servers.map(async (server) => ({ server, fault: await askServer(server) }))),
    'fault' in configured
      ? unread(configured.fault)
      : within(TIMEOUT_MS, readDatabase(configured.config, cell)).catch((error: unknown) =>
          unread(messageOf(error)),
        ),
  ]);
  const silent = answers.filter(({ fault }) => fault !== undefined);
  return {
    cell,
    url,
    ready: `${servers.length - silent.length} of ${servers.length}`,
    ...state,
    wrong: [...silent.map(({ server, fault }) => `${server}: ${fault}`), ...wrong],
  };
}

/** Accounts that work in two cells or in none, by the cell in which that can be repaired. */
async function findMisplaced(configs: readonly Config[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>(configs.map(({ cell }) => [cell, []]));
  try {
    const all = await withReaders(configs, async (witnesses) => {
      const first = (await within(TIMEOUT_MS, findWhereabouts(witnesses))).filter(isMisplaced);
      if (first.length === 0) return [];
      // Cells are not read at the same moment, and an account may have moved meanwhile.
      const ids = new Set(first.map(({ accountId }) => accountId));
      const again = await within(TIMEOUT_MS, findWhereabouts(witnesses));
      return again.filter((one) => isMisplaced(one) && ids.has(one.accountId));
    });
    for (const one of all) {
      for (const cell of one.staleIn) found.get(cell)?.push(describeStale(one, cell));
      if (one.keptBy) found.get(one.keptBy.cell)?.push(describeLost(one.accountId, one.keptBy));
    }
  } catch (error) {
    for (const wrong of found.values())
      wrong.push(`Which accounts are in it is not known: ${messageOf(error)}`);
  }
  return found;
}

function isMisplaced({ staleIn, keptBy }: Whereabouts): boolean {
  return staleIn.length > 0 || keptBy !== undefined;
}

/** Accounts that have left this cell by a move that is not complete; its command is running, or ended early. */
function listUnfinished(here: number, moving: readonly Between[]): string[] {
  return moving
    .filter(({ state }) => state === 'gone')
    .map(
      ({ accountId, cell }) =>
        `Account ${accountId} has left, and its move is not complete: payments accounts move ${accountId} --cell ${here} --to ${cell}`,
    );
}

function unread(why: string): DatabaseState {
  return { database: false, programs: [], schema: null, accounts: null, moving: [], wrong: [why] };
}

/** The reason why a server is not ready; undefined if it is. */
async function askServer(server: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`http://${server}/ready`, { signal, redirect: 'error' });
    const { ready, reason } = (await response.json()) as { ready?: boolean; reason?: string };
    return ready === true ? undefined : (reason ?? `It answers ${response.status}.`);
  } catch {
    return 'It does not answer.';
  }
}

async function readDatabase(config: Config, cell: number): Promise<DatabaseState> {
  await requireDatabase(config, false);
  return withDatabase(config, async (url) => {
    const upgrade = await readUpgradeState(url, CONNECT_TIMEOUT_MS);
    if (!upgrade) return { ...unread('Its database is empty.'), database: true };
    const state = {
      database: true,
      programs: upgrade.programs.map(({ version }) => version),
      schema: upgrade.newest?.slice(0, STAMP_LENGTH) ?? null,
    };
    const fault = describeFault(upgrade.difference);
    // Its tables may then differ from those that this program knows.
    if (fault !== undefined) return { ...state, accounts: null, moving: [], wrong: [fault] };
    return withConnection(config, url, async (db) => {
      const [counted, owner, environment, moving, unsettled] = await Promise.all([
        countAccounts(db.read),
        findCell(db.read),
        findEnvironment(db.read),
        listBetween(db.read),
        findUnsettledSince(db.read),
      ]);
      const wrong: string[] = [];
      if (owner !== cell)
        wrong.push(`Its database belongs to ${owner === undefined ? 'no cell' : `cell ${owner}`}.`);
      if (environment !== config.environment)
        wrong.push(`Its database is not of ENVIRONMENT=${config.environment}.`);
      if (unsettled)
        wrong.push(
          `Its database was restored, and the cell does not start: payments accounts settle --cell ${cell}`,
        );
      return { ...state, accounts: counted?.accounts ?? 0, moving, wrong };
    });
  });
}

function messageOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT')
    return 'Its database does not answer within two seconds.';
  return error instanceof Error ? error.message : String(error);
}
