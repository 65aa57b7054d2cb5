import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Database } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { newChallenge } from './token.ts';
import * as repository from './proof-repository.ts';

const PRODUCT = 'Payments';
const MAX_RESPONSE_LENGTH = 16_384;
const CREDENTIAL_ID = /^[A-Za-z0-9_-]{1,1400}$/;
const TRANSPORT = /^[a-z-]{1,20}$/;

export interface Passkeys {
  /** The options for a browser to sign in; for a known user, only with one of their passkeys. */
  requestOptions(userId: string | null): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** The options for a browser to create another passkey. */
  creationOptions(user: {
    id: string;
    email: string;
    name: string;
  }): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** The user whose passkey made this response to `requestOptions(userId)`; undefined if it is not valid. */
  verify(userId: string | null, response: string): Promise<string | undefined>;
  /** A new passkey to store, from the response to `creationOptions`; undefined if it is not valid. */
  create(userId: string, response: string): Promise<NewPasskey | undefined>;
}

export type NewPasskey = Pick<
  repository.Passkey,
  'userId' | 'id' | 'credentialId' | 'publicKey' | 'signCounter' | 'transports'
>;

/** In the library's form, with a mutable array of its own, because rows share theirs. */
function toDescriptor({
  credentialId,
  transports,
}: Pick<repository.Passkey, 'credentialId' | 'transports'>): { id: string; transports: string[] } {
  return { id: credentialId, transports: [...transports] };
}

interface Parts {
  db: Pick<Database, 'read' | 'transaction'>;
  baseUrl: () => string;
}

/** Passkeys (WebAuthn) for the panel at `baseUrl`. A challenge is valid once, for 5 minutes. */
export function createPasskeys(parts: Parts): Passkeys {
  return {
    requestOptions: (userId) => requestOptions(parts, userId),
    creationOptions: (user) => creationOptions(parts, user),
    verify: (userId, response) => verifyResponse(parts, userId, response),
    create: (userId, response) => readNewPasskey(parts, userId, response),
  };
}

async function requestOptions(
  parts: Parts,
  userId: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const own = userId === null ? [] : await repository.listPasskeys(parts.db.read, { userId });
  return generateAuthenticationOptions({
    rpID: relyingParty(parts).hostname,
    challenge: bytesOf(await keepChallenge(parts, userId)),
    allowCredentials: own.map(toDescriptor),
    userVerification: 'required',
  });
}

function relyingParty({ baseUrl }: Parts): URL {
  return new URL(baseUrl());
}

async function keepChallenge({ db }: Parts, userId: string | null): Promise<string> {
  const challenge = newChallenge();
  await db.transaction((trx) => repository.insertChallenge(trx, { challenge, userId }));
  return challenge;
}

async function creationOptions(
  parts: Parts,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  const own = await repository.listPasskeys(parts.db.read, { userId: id });
  return generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: relyingParty(parts).hostname,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    challenge: bytesOf(await keepChallenge(parts, id)),
    excludeCredentials: own.map(toDescriptor),
    // Discoverable, so that no user has to type an e-mail address to sign in.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

async function verifyResponse(
  parts: Parts,
  userId: string | null,
  text: string,
): Promise<string | undefined> {
  const response = parse<AuthenticationResponseJSON>(text);
  const passkey = response && (await repository.findPasskey(parts.db.read, { credentialId: response.id }));
  if (!passkey || (userId !== null && passkey.userId !== userId)) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const checked = await verifyAuthenticationResponse({
    ...expected(parts, userId),
    response,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.signCounter),
      transports: [...passkey.transports],
    },
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  const use = {
    userId: passkey.userId,
    id: passkey.id,
    counter: String(checked.authenticationInfo.newCounter),
  };
  return (await parts.db.transaction((trx) => repository.noteUse(trx, use))) ? passkey.userId : undefined;
}

/** The expectations of every response, as the library takes them. A challenge must be ours, and is used up. */
function expected(parts: Parts, userId: string | null) {
  const { origin: expectedOrigin, hostname: expectedRPID } = relyingParty(parts);
  return {
    expectedChallenge: (challenge: string) =>
      parts.db.transaction((trx) => repository.takeChallenge(trx, challenge, userId)),
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  };
}

async function readNewPasskey(parts: Parts, userId: string, text: string): Promise<NewPasskey | undefined> {
  const response = parse<RegistrationResponseJSON>(text);
  if (!response) return undefined;
  const { verifyRegistrationResponse } = await loadLibrary();
  const checked = await verifyRegistrationResponse({ ...expected(parts, userId), response }).catch(
    () => undefined,
  );
  if (!checked?.verified) return undefined;
  const { credential } = checked.registrationInfo;
  return {
    userId,
    id: newId(),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCounter: String(credential.counter),
    transports: (credential.transports ?? []).filter((name) => TRANSPORT.test(name)).slice(0, 8),
  };
}

/** It is large, and most processes never need it, so it is loaded with the first passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/** The library encodes these bytes as we encode tokens, so that a response names its challenge as it is stored. */
function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}

/** The data sent by the browser's script. The library checks all of it, apart from being an object with an id. */
function parse<T extends { id: string }>(text: string): T | undefined {
  if (text.length > MAX_RESPONSE_LENGTH) return undefined;
  try {
    const value = JSON.parse(text) as Partial<T> | null;
    return typeof value?.id === 'string' && CREDENTIAL_ID.test(value.id) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
