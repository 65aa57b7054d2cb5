/**
 * The supervisor of a bundled Postgres, a separate process that keeps Postgres running as long as any process uses it.
 * It is plain JavaScript, because it has to start fast and stay small, and the TypeScript loader would add 0.4 s and 30
 * MB to each.
 */
import { rm } from 'node:fs/promises';
import { winElection } from './election.js';
import { trimLog } from './log.js';
import { runPostmaster } from './postmaster.js';
import { Users } from './users.js';

/** @import { ServerPlan } from '../launch.ts' */

const LOG_CHECK_INTERVAL_MS = 60_000;

// It ends when its users are gone, whatever signals a terminal or a service manager sends to all processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const [socketDir = '', ...removeAtEnd] = process.argv.slice(2);
const users = new Users();
const server = await winElection(socketDir, (socket) => users.welcome(socket));
if (!server) process.exit(0);

// The launcher counts as a user through this channel until it has connected like the others.
users.add('launcher');
process.once('disconnect', () => users.remove('launcher'));
const plan = await askForPlan();
if (!plan) {
  await removeFolders();
  process.exit(0);
}

setInterval(() => void trimLog(plan.logFile), LOG_CHECK_INTERVAL_MS);
try {
  await serve(plan);
  await removeFolders();
  process.exit(0);
} catch (error) {
  await users.dismiss(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

/** @returns {Promise<ServerPlan | undefined>} undefined when the launcher died before it responded. */
function askForPlan() {
  return new Promise((resolve) => {
    process.once('message', (message) => resolve(/** @type {ServerPlan} */ (message)));
    process.once('disconnect', () => resolve(undefined));
    process.send?.('elected', undefined, undefined, (error) => error && resolve(undefined));
  });
}

/** @param {ServerPlan} plan */
async function serve(plan) {
  for (;;) {
    const postmaster = await runPostmaster(plan);
    users.announceServing();
    await Promise.race([postmaster.exited, users.gone()]);
    if (users.areGone()) {
      // New users now find no supervisor, and start one that waits until this Postgres has ended.
      server?.close();
      await postmaster.stop();
      return;
    }
    users.announceOutage();
  }
}

async function removeFolders() {
  // Other programs of the last user may still be writing there.
  for (const folder of removeAtEnd) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
