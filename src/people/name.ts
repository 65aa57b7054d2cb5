import { invalidParam } from '../lib/errors/errors.ts';

export const MAX_NAME_LENGTH = 200;

/** A user's name, without surrounding spaces. Throws `invalid_request`. */
export function requireName(given: string): string {
  const name = given.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    throw invalidParam('name', `name must have 1 to ${MAX_NAME_LENGTH} characters.`);
  return name;
}
