import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENT = readFileSync(join(ROOT, 'docs/sandbox.md'), 'utf8');

/** Each runs the files of docs/sandbox.md in a folder; `probe` fails where the tool is missing. */
const TOOLS = {
  mocha: {
    run: [
      'node',
      join(ROOT, 'node_modules/mocha/bin/mocha.js'),
      '--require',
      './sandbox.mjs',
      'orders.test.mjs',
    ],
    probe: ['node', '--version'],
    passed: '2 passing',
  },
  pytest: {
    run: ['python3', '-m', 'pytest', '-p', 'no:cacheprovider'],
    probe: ['python3', '-c', 'import pytest'],
    passed: '2 passed',
  },
};

describe('the tests in docs/sandbox.md', function () {
  this.timeout(120_000);
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'payments-snippets-'));
    for (const [, file = '', text = ''] of DOCUMENT.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms))
      writeFileSync(join(folder, file), text);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, { run, probe, passed }] of Object.entries(TOOLS)) {
    it(`pass with ${name}`, async function () {
      const [tool = '', ...probeArgs] = probe;
      if (spawnSync(tool, probeArgs).status !== 0) this.skip();
      const [command = '', ...args] = run;
      const { stdout } = await promisify(execFile)(command, args, {
        cwd: folder,
        // Without mocha's own options, which would load the programs as TypeScript.
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          PAYMENTS_CLI: join(ROOT, 'build/cli.js'),
        },
      });
      expect(stdout).to.contain(passed);
    });
  }
});
