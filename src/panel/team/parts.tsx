import type { JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import { Select } from '../../pages/index.ts';
import { isRole, type Member, type Role, ROLES } from '../../people/index.ts';
import { useTexts } from '../frame/context.tsx';
import type { Reader } from '../frame/fields.ts';
import { Moment } from '../frame/parts.tsx';
import { FRAME } from '../frame/texts.ts';
import { MONEY } from '../request/route.ts';
import { TEAM } from './texts.ts';

/** Those whom an account's money is entrusted to, and from when (D44). */
export const isNew = ({ role: held, trustedAt }: Member, now: Date): boolean =>
  MONEY.includes(held) && trustedAt !== null && trustedAt > now;

/** Until when somebody is not trusted yet, or who vouches for them. */
export function Newness(props: {
  member: Member;
  members: readonly Member[];
  now: Date;
}): JSX.Element | null {
  const { member, members, now } = props;
  const { trustedAt, vouchedBy } = member;
  if (!isNew(member, now) || trustedAt === null) return null;
  const texts = useTexts(TEAM);
  const voucher = members.find(({ userId }) => userId === vouchedBy);
  return (
    <span class="muted">
      {' · '}
      {texts.newUntil} <Moment at={trustedAt} />
      {voucher && `, ${texts.vouchedBy(voucher.email)}`}
    </span>
  );
}

export function RoleChoice(props: { value: string; error?: string | undefined }): JSX.Element {
  const { value, error } = props;
  const { roles } = useTexts(FRAME);
  const { role: label, rolesAllow } = useTexts(TEAM);
  return (
    <>
      <Select
        name="role"
        label={label}
        value={value}
        error={error}
        options={ROLES.map((one) => [one, roles[one]])}
        describedBy="role-hints"
      />
      <ul id="role-hints" class="hints">
        {ROLES.map((one) => (
          <li>
            {roles[one]}: {rolesAllow[one]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The role that was chosen. */
export const role: Reader<Role> = (visit, name) => {
  const chosen = visit.field(name);
  if (!isRole(chosen)) throw invalidParam(name, `${name} must be one of the roles.`);
  return chosen;
};
