import type { JSX } from 'preact';
import { DomainError } from '../../lib/errors/errors.ts';
import { fillPath, withQuery } from '../../pages/index.ts';
import { readUserAgent } from '../../lib/user-agent.ts';
import type { StoredSession } from '../../people/index.ts';
import { useTexts, useUserVisit } from '../frame/context.tsx';
import { Rows } from '../frame/rows.tsx';
import { paths } from '../request/paths.ts';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { idOf } from './change.ts';
import { ME } from './texts.ts';

export type ShownSession = Omit<StoredSession, 'tokenHash'>;

/** Ending sessions. */
export function endSessions({ db, people }: PanelServices): Route[] {
  const { access } = people;

  return [
    {
      method: 'post',
      path: paths.me.endSession,
      access: 'user',
      freshProof: true,
      handle: async (visit) => {
        const id = idOf(visit);
        const ended = await db.transaction((trx) => access.endSession(trx, visit.actor, id));
        if (!ended) throw new DomainError('route_not_found');
        return { redirect: withQuery(paths.me.page, { flash: 'session_ended' }) };
      },
    },
    {
      method: 'post',
      path: paths.me.endOtherSessions,
      access: 'user',
      freshProof: true,
      handle: async (visit) => {
        await db.transaction((trx) => access.endOtherSessions(trx, visit.actor));
        return { redirect: withQuery(paths.me.page, { flash: 'sessions_ended' }) };
      },
    },
    {
      method: 'post',
      path: paths.me.endAllSessions,
      access: 'user',
      freshProof: true,
      handle: async (visit) => {
        await db.transaction((trx) => access.signOutEverywhere(trx, visit.actor));
        return {
          redirect: withQuery(paths.signIn.page, { flash: 'signed_out' }),
          cookies: { session: undefined },
        };
      },
    },
  ];
}

export function Sessions({ sessions }: { sessions: readonly ShownSession[] }): JSX.Element {
  const visit = useUserVisit();
  const texts = useTexts(ME);
  return (
    <Rows
      label={texts.sessions}
      of={sessions}
      columns={[
        {
          heading: texts.browser,
          brief: true,
          name: ({ agent }) => <span title={agent}>{texts.agent(readUserAgent(agent))}</span>,
        },
        { heading: texts.address, cell: ({ address }) => address },
        { heading: texts.since, moment: ({ createdAt }) => createdAt, aside: true },
        { heading: texts.lastUsed, moment: ({ lastUsedAt }) => lastUsedAt, aside: true },
        {
          heading: '',
          cell: ({ id, agent }) =>
            id === visit.session.id
              ? texts.thisSession
              : visit.session.isFresh && (
                  <form method="post" action={fillPath(paths.me.endSession, { id })}>
                    <button
                      type="submit"
                      class="plain"
                      aria-label={texts.endWhat(texts.agent(readUserAgent(agent)))}
                    >
                      {texts.end}
                    </button>
                  </form>
                ),
        },
      ]}
    />
  );
}
