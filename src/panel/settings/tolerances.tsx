import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { listTolerances, type ToleranceRow } from '../../deposits/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { money, type Money } from '../../lib/money.ts';
import { listMethods, type Method } from '../../methods/index.ts';
import { Field, Select } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Reader, sum, text } from '../frame/fields.ts';
import { AmountField } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { paths } from '../request/paths.ts';
import { SETTINGS } from './texts.ts';

/** The account's tolerances, and the methods that can have one. */
export interface TolerancesView {
  tolerances: readonly ToleranceRow[];
  methods: readonly Method[];
}

export async function readTolerances(read: Queryable, accountId: string): Promise<TolerancesView> {
  const [tolerances, methods] = await Promise.all([listTolerances(read, { accountId }), listMethods(read)]);
  return { tolerances, methods };
}

/** A percentage, with or without its sign. Throws `invalid_request` for what is none. */
const share: Reader<Money> = (visit, name) => {
  const percent = /^(\d{1,2}(?:[.,]\d{1,6})?) ?%?$/.exec(visit.field(name).trim())?.[1];
  if (percent === undefined) throw invalidParam(name, `${name} must be a percentage.`);
  return money(percent.replace(',', '.')).shiftedBy(-2);
};

/** The tolerance within which a payment still pays its link (D40); for owners. */
export const setTolerance = formOf({
  path: paths.settings.tolerance,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  fields: { method: text, share, max: sum() },
  act: (trx, { accountId, actor }, { tolerances }, { method, ...bounds }) =>
    tolerances.set(trx, accountId, actor, method, bounds),
  flash: 'tolerance_set',
});

export const removeTolerance = actionOf({
  path: paths.settings.removeTolerance,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  act: (trx, visit, { tolerances }) =>
    tolerances.set(trx, visit.accountId, visit.actor, visit.field('method'), null),
  flash: 'tolerance_removed',
});

export function TolerancesSection({ of }: { of: TolerancesView }): JSX.Element {
  const texts = useTexts(SETTINGS).tolerances;
  return (
    <>
      <h2>{texts.title}</h2>
      <p>{texts.why}</p>
      {of.tolerances.length === 0 ? <p>{texts.none}</p> : <Tolerances of={of} />}
      <setTolerance.Form class="narrow">
        {(field) => (
          <>
            <Select
              {...field('method')}
              label={texts.method}
              options={[
                ['', texts.choose],
                ...of.methods
                  .filter(({ enabled }) => enabled)
                  .map(({ name, asset }) => [name, name === asset ? name : `${name} (${asset})`] as const),
              ]}
            />
            <Field
              {...field('share')}
              label={texts.share}
              hint={texts.shareHint}
              inputmode="decimal"
              autocomplete="off"
              maxlength={12}
            />
            <AmountField {...field('max')} label={texts.max} hint={texts.maxHint} />
            <button type="submit">{texts.set}</button>
          </>
        )}
      </setTolerance.Form>
    </>
  );
}

function Tolerances({ of }: { of: TolerancesView }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(SETTINGS).tolerances;
  return (
    <Rows
      label={texts.title}
      of={of.tolerances}
      columns={[
        { heading: texts.method, name: ({ method }) => method },
        { heading: texts.share, number: ({ share }) => `${money(share).shiftedBy(2).toFixed()}%` },
        {
          heading: texts.max,
          amount: ({ method, max }) => [max, of.methods.find(({ name }) => name === method)?.asset ?? ''],
        },
        {
          heading: '',
          cell: ({ method }) =>
            visit.session.isFresh && (
              <removeTolerance.Form>
                <button
                  type="submit"
                  name="method"
                  value={method}
                  class="plain"
                  aria-label={texts.removeWhich(method)}
                >
                  {texts.remove}
                </button>
              </removeTolerance.Form>
            ),
        },
      ]}
    />
  );
}
