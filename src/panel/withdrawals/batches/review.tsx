import type { ComponentChildren, JSX } from 'preact';
import { formatAmount } from '../../../lib/money.ts';
import { Facts, formatMoney, Status } from '../../../pages/index.ts';
import type { BatchPreview, CheckedLine } from '../../../withdrawal-batches/index.ts';
import { bankDayFacts } from '../../approvals/bank-days.ts';
import { outlookFacts, OutlookHint } from '../../approvals/parts.tsx';
import type { MovePreview } from '../../approvals/requested.ts';
import { useMemberVisit, useTexts } from '../../frame/context.tsx';
import { describeDestination } from '../../frame/destination.ts';
import { Amount } from '../../frame/parts.tsx';
import { Rows } from '../../frame/rows.tsx';
import { paths, pathTo } from '../../request/paths.ts';
import { reasonOf } from '../../request/refusal.ts';
import type { MemberVisit, Page } from '../../request/route.ts';
import { BATCHES } from './texts.ts';

interface Reviewed {
  preview: BatchPreview;
  /** Undefined while a line has a problem. */
  outlook: MovePreview | undefined;
  title: string;
  /** The form of the request, around its button and its hidden fields. */
  form: (content: ComponentChildren) => JSX.Element;
  /** The fields that the confirmation sends. */
  fields: Readonly<Record<string, string>>;
}

/** A batch before it is requested. One with a problem has no button. */
export function reviewPage(visit: MemberVisit, reviewed: Reviewed): Page {
  const texts = BATCHES[visit.language];
  const { preview, outlook, title } = reviewed;
  const { checked, available, executeOn, startsNow, sendsAt, same } = preview;
  const { asset, lines, total, fees } = checked;
  const sum = (amount: typeof total): JSX.Element => <Amount of={formatAmount(amount)} asset={asset} />;
  return {
    title: texts.reviewTitle,
    back: { href: pathTo(visit, paths.batches.list), label: texts.back },
    body: (
      <>
        <Facts
          of={[
            [texts.name, <span dir="auto">{title}</span>],
            [texts.lines, lines.length],
            [texts.total, <strong>{sum(total)}</strong>],
            [texts.fees, sum(fees)],
            [texts.executeOn, executeOn],
            ...(outlook && startsNow ? outlookFacts(visit, outlook.wait) : []),
            ...bankDayFacts(
              visit,
              lines.flatMap(({ terms }) => terms ?? []),
              sendsAt,
            ),
            [texts.balanceAfter, startsNow && outlook && sum(available.minus(total))],
          ]}
        />
        {outlook && <OutlookHint of={outlook} />}
        {outlook && <p>{startsNow ? texts.startsNow : texts.laterMoney}</p>}
        {same && <p class="confirm-first">{texts.sameBatch(same.title)}</p>}
        {outlook ? <Confirmation of={reviewed} /> : <p class="confirm-first">{texts.correct}</p>}
        <Lines of={checked.lines} asset={asset} />
      </>
    ),
  };
}

function Confirmation({ of }: { of: Reviewed }): JSX.Element {
  const { preview, fields, form } = of;
  const texts = useTexts(BATCHES);
  const { language } = useMemberVisit();
  const { checked, same } = preview;
  const isDoubled = same !== undefined || checked.lines.some(({ sameAs }) => sameAs !== undefined);
  return form(
    <>
      {Object.entries({ ...fields, digest: checked.digest }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {isDoubled && (
        <label>
          <input type="checkbox" name="duplicates" value="yes" required /> {texts.duplicates}
        </label>
      )}
      <button type="submit">
        {texts.request(formatMoney(language, formatAmount(checked.total), checked.asset))}
      </button>
    </>,
  );
}

function Lines({ of, asset }: { of: readonly CheckedLine[]; asset: string }): JSX.Element {
  const texts = useTexts(BATCHES);
  return (
    <Rows
      label={texts.lines}
      of={of}
      columns={[
        {
          heading: texts.line,
          brief: true,
          name: ({ written: { line, reference } }) =>
            reference === undefined ? line : `${line} · ${reference}`,
        },
        { heading: texts.problem, cell: (line) => <Finding of={line} /> },
        {
          heading: texts.destination,
          said: ({ written, terms }) =>
            terms
              ? `${terms.saved?.label ?? texts.newDestination} · ${describeDestination(terms.destination)}`
              : written.destination,
        },
        { heading: texts.note, said: ({ written }) => written.note },
        {
          heading: texts.arrives,
          cell: ({ terms }) => terms && <Amount of={formatAmount(terms.net)} asset={terms.method.asset} />,
        },
        {
          heading: texts.amount,
          cell: ({ written, terms }) =>
            terms ? <Amount of={formatAmount(terms.amount)} asset={asset} /> : written.amount,
        },
      ]}
    />
  );
}

function Finding({ of: { problem, sameAs } }: { of: CheckedLine }): JSX.Element {
  const texts = useTexts(BATCHES);
  if (problem) return <Status tone="bad">{texts.lineProblems[reasonOf(problem, texts.lineProblems)]}</Status>;
  if (sameAs !== undefined) return <Status tone="waiting">{texts.sameAs(sameAs)}</Status>;
  return <Status tone="good">{texts.ready}</Status>;
}
