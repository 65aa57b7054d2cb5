import type { JSX } from 'preact';
import { BYTE_ORDER_MARK, spreadsheetLine } from '../../../http/index.ts';
import { findBalances, type Balance } from '../../../ledger/index.ts';
import { invalidParam } from '../../../lib/errors/errors.ts';
import { formatAmount, money } from '../../../lib/money.ts';
import { dayOf } from '../../../lib/time-zone.ts';
import { Control, Field, formatMoney, Refusal, Select } from '../../../pages/index.ts';
import {
  type BatchOrder,
  COLUMNS,
  decodeFile,
  readText,
  type Repeat,
  type Schedule,
} from '../../../withdrawal-batches/index.ts';
import { readOutlook } from '../../approvals/requested.ts';
import { formOf } from '../../frame/action.tsx';
import { useMemberVisit, useTexts } from '../../frame/context.tsx';
import { type Form, fieldsOf } from '../../frame/fields.ts';
import { pageOf, type Pages } from '../../request/area.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { refusalOf } from '../../request/refusal.ts';
import { type MemberVisit, MONEY, type Page } from '../../request/route.ts';
import { reviewPage } from './review.tsx';
import { BATCHES } from './texts.ts';

/** The lines of the form before anything is written. */
const FIRST_LINE = 'reference,amount,destination,note\n';

/** The choices of how a batch repeats. */
const REPEATING = ['none', 'weekly', 'monthly', 'last_day'] as const;

/** A batch, as it was reviewed. */
export const requestBatch = formOf({
  path: paths.batches.new,
  access: MONEY,
  freshProof: true,
  once: true,
  review: { method: 'post', path: paths.batches.review },
  texts: BATCHES,
  page: paths.batches.new,
  // Those of its page lead to the review.
  fields: {},
  act: (trx, visit, { batches }) =>
    batches.request(trx, visit.accountId, visit.actor, {
      ...toOrder(visit, linesOf(visit)),
      digest: visit.field('digest'),
      confirmsDuplicates: visit.field('duplicates') === 'yes',
    }),
  flash: ({ waitsFor, startsNow }) => (startsNow ? (waitsFor ?? 'sent') : 'scheduled'),
  to: (visit, { id }) => pathTo(visit, paths.batches.batch, { batch: id }),
});

/** A new batch, from a file or from lines that are written. */
export const showNewBatch = pageOf(paths.batches.new, MONEY, async (visit, { db }) => {
  const { balances } = await findBalances(db.read, visit.accountId);
  return newPage(
    visit,
    balances.filter(({ available }) => money(available).gt(0)),
  );
});

/** The columns of a file, and a line to be replaced. */
export const batchTemplate = pageOf(paths.batches.template, MONEY, () =>
  Promise.resolve({
    file: templateLines(),
    name: 'batch-template.csv',
    type: 'text/csv; charset=utf-8',
  }),
);

// eslint-disable-next-line @typescript-eslint/require-await -- files are read asynchronously
async function* templateLines(): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + spreadsheetLine(COLUMNS);
}

/** The page on which it is confirmed, with every line and what is wrong with it. */
export const reviewBatch: Pages = ({ db, batches }) => [
  {
    method: 'post',
    path: paths.batches.review,
    access: MONEY,
    freshProof: true,
    handle: async (visit) => {
      try {
        const lines = linesOf(visit);
        const order = toOrder(visit, lines);
        const preview = await batches.preview(db.read, visit.accountId, visit.actor, order);
        const outlook = preview.wait && (await readOutlook(db.read, visit, preview.wait));
        return {
          page: reviewPage(visit, {
            preview,
            outlook,
            title: order.title,
            form: (content) => (
              <requestBatch.Form enctype="multipart/form-data">{() => content}</requestBatch.Form>
            ),
            fields: fieldsToSend(visit, lines),
          }),
        };
      } catch (error) {
        const on = { form: paths.batches.review, page: paths.batches.new };
        return refusalOf(error, on, BATCHES.en.problems);
      }
    },
  },
];

/** The text of the chosen file or, without one, of the field. Throws `invalid_request` for `file.encoding`. */
function linesOf(visit: MemberVisit): string {
  const file = visit.file('file');
  return file ? decodeFile(file.bytes) : visit.field('lines');
}

