import { copyFile, readFile, stat, truncate } from 'node:fs/promises';

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/**
 * Keeps the log and the one before it within bounds. Postgres holds the file open for appending, so it is emptied
 * in place instead of being renamed.
 * @param {string} file
 */
export async function trimLog(file, maxBytes = MAX_LOG_BYTES) {
  try {
    const { size } = await stat(file);
    if (size <= maxBytes) return;
    await copyFile(file, `${file}.1`);
    await truncate(file);
  } catch {
    // The next check tries again: a full disk must not end the supervisor, and with it Postgres.
  }
}

/**
 * @param {string} file
 * @param {number} offset where to begin, in bytes
 * @param {number} pid whose words count: sessions of a Postgres that was killed may still be writing their last
 * @returns {Promise<string>} what Postgres gave as the reason to end
 */
export async function findFailure(file, offset, pid) {
  const written = (await readFile(file)).subarray(offset).toString();
  const [, reason] = new RegExp(`\\[${pid}\\] (?:FATAL|PANIC): +(.+)`).exec(written) ?? [];
  return reason ?? written.trim().split('\n')[0] ?? '';
}
