import { InvalidArgumentError, type Command } from 'commander';
import type { Foundation } from '../foundation.ts';

/** What a command does; its result is printed, as lines for people or as JSON for scripts. */
export type Action = (foundation: Foundation) => Promise<object>;

/** Executes an action. */
export type Run = (action: Action) => Promise<void>;

/** Adds a domain's commands. */
export type Register = (program: Command, run: Run) => void;

/** The same for commands that open no foundation, and print their results themselves. */
export type RegisterAlone = (program: Command, run: Run, print: (result: object) => void) => void;

/** What the operator asked for cannot be done; the message is one line that says why. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** For options that may be given several times. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

export function parseBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

export function parseCount(text: string): number {
  const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(count)) throw new InvalidArgumentError('It must be a whole number.');
  return count;
}

export function parseHttpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new InvalidArgumentError('It must be an address like http://localhost:4000.');
  }
  return url;
}

export function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time like 2026-12-31T23:59:59Z.');
  return time;
}

/** Checks an id given on the command line: a malformed one would only cause a database error. */
export function requireId(text: string, what: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new CommandFailure(`There is no ${what} ${text}.`);
  return text;
}
