import { expect } from 'chai';
import { parseCells } from '../../src/cells/cells-file.ts';
import { formatEnvoy, formatNginx } from '../../src/cells/index.ts';
import { MAX_CELL } from '../../src/lib/cell.ts';
import { runIn, type Outcome } from '../../test/support/processes/command.ts';
import { describeCell, NGINX } from './cell-proxy.ts';

const FILE = 'deploy/cells/cells.json';

describe('payments cells config', () => {
  const config = (...args: string[]): Promise<Outcome> =>
    runIn(['cells', 'config', ...args], () => Promise.reject(new Error('it needs no deployment')));

  it('prints the configuration for the ports, certificate and log that are given, and nothing else', async () => {
    const plain = await config(
      '--for',
      'nginx',
      '--cells',
      FILE,
      '--plain',
      '--port',
      '8080',
      '--log',
      '/a/b',
    );
    expect(plain).to.deep.include({ code: 0, stderr: '' });
    expect(plain.stdout).to.contain('listen 8080;').and.to.contain('access_log /a/b payments;');
    expect(plain.stdout).not.to.contain('ssl').and.not.to.contain('Strict-Transport-Security');

    const tls = ['--port', '8443', '--http-port', '8080', '--tls', '/etc/tls/'];
    const secure = await config('--for', 'envoy', '--cells', FILE, ...tls);
    expect(secure).to.deep.include({ code: 0, stderr: '' });
    for (const part of [
      'port_value: 8443',
      'port_value: 8080',
      'port_redirect: 8443',
      '/etc/tls/privkey.pem',
    ])
      expect(secure.stdout).to.contain(part);
  });

  it('says in one line what is missing or wrong', async () => {
    for (const [args, reason] of [
      [['--for', 'nginx'], 'CELLS_FILE'],
      [['--for', 'nginx', '--cells', 'none.json'], 'none.json'],
      [['--for', 'caddy', '--cells', FILE], 'nginx, envoy'],
      [['--cells', FILE], '--for'],
      [['--for', 'nginx', '--cells', FILE, '--tls', '/a b;'], '/etc/payments'],
    ] as const) {
      const { code, stdout, stderr } = await config(...args);
      expect(code).to.be.oneOf([2, 3]);
      expect(stdout).to.equal('');
      expect(stderr)
        .to.contain(reason)
        .and.to.match(/^.+\n$/);
    }
  });

  it('tells cells apart by their hosts, unless they share one', () => {
    const cellAt = (cell: number, url: string) => ({
      cell,
      servers: [`10.0.0.${cell}:3000`],
      url,
      environment_file: 'x',
    });
    const of = (...urls: string[]) =>
      parseCells(JSON.stringify({ cells: urls.map((url, cell) => cellAt(cell, url)) }), '/');
    const options = { port: 80, log: '/dev/stdout' };
    for (const format of [formatNginx, formatEnvoy]) {
      expect(format(of('https://a.example.com', 'https://b.example.com'), options)).to.contain(
        'b.example.com',
      );
      expect(format(of('http://localhost:3100', 'http://localhost:3101'), options)).not.to.contain(
        'localhost',
      );
    }
  });

  it('has room for as many cells as there can be', async function () {
    if (!NGINX.isInstalled && process.env['CI'] === undefined) this.skip();
    const cells = Array.from({ length: MAX_CELL + 1 }, (_, cell) => describeCell(cell, ['127.0.0.1:3000']));
    const proxy = await NGINX.start(cells);
    await proxy.close();
  });
});
