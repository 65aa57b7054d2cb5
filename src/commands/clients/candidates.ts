import type { Argument, Command, Option } from 'commander';

interface Candidate {
  word: string;
  description: string;
}

/**
 * The candidates for the last word, derived from the program: commands, options, and the choices of option values. None
 * for a value without choices, where the shell offers files.
 */
export function findCandidates(program: Command, words: readonly string[]): Candidate[] {
  const typed = words.at(-1) ?? '';
  let command = program;
  let positional = 0;
  let waiting: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (waiting) waiting = undefined;
    else if (word.startsWith('-')) waiting = takesNextWord(findOption(command, word));
    else {
      const child = command.commands.find((one) => one.name() === word);
      if (child) command = child;
      else positional += 1;
    }
  }
  return candidatesOf(command, typed, positional, waiting).filter(({ word }) => word.startsWith(typed));
}

function candidatesOf(
  command: Command,
  typed: string,
  positional: number,
  waiting: Option | undefined,
): Candidate[] {
  if (waiting) return choicesOf(waiting);
  const [, flag, separator] = /^(--[^=]*)(=)?/.exec(typed) ?? [];
  if (flag !== undefined && separator !== undefined)
    return choicesOf(findOption(command, flag)).map((one) => ({ ...one, word: `${flag}=${one.word}` }));
  const help = command.createHelp();
  if (typed.startsWith('-')) {
    return help
      .visibleOptions(command)
      .map((option) => ({ word: option.long ?? option.short ?? '', description: option.description }));
  }
  const argument = command.registeredArguments[positional];
  return [
    ...help
      .visibleCommands(command)
      .map((child) => ({ word: child.name(), description: child.description() })),
    ...choicesOf(argument),
  ];
}

function findOption(command: Command, flag: string): Option | undefined {
  return command
    .createHelp()
    .visibleOptions(command)
    .find(({ long, short }) => flag === long || flag === short);
}

function takesNextWord(option: Option | undefined): Option | undefined {
  return option?.required ? option : undefined;
}

function choicesOf(value: Option | Argument | undefined): Candidate[] {
  return (value?.argChoices ?? []).map((word) => ({ word, description: '' }));
}
