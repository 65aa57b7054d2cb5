import { InvalidArgumentError } from 'commander';
import { StartupError } from '../../lib/errors/errors.ts';
import {
  failOn,
  InvalidUsage,
  parseTime,
  parseWithin,
  type RegisterAlone,
  type RunAlone,
} from '../frame/index.ts';
import type { Moment } from './base.ts';

interface BackupOptions {
  base?: string;
  force?: boolean;
}

interface RestoreOptions extends Moment {
  base?: string;
  unsealed?: boolean;
}

/** They open no foundation, which would migrate the schema or create one. */
export const registerBackupCommands: RegisterAlone = (program, runAlone) => {
  const run: RunAlone = (action, manner) => runAlone((dataDir) => action(dataDir).catch(refuse), manner);
  const backup = program
    .command('backup')
    .argument('[file]', 'the file to write, or - for standard output')
    .description('write all that the database holds to a file, while the service runs')
    .option('--base <folder>', 'copy the bundled Postgres instead, to restore any moment from then on')
    .option('--force', 'replace the file if there is one')
    .example('payments backup /backups/nightly', 'payments backup --base /backups/base-2026-11-23')
    .action((file: string | undefined, { base, force = false }: BackupOptions) =>
      run(async (dataDir) => {
        if (base === undefined)
          return (await import('./file.ts')).backUpFile(dataDir, requireOne(file), force);
        return (await import('./base.ts')).backUpBase(dataDir, requireOne(base, file));
      }),
    );

  backup
    .command('verify')
    .argument('<file>', 'the file to read, or - for standard input')
    .description(
      'restore a backup into a scratch database and prove its books; exits with 1 if anything is wrong',
    )
    .example('payments backup verify /backups/nightly')
    .action((file: string) =>
      run(async (dataDir) => (await import('./verify.ts')).verifyBackup(dataDir, file), { whole: true }),
    );

  program
    .command('restore')
    .argument('[file]', 'the file to read, or - for standard input')
    .description('restore a backup into an empty database')
    .option('--base <folder>', 'restore the bundled Postgres from a copy and the archived log')
    .option('--to <time>', 'with --base: as it was then; by default, as the log ends', parseMoment)
    .option(
      '--timeline <number>',
      'with --base: of the log; by default, the newest',
      parseWithin(1, 999_999_999),
    )
    .option(
      '--unsealed',
      'also a backup whose seal is missing or cannot be verified: anybody may have changed it',
    )
    .example(
      'payments restore /backups/nightly',
      'payments restore --base /backups/base-2026-11-23 --to 2026-11-23T09:30:00Z',
    )
    .action((file: string | undefined, { base, unsealed = false, ...moment }: RestoreOptions) =>
      run(async (dataDir) => {
        if (base !== undefined)
          return (await import('./base.ts')).restoreBase(dataDir, requireOne(base, file), moment, unsealed);
        if (moment.to !== undefined || moment.timeline !== undefined)
          throw new InvalidUsage('--to and --timeline go together with --base.');
        return (await import('./file.ts')).restoreFile(dataDir, requireOne(file), unsealed);
      }),
    );
};

/** A backup that cannot be proved or restored is refused, and nothing of the deployment has failed. */
const refuse = failOn(StartupError);

/** Refuses both, and none. */
function requireOne(given: string | undefined, other?: string): string {
  if (given === undefined || other !== undefined)
    throw new InvalidUsage('Pass either a file or --base <folder>.');
  return given;
}

function parseMoment(text: string): Date {
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new InvalidArgumentError('It must be a time with its zone, like 2026-12-31T23:59:59Z.');
  return parseTime(text);
}
