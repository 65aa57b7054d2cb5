import type { JSX } from 'preact';
import { readClock } from '../../clock/index.ts';
import { Field, Refusal, Subject, Table } from '../../pages/index.ts';
import { listMembers, type ListedMember, OWNERS } from '../../people/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { formOf } from '../frame/form.ts';
import { Moment, Outcome, WithProof } from '../frame/parts.tsx';
import { FRAME } from '../frame/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { attempt, type TeamProblem } from './attempt.tsx';
import { Newness, RoleChoice, roleOf } from './parts.tsx';
import { TEAM } from './texts.ts';

/** The members, and the invitation of another. */
export function showTeam(services: PanelServices): Route[] {
  const { db, people } = services;
  const { team } = people;

  const show = async (visit: MemberVisit, problem?: TeamProblem): Promise<Page> => {
    const [members, now] = await Promise.all([
      listMembers(db.read, { accountId: visit.accountId }),
      readClock(db.read),
    ]);
    return teamPage(visit, members, now, problem);
  };

  return [
    {
      method: 'get',
      path: paths.team.list,
      access: OWNERS,
      handle: async (visit) => ({ page: await show(visit) }),
    },
    {
      method: 'post',
      path: paths.team.invite,
      access: OWNERS,
      freshProof: true,
      handle: (visit) =>
        attempt(
          services,
          visit,
          'invited',
          (trx) =>
            team.invite(trx, visit.accountId, visit.actor, {
              email: visit.field('email'),
              name: visit.field('name'),
              role: roleOf(visit),
              language: visit.language,
            }),
          async (problem) => ({ page: await show(visit, problem), status: 422 }),
        ),
    },
  ];
}

/** `problem`: why nobody was invited. */
function teamPage(
  visit: MemberVisit,
  members: readonly ListedMember[],
  now: Date,
  problem?: TeamProblem,
): Page {
  const texts = TEAM[visit.language];
  const form = formOf(visit, { problem, texts: texts.problems }, ['email', 'name', 'role'], {
    already_member: 'email',
  });
  return {
    title: texts.title,
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        <Table label={texts.title} as="records" headings={[texts.name, texts.role, texts.lastUsed]}>
          {members.map((member) => (
            <Member member={member} members={members} now={now} />
          ))}
        </Table>
        <h2>{texts.invite}</h2>
        <WithProof>
          <form method="post" action={pathTo(visit, paths.team.invite)} class="narrow">
            <p>{texts.inviteHint}</p>
            <Refusal>{form.above}</Refusal>
            <Field
              {...form.field('email')}
              label={texts.email}
              type="email"
              autocomplete="off"
              maxlength={320}
            />
            <Field {...form.field('name')} label={texts.name} autocomplete="off" maxlength={200} />
            <RoleChoice {...form.field('role', 'viewer')} />
            <button type="submit">{texts.send}</button>
          </form>
        </WithProof>
      </>
    ),
  };
}

function Member(props: { member: ListedMember; members: readonly ListedMember[]; now: Date }): JSX.Element {
  const visit = useMemberVisit();
  const { member } = props;
  const texts = useTexts(TEAM);
  const { userId: id, email, name, role, acceptedAt, disabledAt, lastUsedAt } = member;
  return (
    <tr>
      {/* Who is invited may belong to other accounts: their name is shown once they have joined. */}
      <Subject
        href={pathTo(visit, paths.team.member, { user: id })}
        detail={acceptedAt === null ? undefined : email}
        label={acceptedAt === null ? undefined : email}
      >
        {acceptedAt === null ? email : name}
      </Subject>
      <td>
        {useTexts(FRAME).roles[role]}
        {acceptedAt === null && <span class="muted"> · {texts.invited}</span>}
        {disabledAt !== null && acceptedAt !== null && <span class="muted"> · {texts.disabled}</span>}
        {id === visit.session.userId && <span class="muted"> · {texts.you}</span>}
        <Newness {...props} />
      </td>
      <td>{acceptedAt && lastUsedAt ? <Moment at={lastUsedAt} /> : texts.never}</td>
    </tr>
  );
}
