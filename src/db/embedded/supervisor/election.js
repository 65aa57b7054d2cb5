import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lchown, link, readdir, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** @import { Server, Socket } from 'node:net' */

/**
 * Makes this process the one supervisor that listens at `supervisor` in the folder; resolves to undefined when
 * another one already does.
 *
 * A supervisor is alive as long as its socket accepts connections, which the kernel ensures without cleanup after a
 * kill. Each socket has a number. A process that finds the highest one dead takes the next, and only one can `link` it.
 * The highest is never removed, so no number is used twice, and no process can remove or replace a live supervisor
 * because of a dead one that it saw before.
 * @param {string} folder
 * @param {(socket: Socket) => void} welcome receives every connection
 * @returns {Promise<Server | undefined>}
 */
export async function winElection(folder, welcome) {
  const highest = Math.max(...(await listNumbers(folder)));
  if (await isAlive(join(folder, `supervisor.${highest}`))) return undefined;

  // It listens before it has a number, so that a numbered socket that refuses connections is dead, not just new.
  const candidate = join(folder, `candidate.${randomBytes(4).toString('hex')}`);
  const server = createServer(welcome);
  await once(server.listen(candidate), 'listening');
  await admitOwner(candidate, folder);
  const number = highest + 1;
  if (!(await takeNumber(candidate, folder, number))) {
    // This also removes its socket.
    server.close();
    return undefined;
  }
  await rename(candidate, join(folder, 'supervisor'));
  await removeBelow(folder, number);
  return server;
}

/** @param {string} folder */
async function listNumbers(folder) {
  const names = await readdir(folder);
  return [0, ...names.map((name) => Number(/^supervisor\.(\d+)$/.exec(name)?.[1] ?? 0))];
}

/**
 * Whether this error of connecting to a supervisor's socket says that there is none. A reset says so too, because the
 * supervisor was still listening when the connection was made, and had stopped before accepting it.
 * @param {unknown} error
 */
export function isDeserted(error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  return code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET';
}

/** @param {string} path */
async function isAlive(path) {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return !isDeserted(error);
  } finally {
    socket.destroy();
  }
}

/**
 * A socket created by root must be open to the user that root runs Postgres as.
 * @param {string} socket
 * @param {string} folder
 */
async function admitOwner(socket, folder) {
  const { uid, gid } = await stat(folder);
  await lchown(socket, uid, gid);
}

/**
 * @param {string} candidate
 * @param {string} folder
 * @param {number} number
 */
async function takeNumber(candidate, folder, number) {
  try {
    await link(candidate, join(folder, `supervisor.${number}`));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
  // A slow candidate may find the number free again because its holder has already been succeeded.
  return Math.max(...(await listNumbers(folder))) === number;
}

/**
 * @param {string} folder
 * @param {number} number
 */
async function removeBelow(folder, number) {
  const dead = (await listNumbers(folder)).filter((each) => each < number);
  await Promise.all(dead.map((each) => rm(join(folder, `supervisor.${each}`), { force: true })));
}
