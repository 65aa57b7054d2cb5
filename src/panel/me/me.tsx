import type { JSX } from 'preact';
import { Field, fillPath, Refusal, withQuery } from '../../pages/index.ts';
import {
  countRecoveryCodes,
  findPassword,
  listIdentities,
  listPasskeys,
  MAX_NAME_LENGTH,
  type Passkey,
} from '../../people/index.ts';
import { useTexts, useUserVisit } from '../frame/context.tsx';
import { fieldsOf } from '../frame/fields.ts';
import { Outcome, TimesIn, WithProof } from '../frame/parts.tsx';
import { paths } from '../request/paths.ts';
import type { Page, Route, UserVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { OidcLink } from '../sign-in/parts.tsx';
import { refusalOf } from '../request/refusal.ts';
import { change } from './change.ts';
import { NewPasskey, Passkeys } from './passkeys.tsx';
import { Sessions, type ShownSession } from './sessions.tsx';
import { ME } from './texts.ts';

interface Me {
  passkeys: readonly Passkey[];
  hasPassword: boolean;
  recoveryCodes: number;
  /** Undefined when no OpenID provider is configured and the user has no identity of one. */
  oidc: { isLinked: boolean } | undefined;
  sessions: readonly ShownSession[];
}

/** A user's own access, with their methods to sign in and their sessions. */
export function showMe({ db, people }: PanelServices): Route[] {
  const { access, sessions } = people;

  const show = async (visit: UserVisit): Promise<Page> => {
    const { userId } = visit.session;
    const [own, password, recoveryCodes, identities, open] = await Promise.all([
      listPasskeys(db.read, { userId }),
      findPassword(db.read, { userId }),
      countRecoveryCodes(db.read, userId),
      listIdentities(db.read, { userId }),
      sessions.list(userId),
    ]);
    const isLinked = identities.length > 0;
    return mePage(visit, {
      passkeys: own,
      hasPassword: password !== undefined,
      recoveryCodes,
      oidc: people.oidc || isLinked ? { isLinked } : undefined,
      sessions: open,
    });
  };

  return [
    {
      method: 'get',
      path: paths.me.page,
      access: 'user',
      handle: async (visit) => ({ page: await show(visit) }),
    },
    {
      method: 'post',
      path: paths.me.name,
      access: 'user',
      freshProof: true,
      handle: async (visit) => {
        try {
          await db.transaction((trx) => access.rename(trx, visit.actor, visit.field('name')));
          return { redirect: withQuery(paths.me.page, { flash: 'renamed' }) };
        } catch (error) {
          return refusalOf(error, { form: paths.me.name, page: paths.me.page }, ME.en.problems);
        }
      },
    },
    {
      method: 'post',
      path: paths.me.removeOidc,
      access: 'user',
      freshProof: true,
      handle: (visit) => change(db, 'oidc_removed', (trx) => access.removeIdentities(trx, visit.actor)),
    },
  ];
}

function mePage(visit: UserVisit, me: Me): Page {
  const texts = ME[visit.language];
  const mayChange = visit.session.isFresh;
  return {
    title: texts.title,
    passkeys: true,
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <p class="muted">
          {visit.session.name} · {visit.session.email}
        </p>
        <WithProof>
          <NameForm />
        </WithProof>
        <h2>{texts.passkeys}</h2>
        <p>{texts.passkeysWhy}</p>
        {me.passkeys.length > 0 && <Passkeys passkeys={me.passkeys} />}
        {mayChange && (
          <div class="narrow">
            <NewPasskey />
          </div>
        )}
        <h2>{texts.password}</h2>
        <p>{me.hasPassword ? texts.hasPassword(me.recoveryCodes) : texts.noPassword}</p>
        {mayChange && <PasswordChanges hasPassword={me.hasPassword} />}
        {me.oidc && (
          <>
            <h2>{texts.oidc}</h2>
            <p>{me.oidc.isLinked ? texts.oidcLinked : texts.oidcWhy}</p>
            {mayChange && <Organisation isLinked={me.oidc.isLinked} />}
          </>
        )}
        <NotificationLinks />
        <h2>{texts.sessions}</h2>
        <Sessions sessions={me.sessions} />
        <TimesIn />
        {mayChange && <SessionChanges count={me.sessions.length} />}
      </>
    ),
  };
}

function NameForm(): JSX.Element {
  const visit = useUserVisit();
  const texts = useTexts(ME);
  const form = fieldsOf(visit, texts.problems, ['name']);
  return (
    <form method="post" action={paths.me.name} class="narrow">
      <Refusal>{form.above}</Refusal>
      <Field
        {...form.field('name', visit.session.name)}
        label={texts.name}
        autocomplete="name"
        maxlength={MAX_NAME_LENGTH}
      />
      <button type="submit" class="secondary">
        {texts.change}
      </button>
    </form>
  );
}

/** The links to the notifications of each account, where they are chosen. */
function NotificationLinks(): JSX.Element {
  const { memberships } = useUserVisit();
  const texts = useTexts(ME);
  return (
    <>
      <h2>{texts.notifications}</h2>
      <ul>
        {memberships.map(({ accountId, accountName }) => (
          <li>
            <a href={fillPath(paths.notifications.page, { account: accountId })}>
              {texts.notificationsOf(accountName)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function PasswordChanges({ hasPassword }: { hasPassword: boolean }): JSX.Element {
  const texts = useTexts(ME);
  return (
    <div class="row">
      <a href={paths.me.password} role="button" class="secondary">
        {hasPassword ? texts.changePassword : texts.setPassword}
      </a>
      {hasPassword && (
        <form method="post" action={paths.me.removePassword}>
          <button type="submit" class="secondary">
            {texts.removePassword}
          </button>
        </form>
      )}
    </div>
  );
}

function SessionChanges({ count }: { count: number }): JSX.Element {
  const texts = useTexts(ME);
  return (
    <div class="row">
      {count > 1 && (
        <form method="post" action={paths.me.endOtherSessions}>
          <button type="submit" class="secondary">
            {texts.endOthers}
          </button>
        </form>
      )}
      <form method="post" action={paths.me.endAllSessions}>
        <button type="submit" class="secondary">
          {texts.endAll}
        </button>
      </form>
    </div>
  );
}

function Organisation({ isLinked }: { isLinked: boolean }): JSX.Element {
  const texts = useTexts(ME);
  if (!isLinked) return <OidcLink to={paths.me.linkOidc} label={texts.linkOidc} />;
  return (
    <form method="post" action={paths.me.removeOidc} class="row">
      <button type="submit" class="secondary">
        {texts.removeOidc}
      </button>
    </form>
  );
}
