import type { JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import { findProfile, MAX_CODE_LENGTH, MOVEMENT_TYPES, saveProfile } from '../../month-profiles/index.ts';
import { Field } from '../../pages/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Reader, trimmed } from '../frame/fields.ts';
import { Outcome } from '../frame/parts.tsx';
import { typeText } from '../movements/texts.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MONEY } from '../request/route.ts';
import { MONTH_TEXTS } from './month-texts.ts';
import { PROFILE } from './profile-texts.ts';

const KNOWN = Object.keys(MONTH_TEXTS.en.columns);
const MAX_COLUMNS_LENGTH = 1_000;

/** Names of columns, separated by commas, spaces or lines; null for none, which means all. */
const columns: Reader<readonly string[] | null> = (visit, name) => {
  const typed = trimmed(visit, name);
  if (typed.length > MAX_COLUMNS_LENGTH) throw invalidParam(name, `${name} is too long.`);
  return typed === '' ? null : typed.split(/[\s,;]+/).filter((one) => one !== '');
};

/** A code of the account's books for each type of movement. */
const codes = Object.fromEntries(
  MOVEMENT_TYPES.map((type) => [`code_${type}`, trimmed] as const),
) as unknown as Record<`code_${(typeof MOVEMENT_TYPES)[number]}`, Reader<string>>;

/** How the files of a month are written for this account; for owners and finance. */
export const changeProfile = formOf({
  path: paths.statements.saveProfile,
  access: MONEY,
  freshProof: false,
  texts: PROFILE,
  page: paths.statements.profile,
  fields: { columns, ...codes },
  act: (trx, { accountId, actor }, _, entered) =>
    saveProfile(trx, accountId, actor, {
      columns: entered.columns,
      codes: Object.fromEntries(MOVEMENT_TYPES.map((type) => [type, entered[`code_${type}`]])),
      known: KNOWN,
    }),
  flash: 'profile_saved',
});

export const showProfile = pageOf(paths.statements.profile, MONEY, async (visit, { db }) => {
  const texts = PROFILE[visit.language];
  const profile = await findProfile(db.read, visit.accountId);
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.statements.list), label: texts.back },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} />
        <p>{texts.why}</p>
        <changeProfile.Form class="narrow">
          {(field) => (
            <>
              <fieldset>
                <legend>{texts.codes}</legend>
                <p class="muted">{texts.codesHint}</p>
                {MOVEMENT_TYPES.map((type) => (
                  <Field
                    {...field(`code_${type}`, profile.codes[type])}
                    label={typeText(visit.language, type)}
                    maxlength={MAX_CODE_LENGTH}
                    required={false}
                    autocomplete="off"
                  />
                ))}
              </fieldset>
              <Field
                {...field('columns', profile.columns?.join(', '))}
                label={texts.columns}
                hint={texts.columnsHint}
                maxlength={MAX_COLUMNS_LENGTH}
                required={false}
                autocomplete="off"
              />
              <KnownColumns />
              <button type="submit">{texts.save}</button>
            </>
          )}
        </changeProfile.Form>
      </>
    ),
  };
});

/** The names of the columns that there are, with what each is called in the workbook. */
function KnownColumns(): JSX.Element {
  const { language } = useMemberVisit();
  const texts = useTexts(PROFILE);
  return (
    <details>
      <summary>{texts.known}</summary>
      <ul>
        {Object.entries(MONTH_TEXTS[language].columns).map(([name, { label }]) => (
          <li>
            <code>{name}</code> {label}
          </li>
        ))}
      </ul>
    </details>
  );
}
