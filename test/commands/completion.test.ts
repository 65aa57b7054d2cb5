import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { runIn } from '../support/processes/command.ts';

const CLI = fileURLToPath(new URL('../../build/cli.js', import.meta.url));

describe('payments completion', () => {
  /** What may stand in the place of the last word. */
  const after = async (...words: string[]): Promise<string[]> => {
    const open = () => Promise.reject(new Error('completion needs no deployment'));
    const { code, stdout } = await runIn(['complete', '--', ...words], open);
    expect(code).to.equal(0);
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
  };

  it('offers commands, options and the choices of values', async () => {
    expect(await after('acc')).to.deep.equal(['accounts']);
    expect(await after('keys', '')).to.deep.equal(['create', 'list', 'rotate', 'revoke']);
    expect(await after('keys', 'create', '--sc')).to.deep.equal(['--scopes']);
    expect(await after('links', 'list', '--status', 'p')).to.deep.equal(['processing', 'paid']);
    expect(await after('links', 'list', '--status=pa')).to.deep.equal(['--status=paid']);
    expect(await after('simulator', 'set', 'co')).to.deep.equal(['confirm', 'convert']);
    expect(await after('completion', '')).to.deep.equal(['bash', 'zsh', 'fish']);
    expect(await after(''))
      .to.include('balances')
      .and.not.include('complete');
  });

  it('knows which words are values, and leaves files to the shell', async () => {
    expect(await after('--data-dir', 'keys', '--json', 'users', 'inv')).to.deep.equal(['invite']);
    expect(await after('keys', 'list', '--account', 'keys', '')).to.deep.equal([]);
    expect(await after('accounts', 'list', '--data-dir', '')).to.deep.equal([]);
  });

  it('works in bash, which evaluates nothing of what was typed', async function () {
    this.timeout(30_000);
    const folder = await mkdtemp(join(tmpdir(), 'payments-completion-'));
    try {
      await symlink(CLI, join(folder, 'payments'));
      const script = `
        source <(payments completion bash)
        complete -p payments
        press_tab() { COMP_LINE=$1 COMP_POINT=\${#1}; _payments_completion; echo "\${COMPREPLY[*]}"; }
        press_tab 'payments keys '
        press_tab 'payments links list --status=pa'
        press_tab 'payments keys create --name $(touch evaluated) --acc'
      `;
      const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', script], {
        cwd: folder,
        env: { PATH: `${folder}:${process.env['PATH']}` },
      });
      expect({ stdout, stderr }).to.deep.equal({
        stdout: [
          'complete -o default -F _payments_completion payments',
          'create list rotate revoke',
          'paid',
          '--account',
          '',
        ].join('\n'),
        stderr: '',
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
