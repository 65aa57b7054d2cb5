import { statSync } from 'node:fs';
import { StartupError } from '../lib/errors/errors.ts';
import { readPrivateFile } from '../lib/secrets/private-file.ts';
import { RAIL_SECRETS } from '../rails/index.ts';

/** The variables that hold a secret, also as a part of a URL. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_READ_URLS',
  'SECRETS_KEY',
  'CELLS_KEY',
  'REDIS_URL',
  'SMTP_URL',
  'SCREENING_SECRET',
  'OIDC_CLIENT_SECRET',
  ...RAIL_SECRETS,
];

const MAX_BYTES = 16 * 1024;

/**
 * The environment, in which each secret may also be given as the path of a file, in NAME_FILE, the way in which
 * managers of secrets mount them. A line break at the end of a file is not part of the secret. Throws StartupError,
 * with one line that does not quote the secret, if both are set or a file cannot be used.
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = SECRET_VARIABLES.filter((name) => environment[`${name}_FILE`]);
  if (given.length === 0) return environment;
  const read = given.map((name) => {
    if (environment[name])
      throw new StartupError(`${name} and ${name}_FILE are both set: remove the one that is out of date.`);
    return [name, readSecret(`${name}_FILE`, environment[`${name}_FILE`] ?? '')] as const;
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function readSecret(variable: string, path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new StartupError(`${variable} names no file: ${path}.`);
  if (found.size > MAX_BYTES)
    throw new StartupError(`${variable} must hold one secret, and has more than 16 KiB: ${path}.`);
  const read = readPrivateFile(path);
  if ('fault' in read) {
    throw new StartupError(
      read.fault === 'unreadable'
        ? `${variable} cannot be read by the user of this process: ${path}.`
        : `${variable} can be read by others than its owner: chmod 600 ${path}, and replace the secret if others did.`,
    );
  }
  const secret = read.text.replace(/\r?\n$/, '');
  if (secret === '') throw new StartupError(`${variable} is empty: ${path}.`);
  if (/[\r\n]/.test(secret))
    throw new StartupError(`${variable} must hold the secret in one line, and nothing else: ${path}.`);
  return secret;
}
