import { CommanderError } from 'commander';
import { DomainError, StartupError } from '../../lib/errors/errors.ts';
import { CommandFailure, InvalidUsage } from './command.ts';

/** The exit codes of `payments`, and what each means to a script. */
export const EXIT_CODES = {
  done: { exit: 0, meaning: 'It was done; a check found nothing wrong.' },
  refused: {
    exit: 1,
    meaning: 'It was refused, as the message says, or a check found something wrong.',
  },
  invalidUsage: {
    exit: 2,
    meaning: 'The command, or one of its options, is missing or not valid. Nothing was done.',
  },
  failed: {
    exit: 3,
    meaning:
      'The configuration, the database or the program failed. Repeat the command once that is fixed, with the same `--idempotency-key` if it moves money.',
  },
} as const;

/** The outcome of a failed command for a script: its exit code, the `code` of its JSON, and whether it is foreseen. */
export function outcomeOf(error: unknown): { exit: number; code: string; isForeseen: boolean } {
  const { refused, invalidUsage, failed } = EXIT_CODES;
  if (error instanceof CommanderError || error instanceof InvalidUsage)
    return { exit: invalidUsage.exit, code: 'invalid_usage', isForeseen: true };
  if (error instanceof DomainError) return { exit: refused.exit, code: error.code, isForeseen: true };
  if (error instanceof CommandFailure) return { exit: refused.exit, code: 'refused', isForeseen: true };
  if (error instanceof StartupError) return { exit: failed.exit, code: 'cannot_start', isForeseen: true };
  return { exit: failed.exit, code: 'internal_error', isForeseen: false };
}
