import { PasskeyForm } from '../frame/parts.tsx';
import { isId } from '../../lib/ids.ts';
import { findPassword, listIdentities, listPasskeys } from '../../people/index.ts';
import { Refusal } from '../../pages/index.ts';
import { type CookieJar, createCookieJar } from '../request/cookies.ts';
import { safeNext, withNext } from '../request/guards.ts';
import { paths } from '../request/paths.ts';
import { type Kept, openKept } from '../request/resume.ts';
import type { Page, Reply, Route, UserVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { checkPassword, logDenial } from './attempt.ts';
import { type Denial, OidcLink, PasswordAndCode, type SignInMethods } from './parts.tsx';
import { SIGN_IN } from './texts.ts';

/** Proving again that it is the user, for changes to keys, money or the team. */
export function prove(services: PanelServices): Route[] {
  const { db, people, keyring, baseUrl, logger } = services;
  const { passkeys, sessions } = people;
  const cookies = createCookieJar(baseUrl);
  const readProofMethods = createProofMethodsReader(services);

  /** The session continues under a new token, as after any sign-in. */
  const prove = async (visit: UserVisit): Promise<Reply> => {
    const session = await db.transaction((trx) => sessions.prove(trx, visit.session));
    return { redirect: afterProof(cookies, visit, safeNext(visit.field('next'))), cookies: { session } };
  };

  const denyProof = async (visit: UserVisit, denial: Denial): Promise<Reply> => {
    logDenial(logger, visit, denial);
    const page = proofPage(visit, await readProofMethods(visit), safeNext(visit.field('next')), denial);
    return { page, status: denial === 'tooMany' ? 429 : 403 };
  };

  return [
    {
      method: 'get',
      path: paths.proof.page,
      access: 'user',
      handle: async (visit) => ({
        page: proofPage(visit, await readProofMethods(visit), safeNext(visit.query('next'))),
      }),
    },
    {
      method: 'post',
      path: paths.proof.page,
      access: 'user',
      handle: async (visit) => {
        const { allowed, result } = await checkPassword(services, visit, visit.session.email);
        if (!result) return denyProof(visit, allowed ? 'wrong' : 'tooMany');
        return prove(visit);
      },
    },
    {
      method: 'post',
      path: paths.proof.passkeyOptions,
      access: 'user',
      handle: async ({ session }) => ({ json: await passkeys.requestOptions(session.userId) }),
    },
    {
      method: 'post',
      path: paths.proof.passkey,
      access: 'user',
      handle: async (visit) => {
        const userId = await passkeys.verify(visit.session.userId, visit.field('response'));
        return userId === undefined ? denyProof(visit, 'passkeyFailed') : prove(visit);
      },
    },
    {
      method: 'get',
      path: paths.proof.resume,
      access: 'user',
      handle: (visit) => {
        const next = safeNext(visit.query('next'));
        const kept = openKept(keyring, cookies.kept(visit.request), visit);
        const once = { kept: undefined };
        return Promise.resolve(
          kept ? { page: resumePage(visit, kept, next), cookies: once } : { redirect: next, cookies: once },
        );
      },
    },
  ];
}

/** The page after a proof. It is the form that was sent before it, or else the page. */
export function afterProof(
  cookies: Pick<CookieJar, 'kept'>,
  { request }: Pick<UserVisit, 'request'>,
  next: string,
): string {
  return cookies.kept(request) === undefined ? next : withNext(paths.proof.resume, next);
}

/** The form as it was sent, which acts only when the person sends it again. */
function resumePage(visit: UserVisit, { method, path, fields }: Kept, next: string): Page {
  const texts = SIGN_IN[visit.language];
  const entered = fields.flatMap(([name, value]) => (name === 'once' || isId(value) ? [] : [value]));
  return {
    title: texts.resumeTitle,
    body: (
      <div class="narrow">
        <p>{texts.resumeWhy}</p>
        {entered.length > 0 && (
          <ul class="hints">
            {entered
              .filter((value) => value !== '')
              .map((value) => (
                <li dir="auto">{value}</li>
              ))}
          </ul>
        )}
        <form method={method} action={path}>
          {fields.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button type="submit">{texts.proceed}</button>
        </form>
        <p>
          <a href={next}>{texts.resumeNot}</a>
        </p>
      </div>
    ),
  };
}

/** The methods by which a user can prove who they are, which are those that they have set up. */
interface ProofMethods extends SignInMethods {
  hasPasskey: boolean;
  hasPassword: boolean;
}

/** Reads these methods of the user of a visit. */
export function createProofMethodsReader({
  db,
  people,
}: PanelServices): (visit: UserVisit) => Promise<ProofMethods> {
  return async ({ session: { userId } }) => {
    const [passkeys, password, identities] = await Promise.all([
      listPasskeys(db.read, { userId }),
      findPassword(db.read, { userId }),
      listIdentities(db.read, { userId }),
    ]);
    return {
      hasPasskey: passkeys.length > 0,
      hasPassword: password !== undefined,
      hasOidc: people.oidc !== undefined && identities.length > 0,
    };
  };
}

export function proofPage(visit: UserVisit, methods: ProofMethods, next: string, denied?: Denial): Page {
  const texts = SIGN_IN[visit.language];
  return {
    title: texts.proofTitle,
    passkeys: true,
    body: (
      <div class="narrow">
        <p>{texts.proofWhy}</p>
        {denied && <Refusal>{texts[denied]}</Refusal>}
        {methods.hasPasskey && (
          <PasskeyForm
            action={paths.proof.passkey}
            options={paths.proof.passkeyOptions}
            use="get"
            label={texts.proofPasskey}
            failed={texts.passkeyFailed}
          >
            <input type="hidden" name="next" value={next} />
          </PasskeyForm>
        )}
        {methods.hasOidc && <OidcLink to={withNext(paths.proof.oidc, next)} label={texts.proofOidc} />}
        {methods.hasPassword && (
          <>
            <h2>{texts.byPassword}</h2>
            <form method="post" action={paths.proof.page}>
              <input type="hidden" name="next" value={next} />
              <input type="hidden" name="username" value={visit.session.email} autocomplete="username" />
              <PasswordAndCode />
              <button type="submit" class={methods.hasPasskey ? 'secondary' : undefined}>
                {texts.confirm}
              </button>
            </form>
          </>
        )}
      </div>
    ),
  };
}
