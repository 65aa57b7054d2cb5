import { makeValidator } from 'envalid';
import { readFileSync } from 'node:fs';
import { requireCidr } from './cidr.ts';
import { replicasOf, serversOf } from './database-servers.ts';

// Validators of environment variables. A message never quotes a secret.

export function wholeNumber(least: number, most: number): ReturnType<typeof makeValidator<number>> {
  return makeValidator((input) => {
    const number = /^[0-9]{1,9}$/.test(input) ? Number(input) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new Error(`must be a whole number from ${least} to ${most}`);
    return number;
  });
}

/** 0 lets the system choose a free port. */
export const portNumber = wholeNumber(0, 65_535);

const CONNECTION_STRING = /^postgres(ql)?:\/\//;

export const databaseUrl = makeValidator((input) => {
  if (!CONNECTION_STRING.test(input))
    throw new Error('must be like postgresql://user:password@host/database');
  serversOf(input);
  return input;
});

export const databaseReadUrls = makeValidator((input) => {
  const urls = replicasOf(input);
  if (!urls.every((url) => CONNECTION_STRING.test(url) && URL.canParse(url) && !url.endsWith(',')))
    throw new Error('must be like postgresql://user:password@replica/database, separated by commas');
  return urls;
});

export const redisUrl = makeValidator((input) => {
  if (!/^rediss?:\/\//.test(input)) throw new Error('must be like redis://host:6379 or rediss://host:6379');
  return input;
});

export const smtpUrl = makeValidator((input) => {
  if (!/^smtps?:\/\//.test(input) || !URL.canParse(input)) {
    throw new Error('must be like smtp://user:password@host:587 or smtps://user:password@host');
  }
  return input;
});

export const mailAddress = makeValidator((input) => {
  if (!/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(input)) throw new Error('must be like notices@example.com');
  return input;
});

export const webAddress = makeValidator((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    throw new Error('must be an http or https address without query, like https://pay.example.com');
  }
  return url.href.replace(/\/+$/, '');
});

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The origin of an API that credentials are sent to. It is reached over https, or is a server on the own machine. */
export const apiOrigin = makeValidator((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (!url || !isSafe || url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    throw new Error('must be like https://api.bitso.com, without a path');
  }
  return url.origin;
});

/** The issuer of an OpenID provider, exactly as the provider writes it. */
export const issuer = makeValidator((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (url?.protocol !== 'https:' || url.search || url.hash || url.username || url.password) {
    throw new Error('must be an https address without query, like https://login.example.com');
  }
  return input;
});

export const apiKey = makeValidator((input) => {
  if (!/^[A-Za-z0-9_-]{4,128}$/.test(input)) throw new Error('must be an API key');
  return input;
});

export const apiSecret = makeValidator((input) => {
  // The message leaves the input out, because it is, or was meant to be, a secret.
  if (!/^[\x21-\x7e]{8,512}$/.test(input)) throw new Error('must be the secret of an API key');
  return input;
});

/** A secret that the operator chooses. */
export const longSecret = makeValidator((input) => {
  if (!/^[\x21-\x7e]{32,512}$/.test(input))
    throw new Error('must have 32 to 512 characters without spaces (try: openssl rand -base64 32)');
  return input;
});

/** One or more keys of 32 bytes in base64, the one to sign with first. */
export const signingKeys = makeValidator((input) => {
  const keys = input.split(',').map((part) => part.trim());
  if (!keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)) || new Set(keys).size !== keys.length)
    throw new Error(
      'must be 32 random bytes in base64 (try: openssl rand -base64 32), or a new and an old key as <new>,<old>',
    );
  return keys;
});

export const cidrs = makeValidator((input) =>
  input
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(requireCidr),
);

export const pemFile = makeValidator((input) => {
  let pem: string;
  try {
    pem = readFileSync(input, 'utf8');
  } catch {
    throw new Error(`cannot be read: ${input}`);
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`holds no PEM certificate: ${input}`);
  return input;
});
