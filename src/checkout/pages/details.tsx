import type { JSX } from 'preact';
import type { LinkMethod } from '../../payment-links/index.ts';
import { formatRate, formatSum, plainNumber } from '../../pages/index.ts';
import type { Texts } from './texts.ts';
import { Icon } from './icons.tsx';
import { Moment } from './parts.tsx';
import { currencyOf, priceOf } from './price.ts';
import { Code, QrCodes } from './qr-codes.tsx';
import type { View } from './view.ts';

/** The groups in which banks write a CLABE: bank, city, then the account with its check digit in three parts. */
const CLABE_GROUPS = [3, 3, 4, 4, 4];
const IBAN_GROUPS = [4, 4, 4, 4, 4, 4, 4, 4];
const ADDRESS_GROUPS = [2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4];

/** The amount and destination of a payment, for a method whose amount is known and still valid. */
export function Details({ view, method, due }: { view: View; method: LinkMethod; due: string }): JSX.Element {
  const { texts } = view;
  const { address, payers, payment_uri: paymentUri, qr } = method.instructions;
  return (
    <>
      {payers !== undefined && (
        <p class="caution">
          <strong>{texts.payers[payers]}</strong>
        </p>
      )}
      <p class="how-to">{howTo(view, method)}</p>
      <Destination view={view} method={method} due={due} />
      <Validity view={view} method={method} />
      {address !== undefined && <QrCodes texts={texts} address={address} paymentUri={paymentUri} />}
      {qr !== undefined && (
        <figure class="scan">
          <figcaption>{texts.qr.inBankApp}</figcaption>
          <Code label={texts.qr.legend} text={qr} />
        </figure>
      )}
      <Advice view={view} method={method} />
    </>
  );
}

/** The amount and the destination, line by line, as the payer enters them. */
function Destination({ view, method, due }: { view: View; method: LinkMethod; due: string }): JSX.Element {
  const { texts, locale, merchant } = view;
  const { instructions, asset } = method;
  const { bank, address } = instructions;
  // Bank apps request it right after the account.
  const beneficiary = bank?.account_name !== undefined && (
    <Detail
      texts={texts}
      label={texts.accountName}
      copied={bank.account_name}
      hint={bank.account_name === merchant ? undefined : texts.receivesFor(merchant)}
    />
  );
  return (
    <dl class="details">
      <Detail texts={texts} label={texts.sendExactly} copied={plainNumber(due, asset)} prominent>
        {formatSum(locale, due, asset)} <span class="asset">{asset}</span>
      </Detail>
      {instructions.clabe !== undefined && (
        <Detail texts={texts} label={texts.clabe} copied={instructions.clabe} main>
          <Grouped text={instructions.clabe} sizes={CLABE_GROUPS} />
        </Detail>
      )}
      {address !== undefined && (
        <Detail
          texts={texts}
          label={texts.address}
          copied={address}
          main={instructions.payment_uri === undefined}
        >
          <Grouped text={address} sizes={ADDRESS_GROUPS} />
        </Detail>
      )}
      {instructions.network !== undefined && (
        <Detail texts={texts} label={texts.network} caution={texts.onlyOn(instructions.network)}>
          {instructions.network}
        </Detail>
      )}
      {bank && <BankAccount texts={texts} bank={bank} />}
      {!isKey(method) && beneficiary}
      {instructions.reference !== undefined && (
        <Detail
          texts={texts}
          label={isKey(method) ? texts.key : texts.reference}
          copied={instructions.reference}
          main={isKey(method)}
        />
      )}
      {isKey(method) && beneficiary}
      <TransferTerms texts={texts} instructions={instructions} />
      {bank && <Bank texts={texts} bank={bank} />}
    </dl>
  );
}

type BankDetails = NonNullable<LinkMethod['instructions']['bank']>;

function BankAccount({ texts, bank }: { texts: Texts; bank: BankDetails }): JSX.Element {
  return (
    <>
      {bank.iban !== undefined && (
        <Detail texts={texts} label={texts.iban} copied={bank.iban} main>
          <Grouped text={bank.iban} sizes={IBAN_GROUPS} />
        </Detail>
      )}
      {bank.account_number !== undefined && (
        <Detail texts={texts} label={texts.accountNumber} copied={bank.account_number} main />
      )}
      {bank.bic !== undefined && <Detail texts={texts} label={texts.bic} copied={bank.bic} />}
      {bank.routing_number !== undefined && (
        <Detail texts={texts} label={texts.routingNumber} copied={bank.routing_number} />
      )}
    </>
  );
}

