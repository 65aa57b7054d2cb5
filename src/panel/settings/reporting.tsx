import type { JSX } from 'preact';
import { changeReporting } from '../../accounts/index.ts';
import { memoize } from '../../lib/memoize.ts';
import { UTC } from '../../lib/time-zone.ts';
import { listCurrencyRates } from '../../methods/index.ts';
import { Field, Select } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { text, trimmed } from '../frame/fields.ts';
import { paths } from '../request/paths.ts';
import { SETTINGS } from './texts.ts';

const MAX_ZONE_LENGTH = 50;

/** Those that Intl knows; a current name that it has an older one for is accepted all the same. */
const zones = memoize(() => [UTC, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== UTC)], {
  maxKnown: 1,
});

/** In which time zone and base currency the panel shows the account's money; for owners. */
export const changeReportingOf = formOf({
  path: paths.settings.reporting,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  fields: { time_zone: trimmed, base_currency: text },
  deed: async (trx, { accountId, actor }, { db }, entered) => {
    const currencies = (await listCurrencyRates(db.read)).map(({ family }) => family);
    await changeReporting(trx, accountId, actor, {
      timeZone: entered.time_zone,
      baseCurrency: entered.base_currency || null,
      currencies,
    });
  },
  notice: 'reporting_saved',
});

export function ReportingForm({ currencies }: { currencies: readonly string[] }): JSX.Element {
  const { timeZone, baseCurrency } = useMemberVisit().membership;
  const texts = useTexts(SETTINGS);
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
          <datalist id="zones">
            {zones('all').map((zone) => (
              <option value={zone} />
            ))}
          </datalist>
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
