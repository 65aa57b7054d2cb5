import type { ComponentChildren, JSX } from 'preact';
import { formatPrice } from '../../pages/index.ts';
import type { Heading, Texts } from './texts.ts';
import { Icon, Mark, type Drawing } from './icons.tsx';
import { Moment } from './parts.tsx';
import { paths } from './paths.ts';
import { addressOf, methodHeading, type View } from './view.ts';

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

/** Says that the link is paid; also serves as the receipt to print. */
export function Paid({ view }: { view: View }): JSX.Element {
  const { texts, language, locale, link, methods, progress } = view;
  const method = methods.find((candidate) => candidate.method === link.paidWithMethod);
  return (
    <section class="pane outcome">
      <Mark of="check" mood="good" />
      <h2>{texts.paid}</h2>
      <p class="receipt-title">{texts.receipt}</p>
      <dl class="receipt">
        <Line label={texts.paidTo}>
          <span dir="auto">{view.merchant}</span>
        </Line>
        <Line label={texts.paidAmount}>{formatPrice(locale, link.amount, link.currency)}</Line>
        {link.paidAt && (
          <Line label={texts.paidOn}>
            <Moment language={language} at={link.paidAt} />
          </Line>
        )}
        {method && <Line label={texts.paidWith}>{methodHeading(view, method).title}</Line>}
        {method?.amountDue && (
          <Line label={texts.sent}>{formatPrice(locale, method.amountDue, method.asset)}</Line>
        )}
        {method?.instructions.reference !== undefined && (
          <Line label={texts.reference}>{method.instructions.reference}</Line>
        )}
        {progress?.url !== undefined && (
          <Line label={texts.transaction}>
            <Explorer texts={texts} url={progress.url} />
          </Line>
        )}
        <Line label={texts.linkCode}>{link.code}</Line>
      </dl>
      <ReturnLink view={view} prominent />
      <button type="button" class="quiet scripted" data-print>
        {texts.print}
      </button>
    </section>
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
      <p>{view.texts.askMerchant(view.merchant)}</p>
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
