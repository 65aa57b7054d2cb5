import type { JSX } from 'preact';
import { DomainError } from '../../lib/errors/errors.ts';
import { fillPath, Table, withQuery } from '../../pages/index.ts';
import { readUserAgent } from '../../lib/user-agent.ts';
import type { StoredSession } from '../../people/index.ts';
import { useTexts, useUserVisit } from '../frame/context.tsx';
import { Moment } from '../frame/parts.tsx';
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
        return { redirect: withQuery(paths.me.page, { notice: 'session_ended' }) };
      },
    },
    {
      method: 'post',
      path: paths.me.endOtherSessions,
      access: 'user',
      freshProof: true,
      handle: async (visit) => {
        await db.transaction((trx) => access.endOtherSessions(trx, visit.actor));
        return { redirect: withQuery(paths.me.page, { notice: 'sessions_ended' }) };
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
          redirect: withQuery(paths.signIn.page, { notice: 'signed_out' }),
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
    <Table label={texts.sessions} headings={[texts.browser, texts.address, texts.since, texts.lastUsed, '']}>
      {sessions.map(({ id, agent, address, createdAt, lastUsedAt }) => (
        <tr>
          <td title={agent}>{texts.agent(readUserAgent(agent))}</td>
          <td>{address}</td>
          <td>
            <Moment at={createdAt} />
          </td>
          <td>
            <Moment at={lastUsedAt} />
          </td>
          <td>
            {id === visit.session.id
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
                )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
