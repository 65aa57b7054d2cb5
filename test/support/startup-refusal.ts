import { expect } from 'chai';
import { StartupError } from '../../src/lib/errors/errors.ts';

/** The message, in one line, with which a configuration is refused; it never quotes a secret, which tests call a canary. */
export function startupRefusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).to.be.instanceOf(StartupError);
    const { message } = error as Error;
    expect(message).to.not.match(/canary|\n/);
    return message;
  }
  throw new Error('it was not refused');
}
