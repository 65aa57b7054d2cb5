import type { JSX } from 'preact';
import { drawQr } from '../../payment-links/index.ts';
import type { Texts } from './texts.ts';

/**
 * An address to scan and, where there is one, the request with the amount. The address comes first, because most
 * wallets read it. Works without a script, because the switch is two radio buttons, and CSS shows the code of the
 * selected one.
 */
export function QrCodes(props: {
  texts: Texts;
  address: string;
  paymentUri: string | undefined;
}): JSX.Element {
  const { texts, address, paymentUri } = props;
  const { qr } = texts;
  if (paymentUri === undefined) return <Code label={`${qr.legend}: ${qr.address}`} text={address} />;
  return (
    <>
      <p class="wallet">
        <a class="button" href={paymentUri} rel="noreferrer">
          {texts.openInWallet}
        </a>
      </p>
      <fieldset class="codes">
        <legend>{qr.legend}</legend>
        <input type="radio" name="code" id="code-address" autocomplete="off" checked />
        <label for="code-address">{qr.address}</label>
        <input type="radio" name="code" id="code-request" autocomplete="off" />
        <label for="code-request">{qr.request}</label>
        <div class="plain">
          <Code label={`${qr.legend}: ${qr.address}`} text={address} />
        </div>
        <div class="request">
          <Code label={`${qr.legend}: ${qr.request}`} text={paymentUri} />
          <p class="hint">{qr.requestHint}</p>
        </div>
      </fieldset>
    </>
  );
}

/** A QR code that shows a text. */
export function Code({ label, text }: { label: string; text: string }): JSX.Element {
  return (
    <div
      class="qr"
      role="img"
      aria-label={label}
      // Safe, because the drawing is our own and contains the text only as black and white modules.
      dangerouslySetInnerHTML={{ __html: drawQr(text) }}
    />
  );
}
