import type { JSX } from 'preact';
import { changeReporting } from '../../accounts/index.ts';
import { memoize } from '../../lib/memoize.ts';
import { UTC } from '../../lib/time-zone.ts';
import { listCurrencyRates } from '../../methods/index.ts';
import { OWNERS } from '../../people/index.ts';
import { Field, WithProof } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { attempt } from '../request/refusal.ts';
import type { MemberVisit, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { SETTINGS } from './texts.ts';

const MAX_ZONE_LENGTH = 50;

/** Those that Intl knows; a current name that it has an older one for is accepted all the same. */
const zones = memoize(() => [UTC, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== UTC)], {
  maxKnown: 1,
});

/** In which time zone and base currency the panel shows the account's money; for owners. */
export function changeReportingRoute({ db }: PanelServices): Route {
  return {
    method: 'post',
    path: paths.settings.reporting,
    access: OWNERS,
    freshProof: true,
    handle: (visit) =>
      attempt({ page: pathTo(visit, paths.settings.page) }, SETTINGS.en, async () => {
        const currencies = (await listCurrencyRates(db.read)).map(({ family }) => family);
        const wanted = {
          timeZone: visit.field('time_zone').trim(),
          baseCurrency: visit.field('base_currency') || null,
          currencies,
        };
        await db.transaction((trx) => changeReporting(trx, visit.accountId, visit.actor, wanted));
        return 'reporting_saved';
      }),
  };
}

export function ReportingForm(props: { visit: MemberVisit; currencies: readonly string[] }): JSX.Element {
  const { visit, currencies } = props;
  const { timeZone, baseCurrency } = visit.membership;
  const texts = SETTINGS[visit.language];
  return (
    <WithProof visit={visit}>
      <form method="post" action={pathTo(visit, paths.settings.reporting)} class="narrow">
        <Field
          name="time_zone"
          label={texts.timeZone}
          hint={texts.timeZoneHint}
          value={timeZone}
          maxlength={MAX_ZONE_LENGTH}
          list="zones"
          autocomplete="off"
        />
        <datalist id="zones">
          {zones('all').map((zone) => (
            <option value={zone} />
          ))}
        </datalist>
        <label for="base_currency">{texts.baseCurrency}</label>
        <select id="base_currency" name="base_currency" aria-describedby="base_currency-hint">
          <option value="">{texts.noBaseCurrency}</option>
          {currencies.map((currency) => (
            <option selected={currency === baseCurrency}>{currency}</option>
          ))}
        </select>
        <small id="base_currency-hint">{texts.baseCurrencyHint}</small>
        <button type="submit">{texts.save}</button>
      </form>
    </WithProof>
  );
}
