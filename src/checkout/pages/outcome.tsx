import type { ComponentChildren, JSX } from 'preact';
import { sumOf } from '../../deposits/index.ts';
import { money } from '../../lib/money.ts';
import { formatPrice } from '../../pages/index.ts';
import type { Heading, Texts } from './texts.ts';
import { Icon, Mark, type Drawing } from './icons.tsx';
import { Moment } from './parts.tsx';
import { paths } from './paths.ts';
import { MAX_ADDRESS_LENGTH, receiptOf, type ReceiptLine } from './receipt.ts';
import { paidHeading, refundsOfPayment } from './refunds.ts';
import { adviceOf } from './setbacks.tsx';
import { addressOf, type ReceiptMail, type View } from './view.ts';

export function Processing({ view }: { view: View }): JSX.Element {
  const { texts, progress } = view;
  const standing = standingOf(view);
  const counted = progress?.confirmations;
  return (
    <section class="pane outcome">
      <Mark of="clock" mood="neutral" />
      <h2>{texts.processing.title}</h2>
      {counted ? (
        <progress value={counted.have} max={counted.of} aria-label={standing} />
      ) : (
        <progress class="scripted" aria-label={texts.processing.title} />
      )}
      {standing !== undefined && <p class="standing">{standing}</p>}
      <p>{texts.processing.hint}</p>
      {progress?.url !== undefined && (
        <p>
          <Explorer texts={texts} url={progress.url} />
        </p>
      )}
      <noscript>
        <p>
          <a href={addressOf(view, paths.link.page)}>{texts.reload}</a>
        </p>
      </noscript>
    </section>
  );
}

/** The payment's progress in words; undefined if none is known. */
function standingOf({ texts, payment, progress }: View): string | undefined {
  if (!progress || !payment || payment.network === null) return undefined;
  const { network } = payment;
  if (progress.isFinal) return texts.finalOn(network);
  const { confirmations: counted } = progress;
  return counted ? texts.confirmedBy(network, counted.have, counted.of) : texts.seenOn(network);
}

function Explorer({ texts, url }: { texts: Texts; url: string }): JSX.Element {
  return (
    // With an id, it keeps the focus when the page updates.
    <a id="explorer" href={url} target="_blank" rel="noopener noreferrer">
      {texts.viewAt(new URL(url).host)}
    </a>
  );
}

/** The page of a paid link, which also serves as the receipt to print. */
export function Paid({ view }: { view: View }): JSX.Element {
  const { texts } = view;
  const heading = paidHeading(view);
  return (
    <section class="pane outcome">
      <Mark of="check" mood={heading === texts.paid ? 'good' : 'neutral'} />
      <h2>{heading}</h2>
      <OffBy view={view} />
      <p class="receipt-title">{texts.receipt}</p>
      <dl class="receipt">
        {receiptOf(view)
          // The page's head shows it already.
          .filter(({ what }) => what !== 'description')
          .map((line) => (
            <Line label={line.label}>
              <ReceiptText view={view} line={line} />
            </Line>
          ))}
      </dl>
      <ReturnLink view={view} prominent />
      <div class="keep">
        <a class="button quiet" href={addressOf(view, paths.link.receipt)}>
          {texts.downloadReceipt}
        </a>
        <button type="button" class="quiet scripted" data-print>
          {texts.print}
        </button>
      </div>
      {view.receiptMail && <MailReceipt view={view} mail={view.receiptMail} />}
    </section>
  );
}

function ReceiptText({ view, line }: { view: View; line: ReceiptLine }): JSX.Element {
  const { texts, locale, link, progress } = view;
  const { what, text } = line;
  if (what === 'merchant') return <span dir="auto">{text}</span>;
  if (what === 'date' && link.paidAt) return <Moment locale={locale} at={link.paidAt} />;
  if (line.refund) {
    const { amount, at } = line.refund;
    return (
      <>
        {amount}, <Moment locale={locale} at={at} />
      </>
    );
  }
  if (what !== 'transaction') return <>{text}</>;
  return (
    <>
      <span class="hash">{text}</span>
      {progress?.url !== undefined && <Explorer texts={texts} url={progress.url} />}
    </>
  );
}

/** Sends the receipt to an address, if the payer requests it. */
function MailReceipt({ view, mail }: { view: View; mail: ReceiptMail }): JSX.Element {
  const texts = view.texts.mailReceipt;
  if (mail.state === 'sent' || mail.state === 'spent') {
    return (
      <p class="mail-receipt" id="mail-receipt" role="status">
        {texts[mail.state]}
      </p>
    );
  }
  const isWrong = mail.state === 'invalid';
  return (
    // The page shows its own messages, in its own language.
    <form class="mail-receipt" method="post" action={addressOf(view, paths.link.mailReceipt)} noValidate>
      <label for="email">{texts.label}</label>
      <div class="send">
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxLength={MAX_ADDRESS_LENGTH}
          required
          placeholder={texts.placeholder}
          value={mail.typed}
          aria-describedby="email-hint"
          aria-invalid={isWrong ? 'true' : undefined}
          // The form is at the end of the page.
          autofocus={isWrong}
        />
        <button type="submit" class="quiet">
          {texts.send}
        </button>
      </div>
      <small id="email-hint" role={isWrong ? 'alert' : undefined}>
        {isWrong ? texts.invalid : texts.hint}
      </small>
    </form>
  );
}

/** The deviation of a payment that the merchant accepted although it was short or over (D40). */
function OffBy({ view }: { view: View }): JSX.Element | null {
  const { texts, locale, merchant, link, methods, payment, earlierPayments } = view;
  const method = methods.find((candidate) => candidate.method === link.paidWithMethod);
  if (!payment || !method?.amountDue || method.asset !== payment.asset) return null;
  const gap = sumOf([payment, ...earlierPayments]).minus(money(method.amountDue));
  if (gap.isZero()) return null;
  const size = formatPrice(locale, gap.abs().toFixed(), payment.asset);
  const rate = method.requiresConversion && texts.atCurrentRate;
  if (gap.isNegative()) {
    return (
      <p>
        {texts.paidShort(size, merchant)} {rate}
      </p>
    );
  }
  const isRefunded = refundsOfPayment(view).length > 0;
  return (
    <p>
      {texts.paidOver(size)} {!isRefunded && texts.askForExcess(merchant)} {rate}
    </p>
  );
}

function Line({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A link that can no longer be paid. */
export function Closed(props: { view: View; icon: Drawing; heading: Heading }): JSX.Element {
  const { view, icon, heading } = props;
  return (
    <section class="pane outcome">
      <Mark of={icon} mood="neutral" />
      <h2>{heading.title}</h2>
      <p>{heading.hint}</p>
      {adviceOf(view) === 'pay_again' && <p>{view.texts.askMerchant(view.merchant)}</p>}
      <ReturnLink view={view} />
    </section>
  );
}

function ReturnLink({ view, prominent = false }: { view: View; prominent?: boolean }): JSX.Element | null {
  const { link, texts, merchant } = view;
  if (link.returnUrl === null) return null;
  return (
    <p class="return">
      <a class={prominent ? 'button' : undefined} href={link.returnUrl} rel="noreferrer">
        {!prominent && <Icon of="back" />}
        {texts.goBack(merchant)}
      </a>
    </p>
  );
}
