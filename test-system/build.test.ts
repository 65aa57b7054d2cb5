import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('the build', () => {
  let folder: string;

  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const build = () =>
    execFileSync(process.execPath, ['scripts/build.js', 'scripts/bundling.js'], { cwd: folder });
  const run = () => execFileSync(process.execPath, ['build/main.js'], { cwd: folder, encoding: 'utf8' });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-build-'));
    await mkdir(join(folder, 'src/lib'), { recursive: true });
    for (const name of [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'scripts/build.js',
      'scripts/bundling.js',
      'openapi/service.yaml',
    ]) {
      await cp(join(ROOT, name), join(folder, name));
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await write(
      'src/main.ts',
      `import BigNumber from 'bignumber.js';
       import { greet } from './lib/greet.tsx';
       const { more } = await import('./more.ts');
       console.log(greet(new BigNumber('0.1').plus('0.2').toFixed()), more satisfies number);`,
    );
    await write('src/cli.ts', '');
    await mkdir(join(folder, 'src/methods/providers/bank'), { recursive: true });
    await write('src/methods/providers/bank/apart-program.ts', '');
    await mkdir(join(folder, 'src/db/migrations'), { recursive: true });
    await write('src/more.ts', `export const more: number = 1;`);
    await write(
      'src/lib/greet.tsx',
      `import { readFileSync } from 'node:fs';
       const unit = readFileSync(new URL('unit.txt', import.meta.url), 'utf8');
       export const greet = (name: string): string => <b>{name}</b>.type + name + unit;`,
    );
    await write('src/lib/unit.txt', 'MXN');
    await write('src/lib/style.css', 'b { color: red }');
    build();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is the program, whose modules find the files beside them', async () => {
    expect(run()).to.equal('b0.3MXN 1\n');
    expect(await readFile(join(folder, 'build/lib/style.css'), 'utf8')).to.equal('b { color: red }');
  });

  it('is left alone while nothing changes, and rebuilt when a file changes or is removed', async () => {
    const madeAt = async () => (await stat(join(folder, 'build/main.js'))).ino;
    const first = await madeAt();
    build();
    expect(await madeAt()).to.equal(first);

    await write('src/more.ts', `export const more: number = 2;`);
    build();
    expect(run()).to.equal('b0.3MXN 2\n');

    await rm(join(folder, 'src/lib/style.css'));
    build();
    expect(await stat(join(folder, 'build/lib/style.css')).catch(() => 'gone')).to.equal('gone');
  });

  it('keeps the clients that were made from the contract', async () => {
    await mkdir(join(folder, 'build/sdks/go'), { recursive: true });
    await write('src/more.ts', `export const more: number = 4;`);
    build();
    expect(run()).to.equal('b0.3MXN 4\n');
    expect(await readdir(join(folder, 'build/sdks'))).to.deep.equal(['go']);
  });

  it('can be made by several processes at once', async () => {
    const execute = promisify(execFile);
    await write('src/more.ts', `export const more: number = 3;`);
    const builds = Array.from({ length: 8 }, () =>
      execute(process.execPath, ['scripts/build.js', 'scripts/bundling.js'], { cwd: folder }),
    );
    await Promise.all(builds);
    expect(run()).to.equal('b0.3MXN 3\n');
    expect((await readdir(folder)).filter((name) => name.startsWith('build'))).to.deep.equal(['build']);
  });
});
