import { copyFile, readFile, stat, truncate } from 'node:fs/promises';

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/**
 * Limits the size of the log and of the one before it. Postgres holds the file open for appending, so it is emptied in
 * place instead of being renamed.
 * @param {string} file
 */
export async function trimLog(file, maxBytes = MAX_LOG_BYTES) {
  try {
    const { size } = await stat(file);
    if (size <= maxBytes) return;
    await copyFile(file, `${file}.1`);
    await truncate(file);
  } catch {
    // The next check tries again, because a full disk must not end the supervisor, and with it Postgres.
  }
}

/**
 * @param {string} file
 * @param {number} offset where to begin, in bytes
 * @param {number} pid of the postmaster
 * @returns {Promise<string>} the reason for ending that it, or else one of its processes, logged
 */
export async function findFailure(file, offset, pid) {
  const written = (await readFile(file)).subarray(offset).toString().trim();
  const failures = [...written.matchAll(/\[(\d+)\] (?:FATAL|PANIC): +(.+)/g)]
    .map(([, author, reason = '']) => ({ author: Number(author), reason }))
    // Sessions of a Postgres that was killed may still be logging that they end.
    .filter(({ reason }) => !reason.startsWith('terminating connection'));
  const failure = failures.find(({ author }) => author === pid) ?? failures[0];
  return failure?.reason ?? written.split('\n')[0] ?? '';
}
