import { InvalidArgumentError } from 'commander';
import { parseWithin } from '../arguments.ts';
import { CommandFailure, parseTime, type RegisterAlone } from '../command.ts';
import type { Moment } from './base.ts';

interface BackupOptions {
  base?: string;
}

type RestoreOptions = BackupOptions & Moment;

/** They open no foundation: that would bring the schema up to date, or make one. */
export const registerBackupCommands: RegisterAlone = (program, _run, print) => {
  program
    .command('backup [file]')
    .description(
      'write all that the database holds to a file, or to standard output (-), while the service runs',
    )
    .option('--base <folder>', 'copy the bundled Postgres instead, to restore any moment from then on')
    .action(async (file: string | undefined, { base }: BackupOptions) => {
      // Loaded only here, because no other command needs them.
      const { backUpBase } = await import('./base.ts');
      const { backUpFile } = await import('./file.ts');
      const result = await (base === undefined
        ? backUpFile(requireOne(file))
        : backUpBase(requireOne(base, file)));
      if (result) print(result);
    });

  program
    .command('restore [file]')
    .description('restore a backup from a file, or from standard input (-), into an empty database')
    .option('--base <folder>', 'restore the bundled Postgres from a copy and the archived log')
    .option('--to <time>', 'with --base: as it was then; by default, as the log ends', parseMoment)
    .option(
      '--timeline <number>',
      'with --base: of the log; by default, the newest',
      parseWithin(1, 999_999_999),
    )
    .action(async (file: string | undefined, { base, ...moment }: RestoreOptions) => {
      const { restoreBase } = await import('./base.ts');
      const { restoreFile } = await import('./file.ts');
      if (base === undefined && (moment.to !== undefined || moment.timeline !== undefined))
        throw new CommandFailure('--to and --timeline go together with --base.');
      print(
        await (base === undefined
          ? restoreFile(requireOne(file))
          : restoreBase(requireOne(base, file), moment)),
      );
    });
};

/** Refuses both, and none. */
function requireOne(given: string | undefined, other?: string): string {
  if (given === undefined || other !== undefined)
    throw new CommandFailure('Give either a file or --base <folder>.');
  return given;
}

function parseMoment(text: string): Date {
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new InvalidArgumentError('It must be a time with its zone, like 2026-12-31T23:59:59Z.');
  return parseTime(text);
}
