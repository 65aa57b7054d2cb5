import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** Sees what one connection carries, a chunk at a time. */
export interface Observer {
  fromClient(chunk: Buffer): void;
  fromDatabase(chunk: Buffer): void;
}

/** Stands before a Postgres, at a Unix socket or an address, so that a test can take it away, bring it back, or see what is sent. */
export async function startDatabaseProxy(
  url: string,
  { observe, tls }: { observe?: () => Observer; tls?: { key: string; cert: string } | undefined } = {},
): Promise<{
  url: string;
  away(): Promise<void>;
  back(): Promise<void>;
  /** Nothing passes any more on the connections that there are; none of them is told. New ones work. */
  silence(): void;
  /** New connections are accepted and hear nothing, as those that there are. */
  goDark(): void;
  /** New connections are accepted and hear nothing; those that there are go on. */
  letNobodyIn(): void;
  /** New connections work again. */
  goLight(): void;
  /** Passes on so many bytes per second of what clients send; undefined: as fast as it comes. */
  slowDown(bytesPerSecond: number | undefined): void;
  close(): void;
}> {
  const { username, hostname, port: socketPort, pathname } = new URL(url);
  const host = decodeURIComponent(hostname);
  const target = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${socketPort}` }
    : { host, port: Number(socketPort) };
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let isDark = false;
  let bytesPerSecond: number | undefined;
  const slowly = (): Transform =>
    new Transform({
      transform(chunk: Buffer, _, passOn) {
        if (bytesPerSecond === undefined) passOn(null, chunk);
        else setTimeout(passOn, (chunk.length / bytesPerSecond) * 1_000, null, chunk);
      },
    });
  const server = createServer((socket) => {
    if (isDark) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      return;
    }
    if (tls) void encrypted(socket, tls).then(pass);
    else pass(socket);
  });
  const pass = (client: Socket): void => {
    const database = connect(target);
    const pair = [client, database] as const;
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
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
    }
    client.pipe(slowly()).pipe(database);
    database.pipe(client);
  };
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const silence = (): void => {
    for (const [client, database] of pairs) {
      // Nobody reads what arrives, and neither side hears of the other's end.
      for (const one of [client, database]) {
        one.unpipe();
        one.removeAllListeners('error').on('error', () => undefined);
        one.pause();
      }
    }
    pairs.clear();
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
    silence,
    goDark() {
      isDark = true;
      silence();
    },
    letNobodyIn() {
      isDark = true;
    },
    goLight() {
      isDark = false;
    },
    slowDown(rate) {
      bytesPerSecond = rate;
    },
    close,
  };
}

/** As Postgres does it: the client asks whether it may encrypt, in eight bytes, and is told that it may in one. */
async function encrypted(socket: Socket, { key, cert }: { key: string; cert: string }): Promise<Socket> {
  socket.on('error', () => undefined);
  await once(socket, 'data');
  socket.write('S');
  return new TLSSocket(socket, { isServer: true, key, cert });
}
