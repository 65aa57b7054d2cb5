import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { listTolerances, type ToleranceRow } from '../../deposits/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { money, type Money } from '../../lib/money.ts';
import { listMethods, type Method } from '../../methods/index.ts';
import { Field, Refusal, Select } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { formOf } from '../frame/form.ts';
import { WithProof } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { attempt, attemptForm } from '../request/refusal.ts';
import type { MemberVisit, Page, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { sumTyped } from '../request/typed-amount.ts';
import { type Refused, SETTINGS } from './texts.ts';

/** What the account tolerates, and the methods for which it can. */
export interface TolerancesView {
  tolerances: readonly ToleranceRow[];
  methods: readonly Method[];
}

export async function readTolerances(read: Queryable, accountId: string): Promise<TolerancesView> {
  const [tolerances, methods] = await Promise.all([listTolerances(read, { accountId }), listMethods(read)]);
  return { tolerances, methods };
}

/** How far payments may be off and still pay their link (D40); for owners. */
export function toleranceRoutes(
  { db, tolerances }: PanelServices,
  show: (visit: MemberVisit, refused: Refused) => Promise<Page>,
): Route[] {
  return [
    {
      method: 'post',
      path: paths.settings.tolerance,
      access: OWNERS,
      freshProof: true,
      handle: (visit) =>
        attemptForm(
          pathTo(visit, paths.settings.page),
          SETTINGS.en,
          async () => {
            const { accountId, actor } = visit;
            const bounds = {
              share: shareTyped(visit.field('share')),
              max: sumTyped(visit, visit.field('max').trim(), 'max'),
            };
            await db.transaction((trx) =>
              tolerances.set(trx, accountId, actor, visit.field('method'), bounds),
            );
            return 'tolerance_set';
          },
          (tolerance) => show(visit, { tolerance }),
        ),
    },
    {
      method: 'post',
      path: paths.settings.removeTolerance,
      access: OWNERS,
      freshProof: true,
      handle: (visit) =>
        attempt({ page: pathTo(visit, paths.settings.page) }, SETTINGS.en, async () => {
          const { accountId, actor } = visit;
          await db.transaction((trx) => tolerances.set(trx, accountId, actor, visit.field('method'), null));
          return 'tolerance_removed';
        }),
    },
  ];
}

/** A percentage, with or without its sign. Throws `invalid_request` for what is none. */
function shareTyped(text: string): Money {
  const percent = /^(\d{1,2}(?:[.,]\d{1,6})?) ?%?$/.exec(text.trim())?.[1];
  if (percent === undefined) throw invalidParam('share', 'share must be a percentage.');
  return money(percent.replace(',', '.')).shiftedBy(-2);
}

export function TolerancesSection(props: { of: TolerancesView; problem: Refused['tolerance'] }): JSX.Element {
  const visit = useMemberVisit();
  const { of, problem } = props;
  const texts = useTexts(SETTINGS).tolerances;
  const form = formOf(visit, { problem, texts: useTexts(SETTINGS).problems }, ['method', 'share', 'max']);
  return (
    <>
      <h2>{texts.title}</h2>
      <p>{texts.why}</p>
      {of.tolerances.length === 0 ? <p>{texts.none}</p> : <Tolerances of={of} />}
      <WithProof>
        <form method="post" action={pathTo(visit, paths.settings.tolerance)} class="narrow">
          <Refusal>{form.above}</Refusal>
          <Select
            {...form.field('method')}
            label={texts.method}
            options={[
              ['', texts.choose],
              ...of.methods
                .filter(({ enabled }) => enabled)
                .map(({ name, asset }) => [name, name === asset ? name : `${name} (${asset})`] as const),
            ]}
          />
          <Field
            {...form.field('share')}
            label={texts.share}
            hint={texts.shareHint}
            inputmode="decimal"
            autocomplete="off"
            maxlength={12}
          />
          <Field
            {...form.field('max')}
            label={texts.max}
            hint={texts.maxHint}
            inputmode="decimal"
            autocomplete="off"
            maxlength={30}
          />
          <button type="submit">{texts.set}</button>
        </form>
      </WithProof>
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
              <form method="post" action={pathTo(visit, paths.settings.removeTolerance)}>
                <button
                  type="submit"
                  name="method"
                  value={method}
                  class="plain"
                  aria-label={texts.removeWhich(method)}
                >
                  {texts.remove}
                </button>
              </form>
            ),
        },
      ]}
    />
  );
}
