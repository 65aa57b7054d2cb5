import { once } from 'node:events';
import type { Server } from 'node:http';
import { StartupError } from '../../lib/errors/errors.ts';

/** What is still running by then is cut off. */
const DRAIN_TIMEOUT_MS = 25_000;

/** How many may be on their way to being accepted, as far as the system allows; what comes beyond would be reset. */
const BACKLOG = 4_096;

/** Resolves when connections are accepted; throws StartupError when the port cannot be had. */
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

/** Takes no new connections, lets the open requests be answered, and closes each connection once it is idle. */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(cutOff);
}
