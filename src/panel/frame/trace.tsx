import type { ComponentChildren, JSX } from 'preact';
import type { StoredEvent } from '../../events/index.ts';
import type { Queryable } from '../../db/index.ts';
import type { Movement } from '../../ledger/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { Language } from '../../pages/index.ts';
import { type LinkName, listLinkNames } from '../../payment-links/index.ts';
import { pathTo, paths } from '../request/paths.ts';
import { isTechnical, type MemberVisit } from '../request/route.ts';
import { useMemberVisit, useTexts } from './context.tsx';
import { Amount, Moment } from './parts.tsx';
import { Rows } from './rows.tsx';
import { WORDS } from './words.ts';

const en = {
  ...WORDS.en,
  balance: 'Balance after',
  noMovements: 'It has not changed your available balance.',
  /** By type. */
  types: {
    payment: 'Payment',
    deposit: 'Deposit',
    fee: 'Fee',
    withdrawal: 'Withdrawal',
    conversion: 'Conversion',
    refund: 'Refund',
    reversal: 'Reversal',
  },
  openDeposit: 'Open the deposit',
};

const es: typeof en = {
  ...WORDS.es,
  balance: 'Saldo',
  noMovements: 'No ha cambiado tu saldo disponible.',
  types: {
    payment: 'Pago',
    deposit: 'Depósito',
    fee: 'Comisión',
    withdrawal: 'Retiro',
    conversion: 'Conversión',
    refund: 'Devolución',
    reversal: 'Reverso',
  },
  openDeposit: 'Ver el depósito',
};

const TEXTS: Readonly<Record<Language, typeof en>> = { en, es };

/** How an object changed the account's available balance. */
export function Movements({ of }: { of: readonly Movement[] }): JSX.Element {
  const texts = useTexts(TEXTS);
  return (
    <>
      <h2>{texts.movements}</h2>
      {of.length === 0 ? (
        <p class="muted">{texts.noMovements}</p>
      ) : (
        <Rows
          label={texts.movements}
          of={of}
          columns={[
            {
              heading: texts.type,
              name: ({ type }) => (isKeyOf(texts.types, type) ? texts.types[type] : type),
              brief: true,
            },
            { heading: texts.when, moment: ({ createdAt }) => createdAt },
            {
              heading: texts.amount,
              number: ({ amount, asset }) => <Amount of={amount} asset={asset} signed />,
            },
            {
              heading: texts.balance,
              amount: ({ balanceAfter, asset }) => [balanceAfter, asset],
              aside: true,
            },
          ]}
        />
      )}
    </>
  );
}

/** Something that happened at a time. */
export interface Step {
  at: Date;
  what: ComponentChildren;
}

/** The history of an object, oldest first, and the events that it caused, each with a link to its page. */
export function History({
  title,
  steps,
  events,
}: {
  title: string;
  steps: readonly Step[];
  events: readonly StoredEvent[];
}): JSX.Element {
  const visit = useMemberVisit();
  return (
    <>
      <h2>{title}</h2>
      <Steps of={steps} />
      <FoldedEvents count={events.length}>
        <Steps of={events.map((event) => toStep(visit, event))} />
      </FoldedEvents>
    </>
  );
}

function Steps({ of }: { of: readonly Step[] }): JSX.Element {
  return (
    <ol class="history">
      {of
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
        .map(({ at, what }) => (
          <li>
            <Moment at={at} /> <span>{what}</span>
          </li>
        ))}
    </ol>
  );
}

function toStep(visit: MemberVisit, { body, createdAt: at }: StoredEvent): Step {
  const { id, type } = JSON.parse(body) as { id: string; type: string };
  return { at, what: <a href={pathTo(visit, paths.events.event, { event: id })}>{type}</a> };
}

/** The events of an object, open only for people who integrate; nothing if there are none. */
export function FoldedEvents(props: { count: number; children: ComponentChildren }): JSX.Element | null {
  const visit = useMemberVisit();
  const { count, children } = props;
  if (count === 0) return null;
  return (
    <details open={isTechnical(visit)}>
      <summary>{`${TEXTS[visit.language].events} (${count})`}</summary>
      {children}
    </details>
  );
}

/** The originating call, linked to the call log for users who have one; undefined if no call caused it. */
export function requestLink(visit: MemberVisit, requestId: string | null): JSX.Element | undefined {
  if (requestId === null) return undefined;
  const id = <code>{requestId}</code>;
  return isTechnical(visit) ? (
    <a href={pathTo(visit, paths.callLog.call, { request: requestId })}>{id}</a>
  ) : (
    id
  );
}

/** The links that the rows of a list belong to, by their codes. */
export async function readLinkNames(
  on: Queryable,
  accountId: string,
  rows: readonly { paymentLinkCode: string | null }[],
): Promise<ReadonlyMap<string, LinkName>> {
  const codes = [...new Set(rows.flatMap(({ paymentLinkCode: code }) => code ?? []))];
  if (codes.length === 0) return new Map();
  const names = await listLinkNames(on, { accountId, codes });
  return new Map(names.map((name) => [name.code, name]));
}

/** Distinguishes a row from others for the same object, by the company's reference or the link's code. */
export function referenceOf(code: string | null, name: LinkName | undefined): string | null {
  return name?.reference ?? code;
}

/** Leads to a deposit, whose id says nothing to people; undefined if there is none. */
export function depositLink(visit: MemberVisit, id: string | null): JSX.Element | undefined {
  if (id === null) return undefined;
  return (
    <a href={pathTo(visit, paths.deposits.deposit, { deposit: id })}>{TEXTS[visit.language].openDeposit}</a>
  );
}

/** A payment link by its code; undefined if there is none. */
export function paymentLink(visit: MemberVisit, code: string | null): JSX.Element | undefined {
  return code === null ? undefined : <a href={pathTo(visit, paths.links.link, { code })}>{code}</a>;
}
