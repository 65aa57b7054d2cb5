// The command line as a table: docs/reference/commands.md has each command, from its help.
import { EXIT_CODES } from '../../src/commands/frame/exit-codes.ts';
import { createProgram } from '../../src/commands/program.ts';
import type { PaymentsCommand } from '../../src/commands/frame/command.ts';

/** The meaning of each exit code. */
export function exitCodesTable(): string {
  const rows = Object.values(EXIT_CODES).map(({ exit, meaning }) => `| ${exit} | ${meaning} |`);
  return ['| exit code | what it means |', '| --- | --- |', ...rows].join('\n');
}

/** All commands that do something, by the headings of `payments --help`. */
export async function commandsTables(): Promise<string> {
  const ignore = () => Promise.resolve();
  const program = await createProgram(ignore, ignore, {
    out: () => undefined,
    version: '',
    runInCell: () => Promise.reject(new Error('only the names count')),
  });
  const sections = new Map<string, PaymentsCommand[]>();
  for (const child of program.commands as PaymentsCommand[]) {
    const heading = child.helpGroup().replace(/:$/, '');
    sections.set(heading, [...(sections.get(heading) ?? []), ...leavesOf(child)]);
  }
  return [...sections].map(([heading, commands]) => `## ${heading}\n\n${tableOf(commands)}`).join('\n\n');
}

/** Commands that do something, which groups such as `payments backup` may do, too. */
function leavesOf(command: PaymentsCommand): PaymentsCommand[] {
  const children = command.commands as PaymentsCommand[];
  const acts = command.examples.some((line) => !children.some(({ path }) => line.startsWith(path)));
  const isForShells = command.name() === 'complete';
  return [...(acts && !isForShells ? [command] : []), ...children.flatMap(leavesOf)];
}

function tableOf(commands: readonly PaymentsCommand[]): string {
  const rows = commands.map((command) => {
    const usage = command.createHelp().commandUsage(command).replace(/\s+/g, ' ');
    const words = usage.replace(/ (\[options\]|<command>)$/, '').replaceAll('|', '\\|');
    const operator = command.isRecorded ? 'yes' : '';
    return `| \`${words}\` | ${command.description().replaceAll('|', '\\|')} | ${operator} |`;
  });
  return ['| command | what it does | operator |', '| --- | --- | --- |', ...rows].join('\n');
}
