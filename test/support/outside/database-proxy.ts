import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Sees what one connection carries, a chunk at a time. */
export interface Observer {
  fromClient(chunk: Buffer): void;
  fromDatabase(chunk: Buffer): void;
}

/** Stands before a Postgres at a Unix socket, so that a test can take it away, bring it back, or see what is sent. */
export async function startDatabaseProxy(
  url: string,
  observe?: () => Observer,
): Promise<{
  url: string;
  away(): Promise<void>;
  back(): Promise<void>;
  close(): void;
}> {
  const { username, hostname, port: socketPort, pathname } = new URL(url);
  const path = `${decodeURIComponent(hostname)}/.s.PGSQL.${socketPort}`;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(path);
    const observer = observe?.();
    if (observer) {
      client.on('data', (chunk) => observer.fromClient(chunk));
      database.on('data', (chunk) => observer.fromDatabase(chunk));
    }
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
      one.pipe(other);
    }
  });
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    async away() {
      const closed = once(server, 'close');
      close();
      await closed;
    },
    async back() {
      await listen(port);
    },
    close,
  };
}