/** The references and the charges that the payer must enter besides the account. */
function TransferTerms(props: { texts: Texts; instructions: LinkMethod['instructions'] }): JSX.Element {
  const { texts, instructions } = props;
  return (
    <>
      {instructions.numeric_reference !== undefined && (
        <Detail texts={texts} label={texts.numericReference} copied={instructions.numeric_reference} />
      )}
      {instructions.creditor_reference !== undefined && (
        <Detail
          texts={texts}
          label={texts.creditorReference}
          copied={instructions.creditor_reference}
          hint={texts.creditorReferenceHint}
        />
      )}
      {instructions.charges !== undefined && (
        <Detail texts={texts} label={texts.charges} caution={texts.chargesCaution}>
          {texts.chargesSender}
        </Detail>
      )}
    </>
  );
}

function Bank({ texts, bank }: { texts: Texts; bank: BankDetails }): JSX.Element {
  return (
    <>
      {bank.account_address !== undefined && (
        <Detail texts={texts} label={texts.accountAddress} copied={bank.account_address} />
      )}
      <Detail texts={texts} label={texts.bank} copied={bank.name} />
      {bank.address !== undefined && <Detail texts={texts} label={texts.bankAddress} copied={bank.address} />}
    </>
  );
}

function Advice({ view, method }: { view: View; method: LinkMethod }): JSX.Element {
  const { texts } = view;
  const { instructions, asset, network } = method;
  return (
    <ul class="advice">
      {/* Of the rest, less counts and more waits for the merchant, as the advice above it says. */}
      {!view.missing.get(method.method)?.gt(0) && <li>{texts.exactAdvice}</li>}
      {network !== null && <li>{texts.chainAdvice(asset)}</li>}
      {instructions.reference !== undefined && !isKey(method) && <li>{texts.referenceAdvice}</li>}
      {instructions.confirmed !== undefined && <li>{texts.confirmed[instructions.confirmed]}</li>}
      <Terms view={view} method={method} />
    </ul>
  );
}

function howTo({ texts }: View, method: LinkMethod): string {
  const { network, asset, instructions } = method;
  if (network !== null) return texts.howTo.address(asset, network);
  if (isKey(method)) return texts.howTo.key;
  if (instructions.clabe !== undefined) return texts.howTo.clabe;
  return instructions.bank?.routing_number === undefined ? texts.howTo.bankAbroad : texts.howTo.bank;
}

/** Bre-B pays to a key, so the payer enters nothing else. */
function isKey({ instructions: { clabe, bank } }: LinkMethod): boolean {
  return clabe === undefined && bank?.account_number === undefined && bank?.iban === undefined;
}

function Detail(props: {
  texts: Texts;
  label: string;
  /** The text that the button copies; also shown, unless there are children. */
  copied?: string;
  prominent?: boolean;
  /** Marks the payer's next step; only one per page. */
  main?: boolean;
  /** A warning that payers must not overlook. */
  caution?: string;
  hint?: string | undefined;
  children?: JSX.Element | string | (JSX.Element | string)[];
}): JSX.Element {
  const { texts, label, copied, prominent = false, main = false, caution, hint, children } = props;
  return (
    <div class={prominent ? 'detail prominent' : 'detail'}>
      <dt>{label}</dt>
      <dd>
        <span class="value">{children ?? copied}</span>
        {copied !== undefined && (
          <button
            type="button"
            class={main ? 'copy main scripted' : 'copy scripted'}
            aria-label={texts.copyWhat(label)}
            data-copy={copied}
            data-copied={texts.copied}
          >
            <Icon of="copy" />
            <span>{texts.copy}</span>
          </button>
        )}
        {caution !== undefined && <strong class="caution">{caution}</strong>}
        {hint !== undefined && <small class="hint">{hint}</small>}
      </dd>
    </div>
  );
}

/** Groups that are separated only visually, so that text selected by hand has no spaces either. */
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

function Validity({ view, method }: { view: View; method: LinkMethod }): JSX.Element | null {
  const { texts, locale } = view;
  const end = method.amountDueExpiresAt;
  if (end === null) return null;
  if (method.quoteStatus !== 'locked') {
    return (
      <p class="validity">
        {texts.holdsUntil} <Moment locale={locale} at={end} />
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
        {texts.holdsUntil} <Moment locale={locale} at={end} />
      </p>
    </div>
  );
}

/** How the amount was calculated. */
function Terms({ view, method }: { view: View; method: LinkMethod }): JSX.Element {
  const { texts, locale, link } = view;
  const { asset, requiresConversion: converts, exchangeRate: rate } = method;
  const price = converts && rate !== null && formatRate(locale, { asset, currency: currencyOf(view), rate });
  const payerBearsFee = link.feeBearer === 'payer' && Number(method.fee) > 0;
  return (
    <>
      {price && <li>{texts.rate(price.from, price.to)}</li>}
      {payerBearsFee && <li>{texts.includesFee(priceOf(view, method.fee))}</li>}
    </>
  );
}
