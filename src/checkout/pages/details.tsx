import type { JSX } from 'preact';
import type { LinkMethodRow } from '../../payment-links/quotes/repository.ts';
import { formatMoney, formatNumber, plainNumber } from '../../pages/format.ts';
import type { Texts } from '../texts/texts.ts';
import { Moment } from './parts.tsx';
import { QrCodes } from './qr-codes.tsx';
import type { View } from './view.ts';

/** As banks group them: bank, city, then the account with its check digit in three parts. */
const CLABE_GROUPS = [3, 3, 4, 4, 4];
const ADDRESS_GROUPS = [2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4];

/** What to send and where, for a method whose amount is known and still holds. */
export function Details({
  view,
  method,
  due,
}: {
  view: View;
  method: LinkMethodRow;
  due: string;
}): JSX.Element {
  const { texts, language } = view;
  const { instructions, asset, network } = method;
  const { bank, address } = instructions;
  return (
    <>
      <dl class="details">
        <Detail texts={texts} label={texts.sendExactly} copied={plainNumber(due)} prominent>
          {formatNumber(language, due)} <span class="asset">{asset}</span>
        </Detail>
        {instructions.clabe !== undefined && (
          <Detail texts={texts} label={texts.clabe} copied={instructions.clabe}>
            <Grouped text={instructions.clabe} sizes={CLABE_GROUPS} />
          </Detail>
        )}
        {address !== undefined && (
          <Detail texts={texts} label={texts.address} copied={address}>
            <Grouped text={address} sizes={ADDRESS_GROUPS} />
          </Detail>
        )}
        {instructions.network !== undefined && (
          <Detail texts={texts} label={texts.network} caution={texts.onlyOn(instructions.network)}>
            {instructions.network}
          </Detail>
        )}
        {bank?.account_number !== undefined && (
          <Detail texts={texts} label={texts.accountNumber} copied={bank.account_number} />
        )}
        {bank?.routing_number !== undefined && (
          <Detail texts={texts} label={texts.routingNumber} copied={bank.routing_number} />
        )}
        {instructions.reference !== undefined && (
          <Detail
            texts={texts}
            label={isKey(method) ? texts.key : texts.reference}
            copied={instructions.reference}
          />
        )}
        {bank?.account_name !== undefined && (
          <Detail texts={texts} label={texts.accountName} copied={bank.account_name} />
        )}
        {bank !== undefined && (
          <Detail texts={texts} label={texts.bank}>
            {bank.name}
          </Detail>
        )}
        {bank?.address !== undefined && (
          <Detail texts={texts} label={texts.bankAddress}>
            {bank.address}
          </Detail>
        )}
      </dl>
      <Validity view={view} method={method} />
      {address !== undefined && (
        <QrCodes texts={texts} address={address} paymentUri={instructions.payment_uri} />
      )}
      <ul class="advice">
        <li>{texts.exactAdvice}</li>
        {network !== null && <li>{texts.chainAdvice(asset)}</li>}
        {instructions.reference !== undefined && !isKey(method) && <li>{texts.referenceAdvice}</li>}
        <Terms view={view} method={method} />
      </ul>
    </>
  );
}

/** Bre-B pays to a key, which is all that the payer enters. */
function isKey({ instructions: { clabe, bank } }: LinkMethodRow): boolean {
  return clabe === undefined && bank?.account_number === undefined;
}

function Detail(props: {
  texts: Texts;
  label: string;
  /** What the button copies; also what is shown, unless there are children. */
  copied?: string;
  prominent?: boolean;
  /** What must not be overlooked. */
  caution?: string;
  children?: JSX.Element | string | (JSX.Element | string)[];
}): JSX.Element {
  const { texts, label, copied, prominent = false, caution, children } = props;
  return (
    <div class={prominent ? 'detail prominent' : 'detail'}>
      <dt>{label}</dt>
      <dd>
        <span class="value">{children ?? copied}</span>
        {copied !== undefined && (
          <button
            type="button"
            class="copy"
            hidden
            aria-label={texts.copyWhat(label)}
            data-copy={copied}
            data-copied={texts.copied}
          >
            <span>{texts.copy}</span>
          </button>
        )}
        {caution !== undefined && <strong class="caution">{caution}</strong>}
      </dd>
    </div>
  );
}

/** Groups that are separated only visually: text selected by hand has no spaces either. */
function Grouped({ text, sizes }: { text: string; sizes: readonly number[] }): JSX.Element {
  const groups: string[] = [];
  let start = 0;
  for (const size of sizes) {
    groups.push(text.slice(start, start + size));
    start += size;
  }
  groups.push(text.slice(start));
  return (
    <span class="grouped">
      {groups
        .filter((group) => group !== '')
        .map((group) => (
          <>
            <span>{group}</span>
            <wbr />
          </>
        ))}
    </span>
  );
}

function Validity({ view, method }: { view: View; method: LinkMethodRow }): JSX.Element | null {
  const { texts, language } = view;
  const end = method.amount_due_expires_at;
  if (end === null) return null;
  if (method.quote_status !== 'locked') {
    return (
      <p class="validity">
        {texts.holdsUntil} <Moment language={language} at={end} />
      </p>
    );
  }
  return (
    <div class="validity">
      <p class="live" hidden>
        {texts.holdsFor} <strong class="countdown" role="timer" data-ends-at={end.toISOString()} />
      </p>
      {/* On paper and without script, where nothing counts down. */}
      <p class="still">
        {texts.holdsUntil} <Moment language={language} at={end} />
      </p>
    </div>
  );
}

/** How the amount was worked out. */
function Terms({ view, method }: { view: View; method: LinkMethodRow }): JSX.Element {
  const { texts, language, link } = view;
  const { asset, requires_conversion: converts, exchange_rate: rate } = method;
  const payerBearsFee = link.fee_bearer === 'payer' && Number(method.fee) > 0;
  return (
    <>
      {converts && rate !== null && (
        <li>{texts.rate(`1 ${asset}`, formatMoney(language, rate, link.currency))}</li>
      )}
      {payerBearsFee && <li>{texts.includesFee(formatMoney(language, method.fee, link.currency))}</li>}
    </>
  );
}
