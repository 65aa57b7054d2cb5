import { StartupError } from '../../lib/errors/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { findPackagedBinaries } from './binaries.ts';
import { prepareHome } from './home.ts';
import { Membership } from './membership.ts';
import { connectionStringOf } from './server-settings.ts';

export interface EmbeddedPostgres {
  /** As superuser, through a Unix socket. It stays good when Postgres is restarted. */
  connectionString: string;
  /** Ends this process's use. When it was the last one, Postgres has stopped before this resolves. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  logger: Logger;
  /** Server settings that override our own; they count when this call is the one that starts Postgres. */
  settings?: Record<string, string>;
}

/**
 * Serves the data directory's own Postgres, and makes it when there is none. Processes that name the same directory
 * share one server: it starts with the first, stops after the last, however they end, and is started again when it
 * dies. Throws StartupError when that is not possible here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, logger, settings = {} } = options;
  try {
    const packaged = findPackagedBinaries();
    const home = await prepareHome(dataDir, logger);
    const membership = await Membership.join(home, { packaged, settings }, logger);
    return {
      connectionString: connectionStringOf(home),
      stop: () => membership.leave(),
    };
  } catch (error) {
    // Only what the system refused needs words of our own.
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new StartupError(
      `The bundled Postgres cannot use ${dataDir} (${error.message}): choose another DATA_DIR, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}
