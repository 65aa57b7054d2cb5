import { build } from 'esbuild';
import { expect } from 'chai';
import { bundling } from '../../scripts/bundling.js';

describe('the help of the payments command', () => {
  it('loads nothing that takes long, and neither does completion', async () => {
    const { metafile } = await build({
      ...bundling((path) => JSON.stringify(path)),
      entryPoints: ['src/cli.ts'],
      write: false,
      metafile: true,
      packages: 'external',
      logLevel: 'error',
    });
    const packages = new Set<string>();
    const visit = (file: string, seen: Set<string>): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
        if (kind === 'dynamic-import') continue;
        if (!external) visit(path, seen);
        else if (!path.startsWith('node:')) packages.add(path);
      }
    };
    visit('src/cli.ts', new Set());
    // With envalid, rails declare their environment variables; it takes no longer to load than commander.
    expect([...packages].sort()).to.deep.equal(['bignumber.js', 'commander', 'envalid']);
  });
});
