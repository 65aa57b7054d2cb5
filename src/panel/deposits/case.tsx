import type { JSX } from 'preact';
import { Advice, listPayerRefunds, type PayerRefund, Setback, TEXTS } from '../../checkout/index.ts';
import type { Queryable } from '../../db/index.ts';
import type { DepositRecord } from '../../deposits/index.ts';
import { findLink, type LinkMethod, type PaymentLink, listLinkMethods } from '../../payment-links/index.ts';
import { useMemberVisit } from '../frame/context.tsx';
import { DEPOSITS } from './texts.ts';

/** A deposit with the link that it was made for: what its payer's page is rendered from. */
export interface Case {
  deposit: DepositRecord;
  /** Undefined when it was deleted. */
  link: PaymentLink | undefined;
  methods: LinkMethod[];
  refunds: PayerRefund[];
}

export async function readCase(on: Queryable, deposit: DepositRecord): Promise<Case> {
  const { accountId, paymentLinkCode: code } = deposit;
  if (code === null) return { deposit, link: undefined, methods: [], refunds: [] };
  const [link, methods, refunds] = await Promise.all([
    findLink(on, { accountId, code }),
    listLinkMethods(on, { accountId, code }),
    listPayerRefunds(on, { accountId, code }),
  ]);
  return { deposit, link, methods, refunds };
}

/** What the link's page tells the payer about the deposit, in the words of that page. */
export function PayerReads({ of }: { of: Case }): JSX.Element {
  const visit = useMemberVisit();
  const { language } = visit;
  const texts = TEXTS[language];
  const { deposit, link, methods, refunds } = of;
  return (
    <figure class="payer-reads">
      <figcaption>{DEPOSITS[language].payerReads}</figcaption>
      <blockquote>
        {link ? (
          <>
            <Setback view={{ texts, locale: language, methods, refunds }} setback={deposit} />
            {link.status === 'active' && (
              <Advice view={{ texts, merchant: visit.membership.accountName, setbacks: [deposit] }} />
            )}
          </>
        ) : (
          <p>{texts.problems.not_found.title}</p>
        )}
      </blockquote>
    </figure>
  );
}
