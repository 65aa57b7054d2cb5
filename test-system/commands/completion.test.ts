import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const CLI = fileURLToPath(new URL('../../build/cli.js', import.meta.url));

describe('payments completion', () => {
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