function toOrder(visit: MemberVisit, lines: string): BatchOrder {
  const asset = visit.field('asset');
  if (!/^[A-Z0-9]{1,20}$/.test(asset)) throw invalidParam('asset', 'asset must be the name of an asset.');
  return { title: visit.field('title'), asset, lines: readText(lines), schedule: scheduleTyped(visit) };
}

function scheduleTyped(visit: MemberVisit): Schedule {
  const optional = (name: string): string | null => visit.field(name).trim() || null;
  const executeOn = optional('execute_on');
  const runs = optional('runs');
  return {
    executeOn,
    repeat: repeatTyped(visit, executeOn),
    until: optional('until'),
    runs: runs === null ? null : Number(runs),
  };
}

function repeatTyped(visit: MemberVisit, executeOn: string | null): Repeat | null {
  switch (visit.field('repeats')) {
    case 'weekly':
      return { repeats: 'weekly' };
    case 'monthly':
      return {
        repeats: 'monthly',
        monthDay: Number((executeOn ?? dayOf(visit.timeZone, visit.now)).slice(8)),
      };
    case 'last_day':
      return { repeats: 'monthly', monthDay: 31 };
    default:
      return null;
  }
}

/** The fields that the confirmation sends again, so that they are judged again. */
function fieldsToSend(visit: MemberVisit, lines: string): Readonly<Record<string, string>> {
  const names = ['title', 'asset', 'execute_on', 'repeats', 'until', 'runs'];
  return { ...Object.fromEntries(names.map((name) => [name, visit.field(name)])), lines };
}

function newPage(visit: MemberVisit, balances: readonly Balance[]): Page {
  const texts = BATCHES[visit.language];
  const names = ['title', 'asset', 'file', 'lines', 'execute_on', 'repeats', 'until', 'runs'];
  const form = fieldsOf(visit, texts.problems, balances.length === 0 ? [] : names, {
    insufficient_funds: 'asset',
  });
  return {
    title: texts.start,
    back: { href: pathTo(visit, paths.batches.list), label: texts.back },
    body: (
      <>
        <Refusal>{form.above}</Refusal>
        {balances.length === 0 ? <p>{texts.noMoney}</p> : <BatchFields form={form} balances={balances} />}
      </>
    ),
  };
}

function BatchFields({ form, balances }: { form: Form; balances: readonly Balance[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(BATCHES);
  const { value: written, ...lines } = form.field('lines', FIRST_LINE);
  return (
    <form
      method="post"
      action={pathTo(visit, paths.batches.review)}
      enctype="multipart/form-data"
      class="narrow"
    >
      <Field
        {...form.field('title')}
        label={texts.name}
        hint={texts.nameHint}
        maxlength={100}
        autocomplete="off"
      />
      <Select
        {...form.field('asset')}
        label={texts.from}
        options={balances.map(({ asset, available }) => [
          asset,
          `${asset} · ${texts.available(formatMoney(visit.language, formatAmount(money(available)), asset))}`,
        ])}
      />
      <Control {...form.field('file')} label={texts.file} hint={texts.fileHint}>
        {(attributes) => <input {...attributes} type="file" accept=".csv,text/csv" />}
      </Control>
      <p>
        <a href={pathTo(visit, paths.batches.template)}>{texts.template}</a>
      </p>
      <Control {...lines} label={texts.typed} hint={texts.typedHint}>
        {(attributes) => (
          <textarea {...attributes} rows={5} spellcheck={false}>
            {written}
          </textarea>
        )}
      </Control>
      <DayField form={form} name="execute_on" label={texts.executeOn} hint={texts.executeOnHint} />
      <Select
        {...form.field('repeats', 'none')}
        label={texts.repeats}
        options={REPEATING.map((one) => [one, texts.repeating[one]])}
      />
      <DayField form={form} name="until" label={texts.until} />
      <Field
        {...form.field('runs')}
        label={texts.runs}
        inputmode="numeric"
        required={false}
        maxlength={3}
        autocomplete="off"
      />
      <button type="submit">{texts.proceed}</button>
    </form>
  );
}

function DayField(props: { form: Form; name: string; label: string; hint?: string }): JSX.Element {
  const { form, name, label, hint } = props;
  const { value, ...field } = form.field(name);
  return (
    <Control {...field} label={label} {...(hint !== undefined && { hint })}>
      {(attributes) => <input {...attributes} type="date" value={value} />}
    </Control>
  );
}
