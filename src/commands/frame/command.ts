import { Command, Help, Option, type ErrorOptions } from 'commander';
import type { Manner } from './describe.ts';

/**
 * Carries out a command on the parts of a deployment that it names. Its result is printed, as text for people or as
 * JSON for scripts. The operator's key identifies the operator, for commands that must know.
 */
type Action<Deployment> = (deployment: Deployment, operatorKey?: string) => Promise<object>;

/** Runs an action on the deployment and prints its result. */
export type Run<Deployment> = (action: Action<Deployment>, manner?: Manner) => Promise<void>;

/**
 * Adds a domain's commands. Only their syntax is loaded immediately; the code behind a command is imported when it
 * runs, so that help, completion and usage errors stay fast.
 */
export type Register<Deployment> = (program: PaymentsCommand, run: Run<Deployment>) => void;

/** Runs an action that opens no foundation, with the data directory if one was given, and prints its result if any. */
export type RunAlone = (
  action: (dataDir: string | undefined) => Promise<object | undefined>,
  manner?: Manner,
) => Promise<void>;

/** Like `Register`, for commands that open no foundation. */
export type RegisterAlone = (program: PaymentsCommand, run: RunAlone) => void;

/** Like `Register`, for a group that has commands of both kinds. */
export type RegisterEither<Deployment> = (
  program: PaymentsCommand,
  run: Run<Deployment>,
  runAlone: RunAlone,
) => void;

/** The command cannot be carried out; the message gives the reason in one line. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/**
 * For the `catch` of a command's work. Errors of these kinds are reasons why it cannot be carried out, and others are
 * thrown again.
 */
export function failOn(...kinds: readonly (new (...given: never[]) => Error)[]): (error: unknown) => never {
  return (error) => {
    const isReason = kinds.some((kind) => error instanceof kind);
    throw isReason ? new CommandFailure((error as Error).message, { cause: error }) : error;
  };
}

/** Options that do not go together, or lack one; nothing was done. */
export class InvalidUsage extends CommandFailure {}

/** The operators who may run a recorded command, and when, because it can give money away (D46). */
interface Recording {
  /** The options with which it only reads. */
  reads?: (options: Record<string, unknown>) => boolean;
  /** Whether it may be run without a key while there are no operators, because stopping money must not wait for one. */
  beforeOperators?: true;
}

/** Commander's words for a value that its parser refused; the parser's own sentence follows. */
const INVALID_OPTION = /^option '(--[\w-]+)[^']*' argument '(.*)' is invalid\./;
const INVALID_ARGUMENT = /^command-argument value '(.*)' is invalid for argument '(.*?)'\./;

/** A command with examples in its help, and errors that point to that help. */
export class PaymentsCommand extends Command {
  readonly #examples: string[] = [];
  #recording: Recording | undefined;

  constructor(name?: string) {
    super(name);
    this.addHelpOption(new Option('-h, --help', 'show this help').helpGroup(GENERAL));
    this.helpCommand(false);
    this.configureHelp({ commandUsage: usageOf, subcommandTerm: termOf, visibleOptions });
    this.addHelpText('after', () => {
      const { examples } = this;
      return examples.length === 0 ? '' : `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`;
    });
  }

  override createCommand(name?: string): PaymentsCommand {
    return new PaymentsCommand(name);
  }

  /** Command lines for the help; $ACCOUNT and the like stand for ids. */
  example(...lines: readonly string[]): this {
    this.#examples.push(...lines);
    return this;
  }

  /** A command group shows the first example of each of its commands. */
  get examples(): readonly string[] {
    if (this.#examples.length > 0) return this.#examples;
    return this.commands.flatMap((child) => (child as PaymentsCommand).examples.slice(0, 1));
  }

  /**
   * Declares that the command moves money, or sets a rate, limit or the like, so it needs an operator and is recorded
   * (D46).
   */
  recorded(recording: Recording = {}): this {
    this.#recording = recording;
    return this;
  }

  /** Whether it is recorded with some options. */
  get isRecorded(): boolean {
    return this.#recording !== undefined;
  }

  /** The way it is recorded with the given options; undefined if it only reads with them. */
  get recording(): Recording | undefined {
    return this.#recording?.reads?.(this.opts()) ? undefined : this.#recording;
  }

  get path(): string {
    return this.parent ? `${(this.parent as PaymentsCommand).path} ${this.name()}` : this.name();
  }

  override error(message: string, options?: ErrorOptions): never {
    const line = message
      .replace(/^error: /, '')
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace(INVALID_OPTION, "'$2' is not valid for $1.")
      .replace(INVALID_ARGUMENT, "'$1' is not valid for <$2>.");
    // A full sentence already includes the advice.
    return super.error(line.endsWith('.') ? line : `${line}. See: ${this.path} --help`, options);
  }
}

const USAGE_WIDTH = 73;
/** Aligns the following lines with the first. */
const USAGE_INDENT = `\n${' '.repeat('Usage: '.length)}`;

/** Includes the required options. */
function usageOf(command: Command): string {
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  const rest = command.commands.length > 0 ? '<command>' : '[options]';
  const words = [(command as PaymentsCommand).path, ...argumentsOf(command), ...required, rest];
  return command.createHelp().boxWrap(words.join(' '), USAGE_WIDTH).replaceAll('\n', USAGE_INDENT);
}

/** Required options first, in the order in which they were declared. */
function visibleOptions(command: Command): Option[] {
  const options = Help.prototype.visibleOptions.call(command.createHelp(), command);
  return [...options.filter(({ mandatory }) => mandatory), ...options.filter(({ mandatory }) => !mandatory)];
}

function termOf(command: Command): string {
  return [command.name(), ...argumentsOf(command)].join(' ');
}

function argumentsOf(command: Command): string[] {
  return command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name();
    return one.required ? `<${name}>` : `[${name}]`;
  });
}

/** The heading of the options common to all commands. */
export const GENERAL = 'General options:';

/** For options that may be given several times. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
