import type { JSX } from 'preact';
import { changeReporting } from '../../accounts/index.ts';
import { memoize } from '../../lib/memoize.ts';
import { UTC } from '../../lib/time-zone.ts';
import { listCurrencyRates } from '../../methods/index.ts';
import { Field, Refusal, Select } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { formOf } from '../frame/form.ts';
import { WithProof } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { attemptForm } from '../request/refusal.ts';
import type { MemberVisit, Page, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type Refused, SETTINGS } from './texts.ts';

const MAX_ZONE_LENGTH = 50;

/** Those that Intl knows; a current name that it has an older one for is accepted all the same. */
const zones = memoize(() => [UTC, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== UTC)], {
  maxKnown: 1,
});

/** In which time zone and base currency the panel shows the account's money; for owners. */
export function changeReportingRoute(
  { db }: PanelServices,
  show: (visit: MemberVisit, refused: Refused) => Promise<Page>,
): Route {
  return {
    method: 'post',
    path: paths.settings.reporting,
    access: OWNERS,
    freshProof: true,
    handle: (visit) =>
      attemptForm(
        pathTo(visit, paths.settings.page),
        SETTINGS.en,
        async () => {
          const currencies = (await listCurrencyRates(db.read)).map(({ family }) => family);
          const wanted = {
            timeZone: visit.field('time_zone').trim(),
            baseCurrency: visit.field('base_currency') || null,
            currencies,
          };
          await db.transaction((trx) => changeReporting(trx, visit.accountId, visit.actor, wanted));
          return 'reporting_saved';
        },
        (reporting) => show(visit, { reporting }),
      ),
  };
}

export function ReportingForm(props: {
  currencies: readonly string[];
  problem: Refused['reporting'];
}): JSX.Element {
  const visit = useMemberVisit();
  const { currencies, problem } = props;
  const { timeZone, baseCurrency } = visit.membership;
  const texts = useTexts(SETTINGS);
  const form = formOf(visit, { problem, texts: texts.problems }, ['time_zone', 'base_currency']);
  return (
    <WithProof>
      <form method="post" action={pathTo(visit, paths.settings.reporting)} class="narrow">
        <Refusal>{form.above}</Refusal>
        <Field
          {...form.field('time_zone', timeZone)}
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
          {...form.field('base_currency', baseCurrency ?? '')}
          label={texts.baseCurrency}
          hint={texts.baseCurrencyHint}
          required={false}
          options={[['', texts.noBaseCurrency], ...currencies.map((one) => [one, one] as const)]}
        />
        <button type="submit">{texts.save}</button>
      </form>
    </WithProof>
  );
}
