import type { JSX } from 'preact';
import type { MethodKind } from '../../methods/catalogue.ts';
import type { RefundDestination } from '../../methods/providers/provider.ts';
import { money } from '../../lib/money.ts';
import { formatMoney } from '../../pages/format.ts';
import { describeDestination } from '../frame/destination.ts';
import { Field, Once, Refusal, WithProof } from '../frame/parts.tsx';
import { MONEY, pathTo, type MemberVisit } from '../route.ts';
import { PayerReads, type Case } from './case.tsx';
import { DEPOSITS } from './texts/by-language.ts';
import type { DepositTexts } from './texts/texts.ts';

export interface Choice {
  case: Case;
  /** Where a refund goes unless a destination is named; undefined where one must be. */
  wayBack: RefundDestination | undefined;
  /** False for one that payment rules refuse: it can only be sent back. */
  mayAccept: boolean;
  /** How the method names a destination; undefined when it cannot. */
  kind: Exclude<MethodKind, 'key'> | undefined;
  /** Why the refund that was just asked for was not started. */
  problem?: keyof DepositTexts['problems'];
}

/** What an unmatched deposit waits for: what its payer reads meanwhile, and the two things that can be done. */
export function Decision({ visit, choice }: { visit: MemberVisit; choice: Choice }): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const { deposit } = choice.case;
  return (
    <section aria-labelledby="decision">
      <PayerReads visit={visit} of={choice.case} />
      {choice.case.link && (
        <p>
          <a href={choice.case.link.checkout_url} target="_blank" rel="noopener noreferrer">
            {texts.payerPage}
          </a>
        </p>
      )}
      <h2 id="decision">{texts.decision}</h2>
      <Forms visit={visit} choice={choice} isTooSmall={money(deposit.amount).isZero()} />
    </section>
  );
}

function Forms(props: { visit: MemberVisit; choice: Choice; isTooSmall: boolean }): JSX.Element {
  const { visit, choice } = props;
  const texts = DEPOSITS[visit.language];
  if (props.isTooSmall) return <p>{texts.tooSmall}</p>;
  if (!MONEY.includes(visit.membership.role)) return <p>{texts.whoMayDecide}</p>;
  const { deposit } = choice.case;
  // What the books hold of it can be moved, which may be less than its last digit.
  const amount = formatMoney(visit.language, deposit.amount, deposit.asset);
  const action = (what: string): string => pathTo(visit, `deposits/${deposit.id}/${what}`);
  return (
    <WithProof visit={visit}>
      <div class="decisions">
        {choice.mayAccept && (
          <form method="post" action={action('accept')}>
            <Once />
            <h3>{texts.accept}</h3>
            <p>{texts.acceptHint}</p>
            <button type="submit">{texts.acceptAmount(amount)}</button>
          </form>
        )}
        <form method="post" action={action('refund')}>
          <Once />
          <h3>{texts.refund}</h3>
          {choice.problem !== undefined && <Refusal>{texts.problems[choice.problem]}</Refusal>}
          <p>
            {texts.refundHint} <Way texts={texts} to={choice.wayBack} />
          </p>
          {choice.wayBack === undefined ? (
            <DestinationFields visit={visit} choice={choice} />
          ) : (
            choice.kind !== undefined && (
              <details open={choice.problem !== undefined}>
                <summary>{texts.elsewhere}</summary>
                <DestinationFields visit={visit} choice={choice} />
              </details>
            )
          )}
          <button type="submit" class="secondary">
            {texts.refundAmount(amount)}
          </button>
        </form>
      </div>
    </WithProof>
  );
}

function Way({ texts, to }: { texts: DepositTexts; to: RefundDestination | undefined }): JSX.Element {
  if (to === undefined) return <>{texts.askPayer}</>;
  return <>{to === 'sender' ? texts.toSender : texts.toWayBack(describeDestination(to))}</>;
}

/** Where to, in the parts that the method needs. */
function DestinationFields({ visit, choice }: { visit: MemberVisit; choice: Choice }): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const required = choice.wayBack === undefined;
  const typed = (name: string) => ({ name, value: visit.field(name), autocomplete: 'off' });
  switch (choice.kind) {
    case 'clabe':
      return (
        <>
          <Field
            {...typed('clabe')}
            label={texts.clabe}
            inputmode="numeric"
            maxlength={18}
            required={required}
          />
          <Field
            {...typed('beneficiary')}
            label={texts.beneficiary}
            hint={texts.beneficiaryHint}
            maxlength={140}
            required={false}
          />
        </>
      );
    case 'on_chain':
      return (
        <Field
          {...typed('address')}
          label={texts.address(choice.case.deposit.network ?? '')}
          maxlength={42}
          required={required}
        />
      );
    case 'bank':
      return (
        <>
          <Field
            {...typed('bank_account_number')}
            label={texts.bankAccountNumber}
            inputmode="numeric"
            maxlength={17}
            required={required}
          />
          <Field
            {...typed('bank_routing_number')}
            label={texts.bankRoutingNumber}
            inputmode="numeric"
            maxlength={9}
            required={required}
          />
          <Field
            {...typed('bank_account_name')}
            label={texts.bankAccountName}
            maxlength={140}
            required={required}
          />
        </>
      );
    case undefined:
      return <></>;
  }
}
