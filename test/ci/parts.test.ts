import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { followImports } from '../../scripts/ci/inputs.ts';
import { STAGES } from '../../scripts/ci/parts.ts';

describe('the parts of CI', () => {
  const parts = STAGES.flat();

  it('always run the linters, the contract and both suites', () => {
    const always = parts.filter(({ inputs }) => inputs === undefined).map(({ name }) => name);
    expect(always).to.deep.equal(['lint', 'contract', 'npm test', 'npm run test:system']);
  });

  it('depend on files and folders that there are', () => {
    for (const { name, inputs: { files = [], entries = [], without = [] } = {} } of parts) {
      const missing = [...files, ...entries, ...without].filter((path) => !existsSync(path));
      expect(missing, name).to.deep.equal([]);
    }
  });

  it('depend on all that their programs import, however far away, but for where they never come', () => {
    const all = followImports(['src/main.ts'], []);
    expect(all).to.include('src/ledger/post.ts').and.include('src/panel/areas.ts');
    const without = followImports(['src/main.ts'], ['src/panel']);
    expect(without).to.include('src/ledger/post.ts');
    expect([...without].filter((file) => file.startsWith('src/panel/'))).to.deep.equal([]);
  });

  it('have names of their own, by which their results are noted', () => {
    const names = parts.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([]);
  });
});
