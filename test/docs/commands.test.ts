import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { PaymentsCommand } from '../../src/commands/frame/command.ts';
import { createProgram } from '../../src/commands/program.ts';
import { callIn, commandsOf, wordsOf } from '../commands/lines.ts';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
/** The functions of the shell through which operators call the program. */
const DEFINED = 'payments()';

/** What a command would do is left out. */
async function parseOnly(): Promise<PaymentsCommand> {
  const ignore = () => Promise.resolve();
  const program = await createProgram(ignore, ignore, {
    out: () => undefined,
    version: '1.2.3',
    runInCell: () => Promise.reject(new Error('only the names count')),
  });
  for (const command of commandsOf(program))
    if (command.commands.length === 0) command.action(() => undefined);
  return program;
}

describe('the commands in the documents', () => {
  const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, text: readFileSync(join(DOCS, file), 'utf8') }));

  it('can be typed as they stand in blocks of code', async () => {
    const lines = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)]
        .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
        .map((line) => line.trim())
        .filter((line) => line.startsWith('payments ') && !line.includes(DEFINED))
        .map((line) => ({ file, line })),
    );
    expect(lines.length).to.be.greaterThan(60);
    for (const { file, line } of lines)
      await (
        await parseOnly()
      )
        .parseAsync(wordsOf(callIn(line)), { from: 'user' })
        .catch((error: Error) => expect.fail(`${file}: ${line}\n${error.message}`));
  });

  it('exist, with the options that sentences name', async () => {
    const program = await parseOnly();
    const calls = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/(?<=`)payments ([^`|#<][^`|#]*)/g)].map(([, call = '']) => ({ file, call })),
    );
    expect(calls.length).to.be.greaterThan(200);
    for (const { file, call } of calls) {
      const { command, words } = commandOf(program, call);
      expect(command, `${file}: ${call}`).not.to.equal(program);
      const known = command.options.map(({ long }) => long);
      for (const word of words.filter((one) => /^--\w/.test(one)))
        expect(known, `${file}: ${call}`).to.include(word);
    }
  });
});

/** The command that a call names, however far it goes. */
function commandOf(program: PaymentsCommand, call: string): { command: PaymentsCommand; words: string[] } {
  const words = call.trim().split(/\s+/);
  let command = program;
  for (const word of words) {
    const next = command.commands.find((child) => child.name() === word);
    if (!next) break;
    command = next as PaymentsCommand;
  }
  return { command, words };
}
