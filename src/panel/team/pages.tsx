import type { JSX } from 'preact';
import { type ListedMember, type MemberRow, type Role, ROLES } from '../../people/index.ts';
import { Field, Moment, Outcome, WithProof } from '../frame/parts.tsx';
import { Table } from '../frame/tables.tsx';
import { FRAME } from '../frame/texts.ts';
import { MONEY, pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { TEAM } from './texts.ts';

/** Those whom an account's money is entrusted to, and from when (D44). */
const isNew = ({ role, trustedAt }: MemberRow, now: Date): boolean =>
  MONEY.includes(role) && trustedAt !== null && trustedAt > now;

export function teamPage(visit: MemberVisit, members: readonly ListedMember[], now: Date): Page {
  const texts = TEAM[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <Table label={texts.title} headings={[texts.email, texts.name, texts.role, texts.lastUsed, '']}>
          {members.map((member) => (
            <Member visit={visit} member={member} members={members} now={now} />
          ))}
        </Table>
        <h2>{texts.invite}</h2>
        <WithProof visit={visit}>
          <form method="post" action={pathTo(visit, 'team/invite')} class="narrow">
            <p>{texts.inviteHint}</p>
            <Field name="email" label={texts.email} type="email" autocomplete="off" maxlength={320} />
            <Field name="name" label={texts.name} autocomplete="off" maxlength={200} />
            <label for="role">{texts.role}</label>
            <RoleChoice visit={visit} id="role" chosen="viewer" />
            <button type="submit">{texts.send}</button>
          </form>
        </WithProof>
      </>
    ),
  };
}

function Member(props: {
  visit: MemberVisit;
  member: ListedMember;
  members: readonly ListedMember[];
  now: Date;
}): JSX.Element {
  const { visit, member } = props;
  const texts = TEAM[visit.language];
  const { userId: id, email, role, acceptedAt, disabledAt, lastUsedAt } = member;
  return (
    <tr>
      <th scope="row">{email}</th>
      <td dir="auto">{nameOf(member)}</td>
      <td>
        {FRAME[visit.language].roles[role]}
        {acceptedAt === null && <span class="muted"> · {texts.invited}</span>}
        {disabledAt !== null && acceptedAt !== null && <span class="muted"> · {texts.disabled}</span>}
        {id === visit.session.userId && <span class="muted"> · {texts.you}</span>}
        <Newness {...props} />
      </td>
      <td>{acceptedAt && lastUsedAt ? <Moment visit={visit} at={lastUsedAt} /> : texts.never}</td>
      <td>
        <a href={pathTo(visit, `team/${id}`)} aria-label={texts.manageWhom(email)}>
          {texts.manage}
        </a>
      </td>
    </tr>
  );
}

/** Until when somebody is not trusted yet, or who vouches for them. */
function Newness(props: {
  visit: MemberVisit;
  member: ListedMember;
  members: readonly ListedMember[];
  now: Date;
}): JSX.Element | null {
  const { visit, member, members, now } = props;
  const { trustedAt, vouchedBy } = member;
  if (!isNew(member, now) || trustedAt === null) return null;
  const texts = TEAM[visit.language];
  const voucher = members.find(({ userId }) => userId === vouchedBy);
  return (
    <span class="muted">
      {' · '}
      {texts.newUntil} <Moment visit={visit} at={trustedAt} />
      {voucher && `, ${texts.vouchedBy(voucher.email)}`}
    </span>
  );
}

/** The name of an invited user, who may belong to other accounts, is shown only after they have joined. */
function nameOf({ acceptedAt, name }: MemberRow): string {
  return acceptedAt === null ? '' : name;
}

export function memberPage(
  visit: MemberVisit,
  { member, members, now }: { member: ListedMember; members: readonly ListedMember[]; now: Date },
): Page {
  const texts = TEAM[visit.language];
  const mayVouch = isNew(member, now) && member.vouchedBy === null && member.userId !== visit.session.userId;
  const action = (what: string): string => pathTo(visit, `team/${member.userId}/${what}`);
  return {
    title: member.acceptedAt === null ? member.email : member.name,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p class="muted">
          {member.email} · {FRAME[visit.language].roles[member.role]}
          <Newness visit={visit} member={member} members={members} now={now} />
        </p>
        <WithProof visit={visit}>
          {mayVouch && (
            <form method="post" action={action('vouch')}>
              <h2>{texts.vouch}</h2>
              <p>{texts.vouchHint}</p>
              <button type="submit">{texts.vouch}</button>
            </form>
          )}
          <h2>{texts.changeRole}</h2>
          <form method="post" action={action('role')} class="narrow">
            <label for="role">{texts.role}</label>
            <RoleChoice visit={visit} id="role" chosen={member.role} />
            <button type="submit">{texts.changeRole}</button>
          </form>
          {member.acceptedAt === null ? (
            <form method="post" action={action('invite')}>
              <h2>{texts.inviteAgain}</h2>
              <p>{texts.inviteHint}</p>
              <button type="submit">{texts.inviteAgain}</button>
            </form>
          ) : (
            <form method="post" action={action('reset')}>
              <h2>{texts.reset}</h2>
              <p>{texts.resetHint}</p>
              <button type="submit" class="secondary">
                {texts.reset}
              </button>
            </form>
          )}
          <form method="post" action={action('remove')}>
            <h2>{texts.remove}</h2>
            <p>{texts.removeHint}</p>
            <button type="submit" class="secondary">
              {texts.remove}
            </button>
          </form>
        </WithProof>
        <p>
          <a href={pathTo(visit, 'team')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

/** In a test environment without mail, the link that the message would have contained. */
export function linkPage(visit: MemberVisit, url: string): Page {
  const texts = TEAM[visit.language];
  return {
    title: texts.linkTitle,
    body: (
      <>
        <p>{texts.linkHint}</p>
        <p class="once">
          <code>{url}</code>
        </p>
        <p>
          <a href={pathTo(visit, 'team')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function RoleChoice({ visit, id, chosen }: { visit: MemberVisit; id: string; chosen: Role }): JSX.Element {
  const { roles } = FRAME[visit.language];
  const { rolesAllow } = TEAM[visit.language];
  return (
    <>
      <select id={id} name="role" required aria-describedby={`${id}-hints`}>
        {ROLES.map((role) => (
          <option value={role} selected={role === chosen}>
            {roles[role]}
          </option>
        ))}
      </select>
      <ul id={`${id}-hints`} class="hints">
        {ROLES.map((role) => (
          <li>
            {roles[role]}: {rolesAllow[role]}
          </li>
        ))}
      </ul>
    </>
  );
}
