import { readFileSync } from 'node:fs';
import { StartupError } from './errors/errors.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * A JSON file with settings, which an environment variable names. Every fault in it is a StartupError of one line that
 * names the variable, points to the path in the file, and says what is expected there. The file as a whole has the
 * path ''.
 */
export interface ConfigFile {
  /** The file's text. */
  read(path: string): string;
  parse(text: string): unknown;
  objectAt(value: unknown, path: string): Record<string, unknown>;
  /** An object without unknown fields, because a misspelt one would silently be ignored. */
  fieldsAt(value: unknown, path: string, fields: readonly string[]): Record<string, unknown>;
  refuse(path: string, what: string): never;
}

export function configFile(variable: string): ConfigFile {
  const refuse = (path: string, what: string): never => {
    throw new StartupError(`${variable} is invalid: ${path === '' ? 'it' : path} ${what}.`);
  };
  const objectAt = (value: unknown, path: string): Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : refuse(path, 'must be an object');
  return {
    read(path) {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        throw new StartupError(`${variable} cannot be read: ${path}.`);
      }
    },
    parse(text) {
      if (Buffer.byteLength(text) > MAX_BYTES) refuse('', `must have at most ${MAX_BYTES} bytes`);
      try {
        return JSON.parse(text) as unknown;
      } catch (error) {
        // JSON.parse quotes the text that it could not read, which may be secret.
        const [at] = /at position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message) ?? [];
        return refuse('', `must be JSON${at === undefined ? '' : `: it is not ${at}`}`);
      }
    },
    objectAt,
    fieldsAt(value, path, fields) {
      const object = objectAt(value, path);
      const unknown = Object.keys(object).find((field) => !fields.includes(field));
      if (unknown !== undefined)
        refuse(path === '' ? unknown : `${path}.${unknown}`, `is not known; there are ${fields.join(', ')}`);
      return object;
    },
    refuse,
  };
}
