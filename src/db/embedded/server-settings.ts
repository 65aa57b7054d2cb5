import { DATABASE, SUPERUSER } from './cluster.ts';
import type { Home } from './home.ts';

/** Names the socket; named in the connection string too, so that a PGPORT in the environment changes nothing. */
const PORT = 5432;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // As many as 64 WORKERS open, and some for the command line.
  max_connections: '400',
  shared_buffers: '128MB',
  // No replicas: the log serves crash recovery alone.
  wal_level: 'minimal',
  max_wal_senders: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Details quote values of rows, which must not reach a log.
  log_error_verbosity: 'terse',
};

export function serverArguments(home: Home, settings: Record<string, string>): string[] {
  const all = { ...SETTINGS, ...settings };
  return [
    ...['-D', home.clusterDir, '-k', home.socketDir, '-p', String(PORT)],
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

export function connectionStringOf(home: Home): string {
  return `postgresql://${SUPERUSER}@${encodeURIComponent(home.socketDir)}:${PORT}/${DATABASE}`;
}
