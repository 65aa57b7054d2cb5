import type { JSX } from 'preact';
import { readClock } from '../../clock/index.ts';
import { Field, Subject, Table } from '../../pages/index.ts';
import { listMembers, type ListedMember, OWNERS, readBy } from '../../people/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { text } from '../frame/fields.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { FRAME } from '../frame/texts.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { linkOrNotice, Newness, role, RoleChoice } from './parts.tsx';
import { TEAM } from './texts.ts';

export const inviteMember = formOf({
  path: paths.team.invite,
  access: OWNERS,
  freshProof: true,
  texts: TEAM,
  page: paths.team.list,
  fields: { email: text, name: text, role },
  places: { already_member: 'email' },
  act: (trx, { accountId, actor, language }, { people: { team } }, entered) =>
    team.invite(trx, accountId, actor, { ...entered, language }),
  reply: (visit, link, services) => linkOrNotice(visit, services, link, 'invited'),
});

/** The members, and the invitation of another. */
export const showTeam = pageOf(paths.team.list, readBy(OWNERS), async (visit, { db }) => {
  const [members, now] = await Promise.all([
    listMembers(db.read, { accountId: visit.accountId }),
    readClock(db.read),
  ]);
  return teamPage(visit, members, now);
});

function teamPage(visit: MemberVisit, members: readonly ListedMember[], now: Date): Page {
  const texts = TEAM[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <Table label={texts.title} as="records" headings={[texts.name, texts.role, texts.lastUsed]}>
          {members.map((member) => (
            <Member member={member} members={members} now={now} />
          ))}
        </Table>
        {OWNERS.includes(visit.membership.role) && <h2>{texts.invite}</h2>}
        <inviteMember.Form class="narrow">
          {(field) => (
            <>
              <p>{texts.inviteHint}</p>
              <Field
                {...field('email')}
                label={texts.email}
                type="email"
                autocomplete="off"
                maxlength={320}
              />
              <Field {...field('name')} label={texts.name} autocomplete="off" maxlength={200} />
              <RoleChoice {...field('role', 'viewer')} />
              <button type="submit">{texts.send}</button>
            </>
          )}
        </inviteMember.Form>
      </>
    ),
  };
}

function Member(props: { member: ListedMember; members: readonly ListedMember[]; now: Date }): JSX.Element {
  const visit = useMemberVisit();
  const { member } = props;
  const texts = useTexts(TEAM);
  const { userId: id, email, name, acceptedAt, disabledAt, lastUsedAt } = member;
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
        {useTexts(FRAME).roles[member.role]}
        {acceptedAt === null && <span class="muted"> · {texts.invited}</span>}
        {disabledAt !== null && acceptedAt !== null && <span class="muted"> · {texts.disabled}</span>}
        {id === visit.session.userId && <span class="muted"> · {texts.you}</span>}
        <Newness {...props} />
      </td>
      <td>{acceptedAt && lastUsedAt ? <Moment at={lastUsedAt} /> : texts.never}</td>
    </tr>
  );
}
