import { randomInt, randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { OPERATOR } from '../../src/audit-log/record.ts';
import type { Config } from '../../src/config/config.ts';
import { panelBaseUrl } from '../../src/people/panel-address.ts';
import { createPeople, type People } from '../../src/people/people.ts';
import type { Role } from '../../src/people/roles.ts';
import { keepAlive, send, type Answer } from '../support/client.ts';
import type { TestService } from '../support/service.ts';

export const PASSWORD = 'seven quiet otters at dawn';

/** The service's people, as its own command line works on them. */
export function peopleOf({ foundation, baseUrl }: TestService): People {
  const { db, keyring, config } = foundation;
  return createPeople({ db, keyring, baseUrl: () => panelBaseUrl(config, baseUrl) });
}

/** A process that serves the panel. */
interface Panel {
  baseUrl: string;
  foundation: { config: Config };
}

/** The address under which a browser opens the panel. */
export function panelOf({ foundation, baseUrl }: Panel): string {
  return panelBaseUrl(foundation.config, baseUrl);
}

/** A browser without scripts: it keeps cookies, and says where its forms come from. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** The attributes of each cookie as it was last set. */
  readonly attributes = new Map<string, string>();
  readonly #service: Panel;

  constructor(service: Panel) {
    this.#service = service;
  }

  /** The same browser as it is now, at another process of the service if one is given. */
  copy(at: Panel = this.#service): Visitor {
    const copy = new Visitor(at);
    this.cookies.forEach((value, name) => copy.cookies.set(name, value));
    return copy;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  /** Sends a form, as from a page of the panel. */
  post(path: string, form: Record<string, string> = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', path, new URLSearchParams(form).toString(), headers ?? this.fromOwnPage);
  }

  /** What a browser says of a request that a page of the panel makes. */
  get fromOwnPage(): Record<string, string> {
    return { origin: panelOf(this.#service), 'sec-fetch-site': 'same-origin' };
  }

  async send(
    method: string,
    path: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(this.#service.baseUrl, {
      method,
      path,
      body,
      // To connect for each visit would take as much time as many a page.
      agent: keepAlive,
      headers: {
        host: new URL(panelOf(this.#service)).host,
        'user-agent': 'Test browser',
        // Heeded only by a service that trusts this proxy: then no limit by address counts the requests of a test.
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    this.attributes.set(name, attributes.join('; '));
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export interface Person {
  id: string;
  email: string;
  /** Signed in, with a proof that is fresh. */
  visitor: Visitor;
}

/**
 * Somebody who has joined the account and signs in with a passkey; without the seconds that doing so takes, and without
 * the 24 hours after which they are trusted with its money, unless they are new.
 */
export async function join(
  service: TestService,
  accountId: string,
  role: Role,
  { isNew } = { isNew: false },
): Promise<Person> {
  const email = `${role}.${randomUUID()}@acme.example`;
  const { userId, url } = await inviteTo(service, accountId, role, email);
  const visitor = new Visitor(service);
  await visitor.post(new URL(url).pathname);
  await service.database.query(
    `insert into passkeys (user_id, id, credential_id, public_key, sign_counter, transports, name, created_at)
     values ($1::uuid, $1::uuid, $1::uuid::text, '', 0, '{}', 'Phone', now())`,
    [userId],
  );
  if (!isNew) await trust(service, userId);
  return { id: userId, email, visitor };
}

/** As if 24 hours and one had passed since they joined, were promoted or had their sign-in reset. */
export async function trust({ database }: TestService, userId: string): Promise<void> {
  await database.query(
    `update memberships set trusted_at = service_now() - interval '1 hour' where user_id = $1`,
    [userId],
  );
}

export function inviteTo(service: TestService, accountId: string, role: Role, email: string) {
  return service.foundation.db.transaction((trx) =>
    peopleOf(service).team.invite(trx, accountId, OPERATOR, { email, name: 'Ada Lovelace', role }),
  );
}

export interface PasswordPerson extends Person {
  /** The authenticator's secret. */
  secret: string;
  recoveryCodes: string[];
}

/** Somebody who has joined through the pages, and set a password with an authenticator. */
export async function joinWithPassword(
  service: TestService,
  accountId: string,
  role: Role,
  password = PASSWORD,
): Promise<PasswordPerson> {
  const email = `${role}.${randomUUID()}@acme.example`;
  const { userId, url } = await inviteTo(service, accountId, role, email);
  const visitor = new Visitor(service);
  await visitor.post(new URL(url).pathname);
  const { secret, recoveryCodes } = await setPassword(visitor, password);
  return { id: userId, email, visitor, secret, recoveryCodes };
}

/** Fills in the form for a password and its authenticator. */
export async function setPassword(visitor: Visitor, password = PASSWORD) {
  const { text } = await visitor.get('/panel/me/password');
  const secret = textOf(text, /class="totp-key">([^<]+)</).replaceAll(' ', '');
  const draft = textOf(text, /name="draft" value="([^"]+)"/);
  const saved = await visitor.post('/panel/me/password', { password, draft, code: generateSync({ secret }) });
  if (saved.status !== 200) throw new Error(`the password was not set: ${saved.status}`);
  const recoveryCodes = [...saved.text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code]) => code!);
  return { secret, recoveryCodes, shown: saved.text };
}

/** A code that was not used yet: the next one, which the service already takes. */
export function nextCode(secret: string, stepsAhead = 1): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsAhead });
}

/** A code counts once, and the next ones are minutes away. */
export async function allowCodesAgain({ database }: TestService): Promise<void> {
  await database.query('update passwords set last_totp_step = 0');
}

/** Signs in by password, as often as a test wants to. */
export async function signInByPassword(
  service: TestService,
  visitor: Visitor,
  { email, secret }: PasswordPerson,
): Promise<Answer> {
  await allowCodesAgain(service);
  return visitor.post('/panel/sign-in', { email, password: PASSWORD, code: nextCode(secret) });
}

export async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.get('/panel/me')).status === 200;
}

function textOf(html: string, pattern: RegExp): string {
  const [, text] = pattern.exec(html) ?? [];
  if (text === undefined) throw new Error(`the page has no ${pattern}`);
  return text;
}

/** Lets an earlier proof get old. */
export async function forgetProofs({ database }: TestService): Promise<void> {
  await database.query(`update user_sessions set proven_at = proven_at - interval '6 minutes'`);
}

/** As if everybody had just signed in: a session lasts 12 hours at most, and tests let days pass. */
export async function signInAnew({ database }: TestService): Promise<void> {
  await database.query(
    'update user_sessions set created_at = service_now(), proven_at = service_now(), last_used_at = service_now()',
  );
}

/** The messages to somebody that wait to be sent, oldest first. */
export async function mailTo({ database }: TestService, email: string) {
  const rows = await database.query(
    'select subject, body, confidential from outbox_messages where recipient = $1 order by created_at, id',
    [email],
  );
  return rows as { subject: string; body: string; confidential: boolean }[];
}
