import { expect } from 'chai';
import { createProgram } from '../../src/commands/program.ts';
import { runIn } from '../support/processes/command.ts';
import { callIn, commandsOf, wordsOf } from './lines.ts';

/** What a command would do is left out. */
const parseOnly = async () => {
  const ignore = () => Promise.resolve();
  const program = await createProgram(ignore, ignore, {
    out: () => undefined,
    version: '1.2.3',
    runInCell: () => ignore().then(() => ({ exitCode: 0, out: '', err: '' })),
  });
  for (const command of commandsOf(program))
    if (command.commands.length === 0) command.action(() => undefined);
  return program;
};
const program = await parseOnly();

describe('the help of the payments command', () => {
  it('has worked examples for each command, all of which can be typed', async () => {
    for (const command of commandsOf(program)) {
      expect(command.description(), command.path).not.to.equal('');
      expect(command.examples, command.path).not.to.be.empty;
      for (const example of command.examples) {
        if (example.endsWith('--help')) continue;
        expect(`payments ${callIn(example)}`, example).to.match(
          new RegExp(`^${command.commands.length ? 'payments' : command.path}\\b`),
        );
        await (await parseOnly()).parseAsync(wordsOf(callIn(example)), { from: 'user' });
      }
    }
  });

  it('fits 80 columns', async () => {
    for (const command of commandsOf(program)) {
      const { code, stdout, stderr } = await runIn([...command.path.split(' ').slice(1), '--help'], never);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(/^Usage: payments/);
      expect(
        stdout.split('\n').filter((line) => line.length > 80),
        command.path,
      ).to.deep.equal([]);
    }
  });

  it('names the options that must be given, and comes for a group without a command', async () => {
    expect((await runIn(['keys', 'create', '--help'], never)).stdout).to.match(
      /^Usage: payments keys create --account <id> --name <name> --scopes <scopes>\n {7}\[options\]\n/,
    );
    expect((await runIn(['keys'], never)).stdout).to.match(
      /^Usage: payments keys <command>\n[^]*rotate <id>/,
    );
  });

  it('lists the options that must be given before all others', async () => {
    const { stdout } = await runIn(['withdrawals', 'create', '--help'], never);
    const listed = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name);
    expect(listed.slice(0, 5)).to.deep.equal(['--account', '--asset', '--amount', '--method', '--clabe']);
  });

  it('shows the version', async () => {
    expect(await runIn(['--version'], never)).to.deep.equal({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });
});

const never = () => Promise.reject(new Error('help needs no deployment'));
