import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A message of Postgres's protocol. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const DYING = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

/** Accepts connections, and dies the moment that each is made, as a Postgres does whose postmaster was killed. */
export async function startDyingPostgres(): Promise<{ url: string; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, DYING])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgresql://somebody@127.0.0.1:${port}/none`, close: () => void server.close() };
}
