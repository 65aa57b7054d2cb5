import type { JSX } from 'preact';
import { formatMoney } from '../../pages/index.ts';
import { Field, Once, Refusal, WithProof } from '../frame/parts.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { CONVERSIONS } from './texts.ts';

/** What can be converted: what there is of it, and into what. */
export interface Convertible {
  asset: string;
  available: string;
  into: readonly string[];
}

/** The form for a new conversion, with what was typed in before. */
export interface Draft {
  from: string;
  to: string;
  amount: string;
}

export type ConversionProblem = keyof (typeof CONVERSIONS)['en']['problems'];

export function startPage(
  visit: MemberVisit,
  {
    convertible,
    draft,
    problem,
  }: { convertible: readonly Convertible[]; draft: Draft; problem?: ConversionProblem },
): Page {
  const texts = CONVERSIONS[visit.language];
  return {
    title: texts.start,
    body: (
      <>
        {problem !== undefined && <Refusal>{texts.problems[problem]}</Refusal>}
        {convertible.length === 0 ? (
          <p>{texts.nothing}</p>
        ) : (
          <WithProof visit={visit}>
            <StartForm visit={visit} convertible={convertible} draft={draft} />
          </WithProof>
        )}
        <p>
          <a href={pathTo(visit, 'conversions')}>{texts.all}</a>
        </p>
      </>
    ),
  };
}

function StartForm(props: {
  visit: MemberVisit;
  convertible: readonly Convertible[];
  draft: Draft;
}): JSX.Element {
  const { visit, convertible, draft } = props;
  const texts = CONVERSIONS[visit.language];
  const targets = [...new Set(convertible.flatMap(({ into }) => into))].sort();
  return (
    <form method="post" action={pathTo(visit, 'conversions/new')} class="narrow">
      <Once />
      <label for="from">{texts.available}</label>
      <select id="from" name="from" required>
        {convertible.map(({ asset, available }) => (
          <option value={asset} selected={asset === draft.from}>
            {formatMoney(visit.language, available, asset)}
          </option>
        ))}
      </select>
      <Field
        name="amount"
        label={texts.amount}
        hint={texts.amountHint}
        value={draft.amount}
        inputmode="decimal"
        autocomplete="off"
        maxlength={21}
      />
      <label for="to">{texts.to}</label>
      <select id="to" name="to" required>
        {targets.map((asset) => (
          <option value={asset} selected={asset === draft.to}>
            {asset}
          </option>
        ))}
      </select>
      <button type="submit">{texts.askQuote}</button>
    </form>
  );
}
