import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { startService, type TestService } from '../../support/service.ts';

describe('a connection whose request does not arrive in time', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ REQUEST_TIMEOUT_MS: '1000' });
  });
  after(() => service?.close());

  it('gets the error envelope when a part of it has arrived', async () => {
    expect(await readUntilClosed(open('GET /v1/health HTTP/1.1\r\nHost: a\r\n'))).to.match(
      /^HTTP\/1\.1 400 .+The request did not arrive whole within 1 seconds\./s,
    );
  });

  // A browser opens some in advance, and would take it for the response to the request it is just about to send.
  it('gets no response to a request that it never began', async () => {
    expect(await readUntilClosed(open(''))).to.equal('');
  });

  function open(bytes: string): Socket {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write(bytes);
    return socket;
  }

  async function readUntilClosed(socket: Socket): Promise<string> {
    let received = '';
    socket.on('data', (bytes) => (received += String(bytes)));
    await once(socket, 'close');
    return received;
  }
});
