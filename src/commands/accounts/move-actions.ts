import { moveAccount, MoveRefused, type Side, type Step, writeAsReplica } from '../../account-moves/index.ts';
import { findAccount } from '../../accounts/index.ts';
import type { Config } from '../../config/index.ts';
import { findOlderHosts } from '../../db/index.ts';
import { findCell, findUnsettledSince } from '../../deployment/index.ts';
import { HOUSE_ACCOUNT_ID } from '../../ledger/index.ts';
import { workFor } from '../../lib/cell.ts';
import { compareCatalogue, readCatalogue } from '../cells/catalogue.ts';
import { configOfCell } from '../cells/database.ts';
import { listCells, requireCellOf } from '../cells/known-cells.ts';
import { withSide, withSides } from '../cells/sides.ts';
import { CommandFailure, failOn } from '../frame/index.ts';
import { configOf, requireKeyring } from '../deployment/deployment.ts';

/** The first migration whose program leaves moved accounts alone. */
const KNOWS_MOVES = '20261202192000_completed_moves.ts';

const WORDS: Record<Step, string> = {
  begun: 'every change is noted from now on',
  copied: 'its rows are copied',
  proven: 'the copy is proven',
  frozen: 'nothing may change for a moment',
  left: 'it has left',
  arrived: 'it works in the other cell',
  done: 'done',
};

/**
 * Moves an account from the cell that this command works on to another one of CELLS_FILE. When repeated after a
 * failure, it starts again, or completes a move that the account had already left by. Throws CommandFailure or
 * StartupError.
 */
export async function move(id: string, to: number): Promise<object> {
  const cells = listCells(process.env);
  const target = requireCellOf(cells, to);
  const config = configOf(process.env, undefined);
  if (config.cell === to) {
    throw new CommandFailure(
      `This command works on cell ${to}, which the account would be moved to: name the cell that it is in with --cell.`,
    );
  }
  workFor(config.cell);
  const others = cells.filter(({ cell }) => cell !== config.cell && cell !== to).map(configOfCell);
  const targetConfig = configOfCell(target);
  await requireReadable(config, targetConfig);
  return withSide(config, (from) =>
    withSide(targetConfig, (toSide) =>
      withSides(others, async (rest) => {
        await requireMovable(id, from, toSide);
        await requireReplicaRights(toSide);
        const report = await moving(() =>
          moveAccount({
            accountId: id,
            from,
            to: toSide,
            others: rest,
            onStep: (step) => void process.stderr.write(`${step}: ${WORDS[step]}\n`),
          }),
        );
        return {
          account: id,
          from: config.cell,
          to,
          rows: report.rows,
          paused_ms: report.pausedMs,
        };
      }),
    ),
  );
}

/** Turns refusals into failures for the operator. */
export async function moving<T>(work: () => Promise<T>): Promise<T> {
  return Promise.resolve().then(work).catch(failOn(MoveRefused));
}

/** The other cell must be able to read and compare everything that one cell has sealed and hashed. */
async function requireReadable(from: Config, to: Config): Promise<void> {
  if (from.environment !== to.environment)
    throw new CommandFailure('Accounts do not move between test and live.');
  const [keyring, theirs] = await Promise.all([requireKeyring(from), requireKeyring(to)]);
  const [signing] = from.cellsKeys;
  if (signing === undefined || !to.cellsKeys.includes(signing)) {
    throw new CommandFailure(
      `CELLS_KEY must be the same in cell ${from.cell} and cell ${to.cell}: with it, one tells the other of deposits that still arrive there.`,
    );
  }
  const missing = keyring.missingFrom(theirs);
  if (missing.length === 0) return;
  throw new CommandFailure(
    `SECRETS_KEY of cell ${to.cell} lacks version ${missing.join(' and ')} of that of cell ${from.cell}, or has another key by that number. Add it, and restart the cell.`,
  );
}

async function requireMovable(id: string, from: Side, to: Side): Promise<void> {
  const [account, owner, theirOwner, ours, theirs] = await Promise.all([
    findAccount(from.db.read, { id }),
    findCell(from.db.read),
    findCell(to.db.read),
    readCatalogue(from.db.read),
    readCatalogue(to.db.read),
  ]);
  for (const [side, cell] of [
    [from, owner],
    [to, theirOwner],
  ] as const) {
    if (cell !== side.cell) throw new CommandFailure(`The database of cell ${side.cell} is not its own.`);
  }
  for (const { cell, db } of [from, to]) {
    if (await findUnsettledSince(db.read))
      throw new CommandFailure(`Cell ${cell} was restored: first, payments accounts settle --cell ${cell}.`);
  }
  await requireKnowing([from, to]);
  if (!account) throw new CommandFailure(`Cell ${from.cell} has no account ${id}.`);
  if (id <= HOUSE_ACCOUNT_ID) throw new CommandFailure("A cell's own accounts do not move.");
  const [difference] = compareCatalogue(ours, theirs);
  if (difference) {
    throw new CommandFailure(
      `The catalogues differ: ${difference.setting} of ${difference.of}. Make them equal first: payments cells compare.`,
    );
  }
}

/** A program without support for moves would keep working on the rows that the account leaves behind. */
async function requireKnowing(sides: readonly Side[]): Promise<void> {
  for (const { cell, client } of sides) {
    const hosts = await findOlderHosts(client, KNOWS_MOVES);
    if (hosts.length === 0) continue;
    throw new CommandFailure(
      `Programs that know no moves are still connected to the database of cell ${cell}, from ${hosts.join(', ')}. Replace them first.`,
    );
  }
}

/** The copy includes rows that triggers would write again, and its rows are in no order that satisfies foreign keys. */
async function requireReplicaRights({ cell, client }: Side): Promise<void> {
  try {
    await writeAsReplica(client);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
    throw new CommandFailure(
      `The user of the database of cell ${cell} may not write without triggers. Let it, once, as a superuser: grant set on parameter session_replication_role to ${client.user ?? 'it'}.`,
    );
  }
}
