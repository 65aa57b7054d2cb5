import type { Trx } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import {
  countRecoveryCodes,
  findPassword,
  listIdentities,
  listPasskeys,
  weaknessOf,
} from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import type { Reply, Route, UserVisit } from '../request/route.ts';
import { reasonOf } from '../request/refusal.ts';
import { mePage } from './pages.tsx';
import { passwordPage, recoveryCodesPage, type PasswordProblem } from './password.tsx';
import { ME } from './texts.ts';

/** A user's own access: passkeys, password, sessions. At the first visit, the forms for a first way to sign in. */
export function meRoutes({ db, people }: PanelServices): Route[] {
  const { access, passkeys, passwords, sessions } = people;

  const userOf = ({ session }: UserVisit) => ({
    id: session.userId,
    email: session.email,
    name: session.name,
  });
  const ask = async (visit: UserVisit, problem?: PasswordProblem): Promise<Reply> => ({
    page: passwordPage(visit, await passwords.draftTotp(userOf(visit)), problem),
    status: problem ? 400 : 200,
  });
  const idOf = (visit: UserVisit): string => {
    const id = visit.param('id');
    if (!isId(id)) throw new DomainError('route_not_found');
    return id;
  };
  /** Goes back to the page, which says what was done, or why not. */
  const attempt = async (
    notice: keyof (typeof ME)['en']['notices'],
    work: (trx: Trx) => Promise<void>,
  ): Promise<Reply> => {
    try {
      await db.transaction(work);
      return { redirect: `/panel/me?notice=${notice}` };
    } catch (error) {
      return { redirect: `/panel/me?problem=${reasonOf(error, ME.en.problems)}` };
    }
  };

  return [
    {
      method: 'get',
      path: '/panel/me',
      access: 'user',
      handle: async (visit) => {
        const { userId } = visit.session;
        const [own, password, recoveryCodes, identities, open] = await Promise.all([
          listPasskeys(db.read, { userId }),
          findPassword(db.read, { userId }),
          countRecoveryCodes(db.read, userId),
          listIdentities(db.read, { userId }),
          sessions.list(userId),
        ]);
        const isLinked = identities.length > 0;
        const me = {
          passkeys: own,
          hasPassword: password !== undefined,
          recoveryCodes,
          oidc: people.oidc || isLinked ? { isLinked } : undefined,
          sessions: open,
        };
        return { page: mePage(visit, me) };
      },
    },
    {
      method: 'post',
      path: '/panel/me/name',
      access: 'user',
      freshProof: true,
      handle: (visit) => attempt('renamed', (trx) => access.rename(trx, visit.actor, visit.field('name'))),
    },
    {
      method: 'post',
      path: '/panel/me/passkeys/options',
      access: 'user',
      setUp: true,
      freshProof: true,
      handle: async (visit) => ({ json: await passkeys.creationOptions(userOf(visit)) }),
    },
    {
      method: 'post',
      path: '/panel/me/passkeys',
      access: 'user',
      setUp: true,
      freshProof: true,
      handle: async (visit) => {
        const { session, actor } = visit;
        const passkey = await passkeys.create(session.userId, visit.field('response'));
        const page = session.hasWayIn ? '/panel/me' : '/panel/set-up';
        const isAdded =
          passkey &&
          (await db.transaction((trx) => access.addPasskey(trx, actor, passkey, visit.field('name'))));
        if (!isAdded) return { redirect: `${page}?problem=passkey_failed` };
        return { redirect: session.hasWayIn ? '/panel/me?notice=passkey_added' : '/panel' };
      },
    },
    {
      method: 'post',
      path: '/panel/me/passkeys/:id/remove',
      access: 'user',
      freshProof: true,
      handle: (visit) => {
        const id = idOf(visit);
        return attempt('passkey_removed', (trx) => access.removePasskey(trx, visit.actor, id));
      },
    },
    {
      method: 'get',
      path: '/panel/me/password',
      access: 'user',
      setUp: true,
      freshProof: true,
      handle: (visit) => ask(visit),
    },
    {
      method: 'post',
      path: '/panel/me/password',
      access: 'user',
      setUp: true,
      freshProof: true,
      handle: async (visit) => {
        const password = visit.field('password');
        const { userId, email, name } = visit.session;
        const accounts = visit.memberships.map(({ accountName }) => accountName);
        const weakness = await weaknessOf(password, { email, name, accounts });
        if (weakness) return ask(visit, weakness);
        const confirmed = await passwords.confirm(
          userId,
          password,
          visit.field('draft'),
          visit.field('code'),
        );
        if (!confirmed) return ask(visit, 'wrongCode');
        const codes = await db.transaction((trx) => access.setPassword(trx, visit.actor, confirmed));
        return { page: recoveryCodesPage(visit, codes) };
      },
    },
    {
      method: 'post',
      path: '/panel/me/password/remove',
      access: 'user',
      freshProof: true,
      handle: (visit) => attempt('password_removed', (trx) => access.removePassword(trx, visit.actor)),
    },
    {
      method: 'post',
      path: '/panel/me/oidc/remove',
      access: 'user',
      freshProof: true,
      handle: (visit) => attempt('oidc_removed', (trx) => access.removeIdentities(trx, visit.actor)),
    },
    {
      method: 'post',
      path: '/panel/me/sessions/:id/end',
      access: 'user',
      freshProof: true,
      handle: async (visit) => {
        const id = idOf(visit);
        const ended = await db.transaction((trx) => access.endSession(trx, visit.actor, id));
        if (!ended) throw new DomainError('route_not_found');
        return { redirect: '/panel/me?notice=session_ended' };
      },
    },
    {
      method: 'post',
      path: '/panel/me/sessions/end-others',
      access: 'user',
      freshProof: true,
      handle: async (visit) => {
        await db.transaction((trx) => access.endOtherSessions(trx, visit.actor));
        return { redirect: '/panel/me?notice=sessions_ended' };
      },
    },
    {
      method: 'post',
      path: '/panel/me/sessions/end-all',
      access: 'user',
      freshProof: true,
      handle: async (visit) => {
        await db.transaction((trx) => access.signOutEverywhere(trx, visit.actor));
        return { redirect: '/panel/sign-in?notice=signed_out', cookies: { session: undefined } };
      },
    },
  ];
}
