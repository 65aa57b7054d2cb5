import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { listPasskeys } from '../../people/passkeys/repository.ts';
import { countRecoveryCodes, findPassword } from '../../people/passwords/repository.ts';
import { weaknessOf } from '../../people/passwords/service.ts';
import type { PanelServices } from '../services.ts';
import type { Reply, Route, UserVisit } from '../route.ts';
import { mePage } from './pages.tsx';
import { passwordPage, recoveryCodesPage, type PasswordProblem } from './password.tsx';

/** A user's own access: passkeys, password, sessions. At the first visit, the forms for a first way to sign in. */
export function meRoutes({ db, people }: PanelServices): Route[] {
  const { access, passkeys, passwords, sessions } = people;

  const userOf = ({ session }: UserVisit) => ({
    id: session.user_id,
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
  /** Goes back to the page, which says what was done, or that it was the last way in. */
  const unlessLast = async (work: Promise<void>, notice: string): Promise<Reply> => {
    try {
      await work;
      return { redirect: `/panel/me?notice=${notice}` };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'last_way_in') throw error;
      return { redirect: '/panel/me?problem=last_way_in' };
    }
  };

  return [
    {
      method: 'get',
      path: '/panel/me',
      access: 'user',
      handle: async (visit) => {
        const { user_id: userId } = visit.session;
        const [own, password, recoveryCodes, open] = await Promise.all([
          listPasskeys(db.read, userId),
          findPassword(db.read, userId),
          countRecoveryCodes(db.read, userId),
          sessions.list(userId),
        ]);
        const me = { passkeys: own, hasPassword: password !== undefined, recoveryCodes, sessions: open };
        return { page: mePage(visit, me) };
      },
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
        const passkey = await passkeys.create(session.user_id, visit.field('response'));
        const page = session.has_way_in ? '/panel/me' : '/panel/set-up';
        const isAdded =
          passkey &&
          (await db.transaction((trx) => access.addPasskey(trx, actor, passkey, visit.field('name'))));
        if (!isAdded) return { redirect: `${page}?problem=passkey_failed` };
        return { redirect: session.has_way_in ? '/panel/me?notice=passkey_added' : '/panel' };
      },
    },
    {
      method: 'post',
      path: '/panel/me/passkeys/:id/remove',
      access: 'user',
      freshProof: true,
      handle: (visit) => {
        const id = idOf(visit);
        const removal = db.transaction((trx) => access.removePasskey(trx, visit.actor, id));
        return unlessLast(removal, 'passkey_removed');
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
        const { user_id: userId, email } = visit.session;
        const weakness = weaknessOf(password, email);
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
      handle: (visit) =>
        unlessLast(
          db.transaction((trx) => access.removePassword(trx, visit.actor)),
          'password_removed',
        ),
    },
    {
      method: 'post',
      path: '/panel/me/sessions/:id/end',
      access: 'user',
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
      handle: async (visit) => {
        await db.transaction((trx) => access.endOtherSessions(trx, visit.actor));
        return { redirect: '/panel/me?notice=sessions_ended' };
      },
    },
  ];
}
