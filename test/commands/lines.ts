import type { PaymentsCommand } from '../../src/commands/frame/command.ts';

const ID = '01a2066a-c18d-70f3-acb1-89ef88a2c1fc';

/** A command and all beneath it. */
export const commandsOf = (program: PaymentsCommand): PaymentsCommand[] => [
  program,
  ...program.commands.flatMap((child) => commandsOf(child as PaymentsCommand)),
];
/** The words of a command line, as a shell makes them, with what stands for an id. */
export const wordsOf = (line: string): string[] =>
  [...line.replaceAll('\\\n', ' ').matchAll(/"([^"]*)"|'([^']*)'|(<[^>]*>|\S+)/g)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
    .map((word) => word.replace(/^\$[A-Z_]+$|^<[\w ]+>$/, ID).replace('PL-…', 'PL-7K3M-9QXA-2B4C'));
/** The part of a line that calls the program. */
export const callIn = (line: string) => /(?<![\w-])payments ((?:[^#|<>)]|<[\w ]+>)*)/s.exec(line)?.[1] ?? '';
