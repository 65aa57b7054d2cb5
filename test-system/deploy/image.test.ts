import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { startServer } from '../../test/support/processes/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = ['node_modules', '/app/node_modules'];

/** Where no image can be built: the same files, without the image's own Node and packages. */
describe('the image of deploy/Dockerfile', () => {
  let folder: string;
  let database: TestDatabase;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'image-'));
    database = await createTestDatabase();
  });
  after(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has all files that the program needs to be built and to run', async () => {
    const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    const stages = dockerfile.split(/^FROM /m).slice(1);
    expect(stages).to.have.length(2);
    const [built, run] = [join(folder, 'build-stage'), join(folder, 'run-stage')];
    for (const [at, stage] of [built, run].entries()) {
      for (const [, fromBuild, paths = ''] of (stages[at] ?? '').matchAll(/^COPY (--from=build )?(.+)$/gm)) {
        const sources = paths.split(' ');
        const target = sources.pop() ?? '';
        for (const source of sources.filter((path) => !PACKAGES.includes(path))) {
          const from = fromBuild ? join(built, source.replace(/^\/app\//, '')) : join(ROOT, source);
          await cp(from, join(stage, target, /\/$/.test(target) ? (source.split('/').at(-1) ?? '') : ''), {
            recursive: true,
          });
        }
      }
      await symlink(join(ROOT, 'node_modules'), join(stage, 'node_modules'));
      if (stage === built) await promisify(execFile)(process.execPath, ['scripts/build.js'], { cwd: stage });
    }
    await chmod(run, 0o555);
    const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') };
    const server = await startServer(environment, join(run, 'build/main.js'));
    expect(await (await fetch(`${server.url}/ready`)).json()).to.deep.equal({ ready: true });
    expect((await fetch(`${server.url}/openapi.yaml`)).status).to.equal(200);
    server.process.kill('SIGTERM');
    expect(await server.exited).to.equal(0);
  });
});
