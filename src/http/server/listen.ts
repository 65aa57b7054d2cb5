import { once } from 'node:events';
import type { Server } from 'node:http';
import { StartupError } from '../../lib/errors/errors.ts';

/** Requests that are still running by then are cut off. */
export const DRAIN_TIMEOUT_MS = 25_000;

/** Connections that may wait to be accepted, as far as the system allows; more would be reset. */
const BACKLOG = 4_096;

/** Resolves when connections are accepted; throws StartupError when the port is not available. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen({ port, host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'is in use' : 'cannot be listened on';
    throw new StartupError(
      `Port ${port} on ${host} ${reason}. Stop what uses it, or set PORT, METRICS_PORT or HOST to another.`,
      { cause: error },
    );
  }
}

/** Accepts no new connections, lets open requests finish, and closes each connection once it is idle. */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(cutOff);
}
