import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lchown, link, readdir, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** @import { Server, Socket } from 'node:net' */

/**
 * Makes this process the one supervisor that listens at `supervisor` in the folder; resolves to undefined when
 * another one does.
 *
 * A supervisor lives as long as its socket answers, which is the kernel's word and needs no clean-up after a kill.
 * Each socket has a number. Who finds the highest one dead takes the next, and of several only one can `link` it.
 * The highest is never removed, so no number is taken twice, and nobody can remove or replace a living supervisor
 * because of a dead one that he saw before.
 * @param {string} folder
 * @param {(socket: Socket) => void} welcome receives every connection
 * @returns {Promise<Server | undefined>}
 */
export async function winElection(folder, welcome) {
  const highest = Math.max(...(await listNumbers(folder)));
  if (await isAlive(join(folder, `supervisor.${highest}`))) return undefined;

  // It listens before it has a number, so that a numbered socket that does not answer is dead and not just young.
  const candidate = join(folder, `candidate.${randomBytes(4).toString('hex')}`);
  const server = createServer(welcome);
  await once(server.listen(candidate), 'listening');
  await admitOwner(candidate, folder);
  const number = highest + 1;
  if (!(await takeNumber(candidate, folder, number))) {
    // Which removes its socket, too.
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

/** @param {string} path */
async function isAlive(path) {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return code !== 'ENOENT' && code !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

/**
 * A socket that root makes has to let in the user for whom root runs Postgres.
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
  // For a slow candidate the number may be free again because its holder has had a successor.
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
