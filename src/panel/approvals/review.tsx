import type { ComponentChildren, JSX } from 'preact';
import { formatAmount, type Money } from '../../lib/money.ts';
import { availableOf, findBalances } from '../../ledger/index.ts';
import type { Queryable } from '../../db/index.ts';
import { Facts, type Language } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { outlookFacts, OutlookHint } from './parts.tsx';
import type { MovePreview } from './requested.ts';
import { Amount } from '../frame/parts.tsx';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  from: 'From',
  to: 'To',
  arrives: 'Arrives',
  balanceAfter: 'Balance after',
  balance: (asset: string): string => `Your ${asset} balance`,
};

const es: typeof en = {
  ...WORDS.es,
  from: 'De',
  to: 'A',
  arrives: 'Llega',
  balanceAfter: 'Saldo después',
  balance: (asset) => `Tu saldo de ${asset}`,
};

export const REVIEW: Readonly<Record<Language, typeof en>> = { en, es };

interface Sum {
  amount: Money;
  asset: string;
}

/** A movement of money that a person is about to confirm. */
export interface Move {
  from: ComponentChildren;
  to: ComponentChildren;
  method?: string | undefined;
  amount: Sum;
  fee?: Sum | undefined;
  /** The amount that reaches the recipient; undefined when it is the amount itself. */
  arrives?: Sum | undefined;
  /** When it would be sent and who may have to approve it; undefined for what neither waits nor leaves the account. */
  outlook?: MovePreview | undefined;
  /** The balance afterwards. Undefined when no balance changes. */
  after?: Sum | undefined;
  /** Further facts of this kind of movement. */
  more?: readonly (readonly [label: string, value: ComponentChildren])[];
  /** Its own words for these. */
  labels?: Partial<Record<'amount' | 'arrives', string>>;
}

/** The source and destination, the amount, its cost, the time, and the rest, in the same order for every movement. */
export function MoveFacts({ of }: { of: Move }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(REVIEW);
  const { outlook, labels = {} } = of;
  const sum = (one: Sum | undefined) => one && <Amount of={formatAmount(one.amount)} asset={one.asset} />;
  return (
    <Facts
      of={[
        [labels.amount ?? texts.amount, <strong>{sum(of.amount)}</strong>],
        [texts.fee, sum(of.fee)],
        [labels.arrives ?? texts.arrives, sum(of.arrives)],
        [texts.from, of.from],
        [texts.to, of.to],
        [texts.method, of.method],
        ...(outlook ? outlookFacts(visit, outlook.wait) : []),
        ...(of.more ?? []),
        [texts.balanceAfter, sum(of.after)],
      ]}
    />
  );
}

/** The last page before money moves, and the only one with the button for it; it shows the outcome first. */
export function Review(props: {
  of: Move;
  /** The form of the action, around its button and its hidden fields. */
  form: (content: ComponentChildren) => JSX.Element;
  fields?: ComponentChildren;
  submit: string;
  /** Back to where it can be changed. */
  back: { href: string; text: string };
  /** One sentence on what cannot be undone, or what comes next. */
  hint?: string;
}): JSX.Element {
  const { of, back } = props;
  return (
    <>
      <MoveFacts of={of} />
      {of.outlook && <OutlookHint of={of.outlook} />}
      {props.hint !== undefined && <p>{props.hint}</p>}
      {props.form(
        <>
          {props.fields}
          <button type="submit">{props.submit}</button>
        </>,
      )}
      <p>
        <a href={back.href}>{back.text}</a>
      </p>
    </>
  );
}

/** The available amount of an asset. */
export async function readAvailable(on: Queryable, accountId: string, asset: string): Promise<Money> {
  const { balances } = await findBalances(on, accountId);
  return availableOf(balances, asset);
}
