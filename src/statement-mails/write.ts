import type { MonthlyStatement } from '../ledger/index.ts';
import { formatAmount, money, ZERO } from '../lib/money.ts';
import { oneLine, shortened } from '../lib/one-line.ts';
import { formatMonth, formatQuantity } from '../pages/index.ts';
import type { UserLanguage } from '../people/index.ts';
import { MAILS } from './texts.ts';

const MAX_NAME_LENGTH = 100;

/** The message, with balances and totals, and a link to the rest, for which users must sign in. */
export function writeMail(
  language: UserLanguage,
  of: {
    accountName: string;
    month: string;
    statements: readonly MonthlyStatement[];
    url: string;
    file: 'attached' | 'too_large' | undefined;
  },
): { subject: string; body: string } {
  const texts = MAILS[language];
  const account = shortened(oneLine(of.accountName), MAX_NAME_LENGTH);
  const month = formatMonth(language, of.month);
  const parts = [
    texts.intro(account, month),
    ...of.statements.map((statement) => figuresOf(language, statement)),
    ...(of.statements.length === 0 ? [texts.none] : []),
    ...(of.file === undefined ? [] : [texts.files[of.file]]),
    `${texts.see}\n${of.url}`,
    texts.why,
  ];
  return { subject: texts.subject(account, month), body: `${parts.join('\n\n')}\n` };
}

function figuresOf(
  language: UserLanguage,
  { period, opening, closing, outside, totals }: MonthlyStatement,
): string {
  const texts = MAILS[language];
  const sumOf = (sign: 1 | -1): string =>
    formatAmount(
      totals
        .map(({ amount }) => money(amount))
        .filter((amount) => amount.comparedTo(ZERO) === sign)
        .reduce((sum, amount) => sum.plus(amount), ZERO),
    );
  const lines = [
    [texts.opening, opening],
    [texts.moneyIn, sumOf(1)],
    [texts.moneyOut, sumOf(-1)],
    [texts.closing, closing],
    ...(outside.closing.isZero() ? [] : [[texts.outside, formatAmount(outside.closing)] as const]),
  ] as const;
  const width = Math.max(...lines.map(([label]) => label.length));
  const written = lines.map(
    ([label, amount]) => `  ${label.padEnd(width)}  ${formatQuantity(language, amount, period.asset)}`,
  );
  return [period.asset, ...written].join('\n');
}
