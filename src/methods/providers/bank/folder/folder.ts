import { lstatSync } from 'node:fs';
import { constants, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseAway } from '../../../../lib/errors/database-away.ts';
import { describeError, type Logger } from '../../../../lib/logger.ts';
import { startLoop } from '../../../../lib/work/loop.ts';
import type { Worker } from '../../../../lib/work/claim-worker.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import type { HandedIn, Imported } from '../../../index.ts';
import { MAX_BYTES } from '../files/index.ts';

const PAUSE_MS = 2_000;
/** More are taken at the next look. */
const MOST_FILES = 200;

/** The reason why a folder or a file in it cannot be trusted; undefined if it can. */
export function distrustOf(path: string, kind: 'folder' | 'file'): string | undefined {
  let found;
  try {
    found = lstatSync(path);
  } catch {
    return 'is not there, or cannot be read';
  }
  if (kind === 'folder' ? !found.isDirectory() : !found.isFile()) return `is no ${kind}`;
  // Any other user who can write here could fake the arrival of money.
  if ((found.mode & 0o022) !== 0) return 'can be written by its group or by everybody';
  return undefined;
}

/** Whether a file is completely transferred, by its name. */
export function isComplete(name: string): boolean {
  return !name.startsWith('.') && !name.endsWith('.part');
}

interface Parts {
  logger: Logger;
  take: (file: HandedIn) => Promise<Imported>;
  /** A file's size and time at the last look, by its path, and whether it was imported. */
  looked: Map<string, { look: string; isDone: boolean }>;
  /** The paths that were reported as not to be trusted. */
  warned: Set<string>;
}

/**
 * Watches the folders of statement files. A file is imported when two looks in a row find it with the same size and
 * time, so that one being written is skipped. Files stay in place; the transfer process removes them.
 */
export function createFolderWatcher(options: {
  accounts: readonly BankAccountConfig[];
  logger: Logger;
  take: (file: HandedIn) => Promise<Imported>;
}): Worker {
  const { accounts, logger, take } = options;
  const parts: Parts = { logger, take, looked: new Map(), warned: new Set() };
  const runOnce = async (): Promise<number> => {
    let taken = 0;
    for (const account of accounts) {
      if (account.inFolder !== undefined) taken += await lookAt(parts, account, account.inFolder);
    }
    return taken;
  };
  return {
    runOnce,
    start: () =>
      startLoop({
        name: 'bank-folders',
        pauseMs: PAUSE_MS,
        logger,
        round: async () => (await runOnce()) > 0,
      }),
  };
}

async function lookAt(parts: Parts, account: BankAccountConfig, folder: string): Promise<number> {
  if (!isTrusted(parts, folder, 'folder')) return 0;
  parts.warned.delete(folder);
  const names = (await readdir(folder)).filter(isComplete);
  let taken = 0;
  for (const name of names.sort()) {
    if (taken === MOST_FILES) break;
    const path = join(folder, name);
    if (!isTrusted(parts, path, 'file')) continue;
    const look = findUnchanged(parts, path);
    // A file that fails must not delay the others.
    if (look !== undefined && (await takeOne(parts, account, { path, name }))) {
      parts.looked.set(path, { look, isDone: true });
      taken++;
    }
  }
  return taken;
}

/** A path that cannot be trusted is reported once. */
function isTrusted({ logger, warned }: Parts, path: string, kind: 'folder' | 'file'): boolean {
  const reason = distrustOf(path, kind);
  if (reason !== undefined && !warned.has(path)) {
    warned.add(path);
    logger.error('bank folder or file not trusted and not read', { path, reason });
  }
  return reason === undefined;
}

/** The size and time of a file that has not changed since the last look; undefined if it has, or was imported. */
function findUnchanged({ looked }: Parts, path: string): string | undefined {
  const { size, mtimeMs, ino } = lstatSync(path);
  const look = `${size} ${mtimeMs} ${ino}`;
  const before = looked.get(path);
  if (before?.look === look) return before.isDone ? undefined : look;
  looked.set(path, { look, isDone: false });
  return undefined;
}

/** Whether the file was taken in, or refused; if not, it is tried again. */
async function takeOne(
  { logger, take }: Parts,
  account: BankAccountConfig,
  { path, name }: { path: string; name: string },
): Promise<boolean> {
  try {
    const bytes = await readOnce(path);
    const { statements, waiting, refused } = await take({
      bytes,
      name,
      source: 'folder',
      by: null,
      account: account.id,
    });
    // A refused one has raised its alarm.
    if (refused === null)
      logger.info('bank file imported', {
        account: account.id,
        file: name,
        statements,
        waiting,
      });
    return true;
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    logger.error('bank file import failed and will be retried', {
      account: account.id,
      file: name,
      ...describeError(error),
    });
    return false;
  }
}

/** Never through a link, and at most one byte more than allowed, so that it is refused. */
async function readOnce(path: string): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES + 1));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
