import type { JSX } from 'preact';
import type { Foreseen, ForeseenStatement, HandInAccount } from '../../methods/index.ts';
import { formatCount, formatMoney, Table } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Amount } from '../frame/parts.tsx';
import type { MemberVisit } from '../request/route.ts';
import { nameOfAccount } from './parts.tsx';
import { BANK_STATEMENTS } from './texts.ts';

/** So that the page stays light. */
const MOST_SHOWN = 50;
const COLUMNS = 9;

/** Each statement of a file, and what would become of it. */
export function Summary(props: { of: Foreseen; accounts: readonly HandInAccount[] }): JSX.Element {
  const { accounts } = props;
  const { statements, accounts: sums } = props.of;
  const texts = useTexts(BANK_STATEMENTS);
  const headings = [
    ...[texts.account, texts.statement, texts.period],
    ...[texts.opening, texts.closing, texts.entries, texts.credits, texts.matched].map((number) => ({
      number,
    })),
    texts.ties,
  ];
  return (
    <>
      <h2>{texts.summary}</h2>
      <p class="muted">
        {texts.asOf}{' '}
        {statements.length > MOST_SHOWN &&
          texts.onlyFirst(formatCount(MOST_SHOWN), formatCount(statements.length))}
      </p>
      <Table label={texts.summary} headings={headings}>
        {statements.slice(0, MOST_SHOWN).map((one) => (
          <Row
            of={one}
            name={nameOfAccount(accounts, one.account)}
            currency={sums.find(({ account }) => account === one.account)?.currency ?? ''}
          />
        ))}
      </Table>
    </>
  );
}

function Row(props: { of: ForeseenStatement; name: string; currency: string }): JSX.Element {
  const visit = useMemberVisit();
  const { of, name, currency } = props;
  const texts = useTexts(BANK_STATEMENTS);
  const sum = (amount: string | null): JSX.Element | string =>
    amount === null ? '–' : <Amount of={amount} asset={currency} />;
  // As the file has them, because they need not be days of the calendar.
  const period = [...new Set([of.from, of.to])].filter((day) => day !== null).join(' – ');
  return (
    <>
      <tr>
        <td>{name}</td>
        <td dir="auto">{of.bankId ?? '–'}</td>
        <td>{period || '–'}</td>
        <td class="number">{sum(of.opening)}</td>
        <td class="number">{sum(of.closing)}</td>
        <td class="number">{formatCount(of.entries)}</td>
        <td class="number">{sum(of.credits)}</td>
        <td class="number">{formatCount(of.matched)}</td>
        <td>{of.ties === null ? texts.tiesOpen : of.ties ? texts.tiesYes : texts.tiesNo}</td>
      </tr>
      {/* In a row of its own, so that it is seen without scrolling the table. */}
      <tr>
        <td colSpan={COLUMNS}>
          <strong>{outcomeOf(visit, of, currency)}</strong>
        </td>
      </tr>
    </>
  );
}

function outcomeOf({ language }: MemberVisit, of: ForeseenStatement, currency: string): string {
  const texts = BANK_STATEMENTS[language];
  const { outcome, waits, last } = of;
  const known = outcome === 'known' ? `${texts.outcomes.known} ` : '';
  if (waits === null) return texts.outcomes[outcome];
  return known + texts.waits(waits, last === null ? '–' : formatMoney(language, last, currency));
}
