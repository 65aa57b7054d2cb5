import { DATABASE, SUPERUSER } from './cluster.ts';
import type { Home } from './home.ts';

/** Part of the socket's name; also in the connection string, so that PGPORT in the environment has no effect. */
const PORT = 5432;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Enough for 64 WORKERS, and some for the command line.
  max_connections: '400',
  shared_buffers: '128MB',
  // There are no replicas; unless it is archived, the write-ahead log is only for crash recovery.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // After a checkpoint, each page is logged whole when it first changes.
  wal_compression: 'pglz',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Error details quote row values, which must not reach a log.
  log_error_verbosity: 'terse',
};

/** For disposable data, without flushes and with little memory. */
export const THROW_AWAY_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '16MB',
  max_connections: '100',
  // Saves the start of three more processes.
  io_method: 'sync',
};

export function serverArguments(home: Home, settings: Record<string, string>): string[] {
  const all = { ...SETTINGS, ...settings };
  return [
    ...['-D', home.clusterDir, '-k', home.socketDir, '-p', String(PORT)],
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

export function connectionStringOf(home: Home, port = PORT): string {
  return `postgresql://${SUPERUSER}@${encodeURIComponent(home.socketDir)}:${port}/${DATABASE}`;
}
