import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFailure } from './log.js';

/** @import { ServerPlan } from '../launch.ts' */

/**
 * @typedef {object} Postmaster
 * @property {number} pid
 * @property {Promise<NodeJS.Signals | null>} exited resolves to the signal that ended it, if known
 * @property {() => Promise<unknown>} stop ends all sessions, writes everything to disk, and resolves when it has exited
 */

const READY_POLL_MS = 10;
const ADOPTED_POLL_MS = 200;
const RETRY_PAUSE_MS = 200;

/**
 * Resolves when a Postgres accepts connections. It is one that a killed supervisor left behind, or else a new one.
 * Throws when it cannot start, with the reason that it logged.
 * @param {ServerPlan} plan
 * @param {number} log an open file: the plan's log
 * @returns {Promise<Postmaster>}
 */
export async function runPostmaster(plan, log = 2) {
  const orphan = await adoptPostmaster(plan);
  // An orphan that is already stopping exits instead; then a new one can start.
  if (orphan && (await becomesReady(orphan, plan))) return orphan;

  for (;;) {
    const { size } = await stat(plan.logFile);
    const postmaster = await startPostmaster(plan, log);
    if (await becomesReady(postmaster, plan)) return postmaster;
    // A Postgres that was killed has no failure of its own to report.
    if ((await postmaster.exited) === null) {
      const reason = await findFailure(plan.logFile, size, postmaster.pid);
      // Sessions of a killed Postgres may still be finishing their last query.
      if (!/shared memory block .* is still in use/.test(reason)) throw new Error(reason);
    }
    await delay(RETRY_PAUSE_MS);
  }
}

/**
 * @param {ServerPlan} plan
 * @returns {Promise<Postmaster | undefined>}
 */
async function adoptPostmaster({ clusterDir, accessRules }) {
  const pid = await findPostmaster(clusterDir);
  if (pid === undefined) return undefined;
  const commandLine = await readCommandLine(pid);
  const exited = (async () => {
    while (await isPostmaster(pid, clusterDir)) await delay(ADOPTED_POLL_MS);
    return null;
  })();
  const orphan = {
    pid,
    exited,
    stop() {
      if (isRunning(pid)) process.kill(pid, 'SIGINT');
      return exited;
    },
  };
  if (accessRules.every((file) => commandLine.includes(`=${file}`))) return orphan;
  // Started by an earlier version, it admits more users than it should.
  await orphan.stop();
  return undefined;
}

/**
 * @param {ServerPlan} plan
 * @param {number} log
 * @returns {Promise<Postmaster>}
 */
async function startPostmaster(plan, log) {
  await removeMisleadingLocks(plan);
  const child = spawn(plan.command, plan.args, { ...plan.runAs, cwd: '/', stdio: ['ignore', log, log] });
  /** @type {Promise<NodeJS.Signals | null>} */
  const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  await once(child, 'spawn');
  return {
    pid: child.pid ?? 0,
    exited,
    stop() {
      child.kill('SIGINT');
      return exited;
    },
  };
}

/**
 * @param {Postmaster} postmaster
 * @param {ServerPlan} plan
 * @returns {Promise<boolean>} false when it has exited instead.
 */
async function becomesReady(postmaster, { clusterDir }) {
  let running = true;
  void postmaster.exited.then(() => (running = false));
  while (running) {
    const { pid, status } = await readPidFile(clusterDir);
    if (pid === postmaster.pid && status === 'ready') return true;
    await delay(READY_POLL_MS);
  }
  return false;
}

/** @param {string} clusterDir */
async function readPidFile(clusterDir) {
  const content = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = content.split('\n');
  return { pid: Number(lines[0]), status: lines[7]?.trim() };
}

/**
 * The postmaster named in the pid file, or, if that is not written yet, the one about to write it.
 * @param {string} clusterDir
 * @returns {Promise<number | undefined>}
 */
async function findPostmaster(clusterDir) {
  const { pid } = await readPidFile(clusterDir);
  if (await isPostmaster(pid, clusterDir)) return pid;
  return (await listProcesses()).find(({ commandLine }) => isOfPostmaster(commandLine, clusterDir))?.pid;
}

/** @returns {Promise<{ pid: number, commandLine: string }[]>} the processes of all users. */
async function listProcesses() {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
    return Promise.all(pids.map(async (pid) => ({ pid, commandLine: await readCommandLine(pid) })));
  }
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command=']);
  const lines = stdout.matchAll(/^ *(\d+) (.*)$/gm);
  return [...lines].map(([, pid, commandLine = '']) => ({ pid: Number(pid), commandLine }));
}

/**
 * A pid alone does not identify a process, because after a reboot it may be another's.
 * @param {number} pid
 * @param {string} clusterDir
 */
async function isPostmaster(pid, clusterDir) {
  return pid > 0 && isOfPostmaster(await readCommandLine(pid), clusterDir);
}

/**
 * @param {string} commandLine
 * @param {string} clusterDir
 */
function isOfPostmaster(commandLine, clusterDir) {
  return commandLine.includes(` -D ${clusterDir} `);
}

/**
 * @param {number} pid
 * @returns {Promise<string>} empty when the process has ended, even if it was not reaped yet.
 */
async function readCommandLine(pid) {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    }
    return (await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    return '';
  }
}

/**
 * Removes stale lock files that Postgres does not recognize as stale, and that would keep it from starting. Those are
 * files whose pid another process now has, which is common in containers with their small pids, and files that are
 * still empty.
 * @param {ServerPlan} plan
 */
async function removeMisleadingLocks({ clusterDir, socketDir }) {
  for (const file of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const content = await readFile(file, 'utf8').catch(() => undefined);
    if (content === '' || isRunning(Number.parseInt(content ?? '', 10))) await rm(file);
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
