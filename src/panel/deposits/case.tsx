import type { JSX } from 'preact';
import {
  Advice,
  listPayerRefunds,
  type PayerRefund,
  readMissing,
  Setback,
  TEXTS,
} from '../../checkout/index.ts';
import type { Queryable } from '../../db/index.ts';
import type { DepositRecord } from '../../deposits/index.ts';
import { findLink, type LinkMethod, type PaymentLink, listLinkMethods } from '../../payment-links/index.ts';
import { useMemberVisit } from '../frame/context.tsx';
import { DEPOSITS } from './texts.ts';

/** A deposit with the link that it was made for, from which the payer's page is rendered. */
export interface Case {
  deposit: DepositRecord;
  /** Undefined when it was deleted. */
  link: PaymentLink | undefined;
  methods: LinkMethod[];
  refunds: PayerRefund[];
  /** The amount that the payer is asked for, while the rest of the payment can be paid. */
  missing: ReturnType<typeof readMissing>;
}

export async function readCase(on: Queryable, deposit: DepositRecord): Promise<Case> {
  const { accountId, paymentLinkCode: code } = deposit;
  if (code === null) return { deposit, link: undefined, methods: [], refunds: [], missing: new Map() };
  const [link, methods, refunds] = await Promise.all([
    findLink(on, { accountId, code }),
    listLinkMethods(on, { accountId, code }),
    listPayerRefunds(on, { accountId, code }),
  ]);
  const missing = link ? readMissing(link, methods) : new Map<string, never>();
  return { deposit, link, methods, refunds, missing };
}

/** The sentence about the deposit that the payer reads on the link's page. */
export function PayerReads({ of }: { of: Case }): JSX.Element {
  const visit = useMemberVisit();
  const { language } = visit;
  const texts = TEXTS[language];
  const { deposit, link, methods, refunds, missing } = of;
  const asked = { texts, locale: language, methods, refunds, missing };
  return (
    <figure class="payer-reads">
      <figcaption>{DEPOSITS[language].payerReads}</figcaption>
      <blockquote>
        {link ? (
          <>
            <Setback view={asked} setback={deposit} />
            {link.status === 'active' && (
              <Advice view={{ ...asked, merchant: visit.membership.accountName, setbacks: [deposit] }} />
            )}
          </>
        ) : (
          <p>{texts.problems.not_found.title}</p>
        )}
      </blockquote>
    </figure>
  );
}
