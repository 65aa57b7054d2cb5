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

/** Passkeys (WebAuthn) for the panel at `baseUrl`. A challenge is valid once, for 5 minutes. */
export function createPasskeys(options: {
  db: Pick<Database, 'read' | 'transaction'>;
  baseUrl: () => string;
}): Passkeys {
  const { db } = options;
  const relyingParty = () => new URL(options.baseUrl());

  const keepChallenge = async (userId: string | null): Promise<string> => {
    const challenge = newChallenge();
    await db.transaction((trx) => repository.insertChallenge(trx, { challenge, userId }));
    return challenge;
  };
  /** Checks that the response is to a challenge of ours, and uses that up. */
  const takeChallenge = (userId: string | null) => (challenge: string) =>
    db.transaction((trx) => repository.takeChallenge(trx, challenge, userId));
  const expected = (userId: string | null) => ({
    expectedChallenge: takeChallenge(userId),
    expectedOrigin: relyingParty().origin,
    expectedRPID: relyingParty().hostname,
    requireUserVerification: true,
  });

  return {
    async requestOptions(userId) {
      const { generateAuthenticationOptions } = await loadLibrary();
      const own = userId === null ? [] : await repository.listPasskeys(db.read, { userId });
      return generateAuthenticationOptions({
        rpID: relyingParty().hostname,
        challenge: bytesOf(await keepChallenge(userId)),
        allowCredentials: own.map(toDescriptor),
        userVerification: 'required',
      });
    },

    async creationOptions({ id, email, name }) {
      const { generateRegistrationOptions } = await loadLibrary();
      const own = await repository.listPasskeys(db.read, { userId: id });
      return generateRegistrationOptions({
        rpName: PRODUCT,
        rpID: relyingParty().hostname,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name,
        challenge: bytesOf(await keepChallenge(id)),
        excludeCredentials: own.map(toDescriptor),
        // Discoverable, so that no user has to type an e-mail address to sign in.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async verify(userId, text) {
      const response = parse<AuthenticationResponseJSON>(text);
      const passkey = response && (await repository.findPasskey(db.read, { credentialId: response.id }));
      if (!passkey || (userId !== null && passkey.userId !== userId)) return undefined;
      const { verifyAuthenticationResponse } = await loadLibrary();
      const checked = await verifyAuthenticationResponse({
        ...expected(userId),
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
      return (await db.transaction((trx) => repository.noteUse(trx, use))) ? passkey.userId : undefined;
    },

    async create(userId, text) {
      const response = parse<RegistrationResponseJSON>(text);
      if (!response) return undefined;
      const { verifyRegistrationResponse } = await loadLibrary();
      const checked = await verifyRegistrationResponse({ ...expected(userId), response }).catch(
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
    },
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
