import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { blocksOf } from '../../scripts/docs/blocks.ts';
import { commandsOf } from '../../scripts/docs/terminal.ts';
import { createWalker, type Walker } from '../../scripts/docs/walker.ts';

const sh = (mark: string, ...lines: string[]): string =>
  `<!-- ${mark} -->\n\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`;

describe('the walk through the documents', function () {
  this.timeout(20_000);
  let folder: string;
  let walker: Walker;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'walk-'));
    walker = createWalker(folder, process.env);
  });
  afterEach(async () => {
    await walker.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const walk = async (...parts: string[]): Promise<string[]> => {
    const results: string[] = [];
    for (const block of blocksOf('a.md', parts.join('\n'))) results.push((await walker.walk(block)).result);
    return results;
  };
  const failureOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'it succeeded',
      (error: Error) => error.message,
    );

  it('refuses a block without a mark, with an unknown one, or without a reason not to run it', () => {
    const block = '```sh\ntrue\n```\n';
    for (const [markdown, message] of [
      [`# Title\n\n${block}`, /^a\.md:4: the block has no mark/],
      [`<!-- walk -->\n\n${block}`, /^a\.md:4: .* unknown mark, "walk"/],
      [`<!-- not run -->\n\n${block}`, /unknown mark/],
      [`<!-- run -->\n\ntext\n\n${block}`, /no mark/],
      [`<!-- run: in the background -->\n\n${block}`, /unknown mark/],
      ['<!-- run -->\n\n```js\n1\n```\n', /only blocks of the language "sh"/],
      ['<!-- run -->\n\n```sh\ntrue\n', /no end/],
    ] as const)
      expect(() => blocksOf('a.md', markdown), markdown).to.throw(message);
  });

  it('types command by command, each with all of its lines', () => {
    const commands = [
      'cd /tmp',
      'echo a \\\n  b',
      'cat <<END\n# text\nEND',
      'f() {\n  true\n}',
      "echo 'it\nis'",
    ];
    expect(commandsOf(`# first\n${commands.join('\n\n')}\n`)).to.deep.equal(commands);
    expect(() => commandsOf('echo "open')).to.throw(/wait for more/);
  });

  it("goes on with the reader's variables and folder, also in other terminals", async () => {
    const results = await walk(
      sh('run', 'mkdir sub && cd sub', `export A="it's" B=2`, 'C=3'),
      sh('save: sub/file.txt', 'saved'),
      sh('run: background until "up"', 'echo $A $B ${C-unset} $(cat file.txt)', 'echo up && sleep 60'),
      "<!-- output -->\n\n```\nit's 2 unset …\nup\n```\n",
      sh('run', '[ "$A$B$C $(basename $PWD)" = "it\'s23 sub" ]'),
      sh('run: needs a-program-that-nobody-has', 'false'),
      sh('run: needs cat, a-program-that-nobody-has; background until "up"', 'false'),
      '<!-- output -->\n\n```\nwhat it would have printed\n```\n',
      sh('run: needs cat; background until "higher"', 'echo higher'),
      sh('not run: it would end everything', 'exit 1'),
    );
    expect(results).to.deep.equal([
      'ok',
      'saved',
      'ok',
      'ok',
      'ok',
      'skipped',
      'skipped',
      'skipped',
      'ok',
      'not run',
    ]);
    expect(readFileSync(join(folder, 'sub/file.txt'), 'utf8')).to.equal('saved\n');
  });

  it('copies what was printed last for a word that ends with …', async () => {
    await walk(
      sh('run', 'echo key sk_test_old', 'echo "sk_test_new."'),
      sh('run', 'export KEY=sk_test_…', '[ $KEY = sk_test_new ]'),
    );
    expect(await failureOf(walk(sh('run', 'echo whsec_…')))).to.match(/begins with "whsec_"/);
  });

  it('fails with the first command that fails, and what it printed', async () => {
    const failing = walk(sh('run', 'echo before', 'echo why | false', 'echo after'));
    const message = await failureOf(failing);
    expect(message).to.equal('Failed with status 1: echo why | false\nIt printed:\nbefore');
    expect(await failureOf(walk(sh('run: background until "up"', 'echo down')))).to.match(
      /"up" was not printed/,
    );
    expect(await failureOf(walk(sh('run', 'exit 3')))).to.match(/The terminal ended/);
  });
});
