/**
 * Codes of Postgres and of the system when the database cannot be reached, or the server that is reached takes no writes any
 * more; the driver's own errors have no code.
 */
const AWAY =
  /^(57P0[1-5]|25006|08\w{3}|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT)$/;
const LOST = /^(Connection terminated|Client has encountered a connection error|timeout (expired|exceeded))/;

/**
 * The database cannot be reached, or a connection to it was lost. Code that gets it logs nothing, because
 * `db/presence.ts` already has.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  /** The code that Postgres or the system gave. */
  readonly code: string | undefined;

  constructor(cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/** Whether the driver's error means that a connection was lost or not made. */
export function isConnectionLoss(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return code === undefined ? LOST.test(error.message) : AWAY.test(code);
}
