import type { JSX } from 'preact';
import { KINDS, maySee, readPreferences, savePreferences } from '../../notifications/index.ts';
import { Select } from '../../pages/index.ts';
import { OWNERS, readBy, TREASURERS } from '../../people/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import type { Reader } from '../frame/fields.ts';
import { Outcome } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { CHOICE_FIELDS, ChoiceFields, choicesOf, readCurrencies } from './choices.tsx';
import { NOTIFICATIONS } from './texts.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

/** An hour, or null for no digest. Anything else is refused like an hour that does not exist. */
const hour: Reader<number | null> = (visit, name) => {
  const chosen = visit.field(name);
  if (chosen === '') return null;
  return HOURS.includes(chosen) ? Number(chosen) : NaN;
};

/** The e-mails that this member has chosen. */
export const saveOwnPreferences = formOf({
  path: paths.notifications.save,
  access: MEMBERS,
  freshProof: false,
  texts: NOTIFICATIONS,
  page: paths.notifications.page,
  fields: { ...CHOICE_FIELDS, digest_hour: hour },
  act: async (trx, { accountId, session: { userId } }, _, { digest_hour: digestHour, ...entered }) =>
    savePreferences(trx, { accountId, userId }, { ...(await choicesOf(trx, entered)), digestHour }),
  flash: 'saved',
});

export const showPreferences = pageOf(paths.notifications.page, MEMBERS, async (visit, { db }) => {
  const texts = NOTIFICATIONS[visit.language];
  const { accountId, membership, session, timeZone, sendsMail } = visit;
  const [chosen, currencies] = await Promise.all([
    readPreferences(db.read, { accountId, userId: session.userId }),
    readCurrencies(db.read),
  ]);
  return {
    title: texts.title,
    back: { href: paths.me.page, label: texts.toMe },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} />
        <p>{texts.intro(session.email)}</p>
        {!sendsMail && <p class="muted">{texts.noMail}</p>}
        <saveOwnPreferences.Form class="narrow">
          {(field) => (
            <>
              <ChoiceFields
                field={field}
                label={texts.at}
                kinds={KINDS.filter((kind) => maySee(membership.role, kind))}
                currencies={currencies}
                chosen={chosen}
              />
              <p class="muted">{texts.gathered}</p>
              <Select
                {...field('digest_hour', chosen.digestHour === null ? '' : String(chosen.digestHour))}
                label={texts.digest}
                hint={texts.digestHint(timeZone)}
                required={false}
                options={[
                  ['', texts.noDigest],
                  ...HOURS.map((one) => [one, `${one.padStart(2, '0')}:00`] as const),
                ]}
              />
              <button type="submit">{texts.save}</button>
            </>
          )}
        </saveOwnPreferences.Form>
        <AlwaysSent />
        {readBy(OWNERS).includes(membership.role) && (
          <p>
            <a href={pathTo(visit, paths.notifications.chat)}>{texts.toChat}</a>
          </p>
        )}
      </>
    ),
  };
});

/** The mails that no one can switch off, as far as this member gets them. */
function AlwaysSent(): JSX.Element {
  const { role } = useMemberVisit().membership;
  const texts = useTexts(NOTIFICATIONS);
  return (
    <>
      <h2>{texts.always}</h2>
      <p>{texts.alwaysWhy}</p>
      <ul>
        <li>{texts.alwaysAll}</li>
        {TREASURERS.includes(role) && <li>{texts.alwaysMoney}</li>}
        {OWNERS.includes(role) && <li>{texts.alwaysOwners}</li>}
      </ul>
    </>
  );
}
