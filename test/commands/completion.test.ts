import { expect } from 'chai';
import { runIn } from '../support/processes/command.ts';

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
});
