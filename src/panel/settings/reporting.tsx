import type { JSX } from 'preact';
import { render } from 'preact-render-to-string';
import { changeReporting } from '../../accounts/index.ts';
import { memoize } from '../../lib/memoize.ts';
import type { TimeZone } from '../../lib/time-zone.ts';
import { listCurrencyRates } from '../../methods/index.ts';
import { Facts, Field, type Language, LANGUAGES, Select } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Reader, text, trimmed } from '../frame/fields.ts';
import { paths } from '../request/paths.ts';
import { SETTINGS } from './texts.ts';
import { zoneChoices, zoneOfPlace } from './zones.ts';

const MAX_ZONE_LENGTH = 50;

/** A zone by its name, or by the place that it is looked for by. */
const zone: Reader<TimeZone> = (visit, name) => zoneOfPlace(trimmed(visit, name)) ?? trimmed(visit, name);

/** In which time zone and base currency the panel shows the account's money; for owners. */
export const changeReportingOf = formOf({
  path: paths.settings.reporting,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  fields: { time_zone: zone, base_currency: text },
  act: async (trx, { accountId, actor }, { db }, entered) => {
    const currencies = (await listCurrencyRates(db.read)).map(({ family }) => family);
    await changeReporting(trx, accountId, actor, {
      timeZone: entered.time_zone,
      baseCurrency: entered.base_currency || null,
      currencies,
    });
  },
  flash: 'reporting_saved',
});

/** Hundreds of options, which are the same for everybody. */
const zoneOptions = memoize(
  (language: Language) =>
    render(
      <>
        {zoneChoices(language).map(([value, label]) => (
          <option value={value}>{label}</option>
        ))}
      </>,
    ),
  { maxKnown: LANGUAGES.length },
);

export function ReportingForm({ currencies }: { currencies: readonly string[] }): JSX.Element {
  const { language, membership } = useMemberVisit();
  const { timeZone, baseCurrency } = membership;
  const texts = useTexts(SETTINGS);
  if (!OWNERS.includes(membership.role))
    return (
      <Facts
        of={[
          [texts.timeZone, timeZone],
          [texts.baseCurrency, baseCurrency ?? texts.noBaseCurrency],
        ]}
      />
    );
  return (
    <changeReportingOf.Form class="narrow">
      {(field) => (
        <>
          <Field
            {...field('time_zone', timeZone)}
            label={texts.timeZone}
            hint={texts.timeZoneHint}
            maxlength={MAX_ZONE_LENGTH}
            list="zones"
            autocomplete="off"
          />
          <datalist id="zones" dangerouslySetInnerHTML={{ __html: zoneOptions(language) }} />
          <Select
            {...field('base_currency', baseCurrency ?? '')}
            label={texts.baseCurrency}
            hint={texts.baseCurrencyHint}
            required={false}
            options={[['', texts.noBaseCurrency], ...currencies.map((one) => [one, one] as const)]}
          />
          <button type="submit">{texts.save}</button>
        </>
      )}
    </changeReportingOf.Form>
  );
}
