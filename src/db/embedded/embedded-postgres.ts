import { StartupError } from '../../lib/errors/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { findPackagedBinaries } from './binaries.ts';
import { prepareHome } from './home.ts';
import { Membership } from './membership.ts';
import { connectionStringOf, THROW_AWAY_SETTINGS } from './server-settings.ts';

export interface EmbeddedPostgres {
  /** As superuser, through a Unix socket. It stays valid when Postgres restarts. */
  connectionString: string;
  /** Ends this process's use of Postgres. If it was the last user, this resolves once Postgres has stopped. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  logger: Logger;
  /** Server settings that override our own; they apply only when this call starts Postgres. */
  settings?: Record<string, string>;
  /** The folder of the archived log, if any; it applies only when this call starts Postgres. */
  walArchiveDir?: string | undefined;
  /** A folder that `ensureTemplate` filled. A new database begins as a copy of the one in it. */
  template?: string;
  /** Removes the data directory once Postgres has stopped after its last user, however that one ended. */
  throwAway?: boolean;
}

/**
 * Runs the data directory's own Postgres, and creates it when there is none. Processes that use the same directory
 * share one server. It starts with the first, stops after the last, however they end, and is restarted when it dies.
 * Throws StartupError when this system does not allow that.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, logger, template, walArchiveDir, throwAway = false } = options;
  try {
    const packaged = findPackagedBinaries();
    const own = await prepareHome(dataDir, logger);
    // A template also has a copy of the programs if one is needed.
    const home = { ...own, copyDir: template ?? own.copyDir };
    const settings = { ...(throwAway && THROW_AWAY_SETTINGS), ...options.settings };
    const removeAtEnd = throwAway ? [dataDir, home.dir, home.socketDir] : [];
    const server = { packaged, settings, walArchiveDir, template, removeAtEnd };
    const membership = await Membership.join(home, server, logger);
    return {
      connectionString: connectionStringOf(home),
      stop: () => membership.leave(),
    };
  } catch (error) {
    // Only system errors need a message of our own.
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new StartupError(
      `The bundled Postgres cannot use ${dataDir} (${error.message}): choose another DATA_DIR, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}
