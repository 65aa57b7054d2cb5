import type { JSX } from 'preact';
import type { CustomerLanguage } from '../../customers/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import {
  changeReminders,
  findReminders,
  type LinkReminder,
  REMINDER_HOURS,
  type ReminderSettings,
  resumeReminders,
  type StoppedBy,
  stopReminders,
} from '../../link-reminders/index.ts';
import { Facts, Select } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import type { Reader } from '../frame/fields.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { LINK_MAKERS, mayMakeLinks } from './parts.tsx';
import { REMINDER_TEXTS } from './reminder-texts.ts';
import { LINKS } from './texts.ts';
import { codeOf } from './view.ts';

const LANGUAGES = ['en', 'es'] as const satisfies readonly CustomerLanguage[];

/** One of the hours to choose from, or null for no reminder. */
const hours: Reader<number | null> = (visit, name) => {
  const chosen = visit.field(name);
  if (chosen === '') return null;
  const known = REMINDER_HOURS.find((hours) => String(hours) === chosen);
  if (known === undefined) throw invalidParam(name, `${name} must be one of ${REMINDER_HOURS.join(', ')}.`);
  return known;
};

const language: Reader<CustomerLanguage> = (visit, name) =>
  LANGUAGES.find((known) => known === visit.field(name)) ?? visit.language;

/** When the account's customers are reminded; for owners, because the mails go out in the account's name. */
export const setReminders = formOf({
  path: paths.links.reminders,
  access: OWNERS,
  freshProof: false,
  texts: REMINDER_TEXTS,
  page: paths.links.reminders,
  fields: { hours_before: hours, hours_after: hours, language },
  act: (trx, { accountId, actor }, _, { hours_before: hoursBefore, hours_after: hoursAfter, language }) =>
    changeReminders(trx, accountId, actor, { hoursBefore, hoursAfter, language }),
  flash: 'reminders_set',
});

/** The account's reminders. */
export const showReminders = pageOf(paths.links.reminders, MEMBERS, async (visit, { db }) => {
  const settings = await findReminders(db.read, visit.accountId);
  const texts = REMINDER_TEXTS[visit.language];
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.links.list), label: LINKS[visit.language].detail.back },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={{}} />
        <p>{texts.what}</p>
        <p>{texts.bounds}</p>
        {!visit.sendsMail && <p class="muted">{texts.noMail}</p>}
        {OWNERS.includes(visit.membership.role) ? (
          <SettingsForm of={settings} />
        ) : (
          <Facts
            of={[
              [texts.before, describe(texts, settings?.hoursBefore)],
              [texts.after, describe(texts, settings?.hoursAfter)],
              [texts.language, settings && texts.languages[settings.language]],
            ]}
          />
        )}
      </>
    ),
  };
});

type Texts = (typeof REMINDER_TEXTS)['en'];

function describe(texts: Texts, hours: number | null | undefined): string {
  return typeof hours === 'number' ? texts.hours(hours) : texts.off;
}

function SettingsForm({ of: settings }: { of: ReminderSettings | undefined }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(REMINDER_TEXTS);
  const options = [
    ['', texts.off] as const,
    ...REMINDER_HOURS.map((hours) => [String(hours), texts.hours(hours)] as const),
  ];
  return (
    <setReminders.Form class="narrow">
      {(field) => (
        <>
          <Select
            {...field('hours_before', String(settings?.hoursBefore ?? ''))}
            label={texts.before}
            options={options}
            required={false}
          />
          <Select
            {...field('hours_after', String(settings?.hoursAfter ?? ''))}
            label={texts.after}
            hint={texts.afterHint}
            options={options}
            required={false}
          />
          <Select
            {...field('language', settings?.language ?? visit.language)}
            label={texts.language}
            options={LANGUAGES.map((one) => [one, texts.languages[one]])}
          />
          <button type="submit">{texts.save}</button>
        </>
      )}
    </setReminders.Form>
  );
}

/** Stops the reminders of a link, or sends them again. */
export const switchLinkReminders = actionOf({
  path: paths.links.switchReminders,
  access: LINK_MAKERS,
  freshProof: false,
  texts: LINKS,
  page: paths.links.link,
  act: async (trx, visit) => {
    const wanted = visit.field('reminders');
    if (wanted !== 'on' && wanted !== 'off') throw invalidParam('reminders', 'It is on or off.');
    const subject = { accountId: visit.accountId, kind: 'link', id: codeOf(visit) } as const;
    await (wanted === 'on' ? resumeReminders : stopReminders)(trx, subject, visit.actor);
    return { wanted } as const;
  },
  flash: ({ wanted }) => `reminders_${wanted}` as const,
});

/** The reminders of a link, and whether they are stopped; nothing for a link without any. */
export function LinkReminders(props: {
  code: string;
  reminders: readonly LinkReminder[];
  stoppedBy: ReadonlySet<StoppedBy>;
  /** Whether another may follow. */
  isOpen: boolean;
}): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(REMINDER_TEXTS);
  const { code, reminders, stoppedBy, isOpen } = props;
  if (reminders.length === 0 && stoppedBy.size === 0 && !isOpen) return null;
  const next = stoppedBy.has('link') ? 'on' : 'off';
  return (
    <section aria-labelledby="reminders">
      <h2 id="reminders">{texts.title}</h2>
      {[...stoppedBy].map((by) => (
        <p>{texts.stopped[by]}</p>
      ))}
      {reminders.length > 0 && (
        <Rows
          label={texts.title}
          of={reminders}
          columns={[
            { heading: texts.reminder, name: ({ kind }) => texts.kinds[kind], brief: true },
            {
              heading: texts.result,
              cell: ({ outcome }) => (outcome === null ? texts.due : texts.outcomes[outcome]),
            },
            {
              heading: texts.when,
              cell: ({ decidedAt, plannedAt }) => <Moment at={decidedAt ?? plannedAt} exact />,
            },
          ]}
        />
      )}
      {isOpen && mayMakeLinks(visit) && (
        <switchLinkReminders.Form of={{ code }}>
          <button type="submit" name="reminders" value={next} class="secondary">
            {next === 'off' ? texts.stopLink : texts.resumeLink}
          </button>
        </switchLinkReminders.Form>
      )}
    </section>
  );
}
