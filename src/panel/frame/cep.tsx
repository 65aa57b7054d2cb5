import type { JSX } from 'preact';
import { money } from '../../lib/money.ts';
import { dayOf } from '../../lib/time-zone.ts';
import { bankOfClabe, isClabe } from '../../methods/index.ts';
import { Facts } from '../../pages/index.ts';
import { useTexts } from './context.tsx';
import { Copyable } from './parts.tsx';
import { FRAME } from './texts.ts';
import { WORDS } from './words.ts';

/** Banco de México's form, which gives the electronic receipt of a SPEI transfer (CEP). */
const FORM = 'https://www.banxico.org.mx/cep/';
/** SPEI's days are those of Mexico City. */
const ZONE = 'America/Mexico_City';
const DECIMALS = 2;

/** A transfer by SPEI as far as its rail has told it. */
interface SpeiTransfer {
  at: Date;
  trackingKey: string | null | undefined;
  /** The CLABE that it came from; undefined for transfers of ours, whose rail does not tell it. */
  from?: string | undefined;
  /** The CLABE that it went to. */
  to: string | undefined;
  amount: string;
}

/**
 * The facts that Banco de México's form needs to give the receipt of a transfer by SPEI, to be copied. Nothing for other transfers,
 * and while the rail has not told the tracking key.
 */
export function Cep({ of }: { of: SpeiTransfer }): JSX.Element | null {
  const { at, trackingKey, from, to, amount } = of;
  const texts = useTexts(FRAME).cep;
  const words = useTexts(WORDS);
  if (!trackingKey || to === undefined || !isClabe(to)) return null;
  const [year, month, day] = dayOf(ZONE, at).split('-');
  return (
    <section aria-labelledby="cep">
      <h2 id="cep">{texts.title}</h2>
      <p>
        {texts.why}{' '}
        <a href={FORM} rel="noreferrer" target="_blank">
          {texts.form}
        </a>
      </p>
      <Facts
        of={[
          [texts.date, <Copyable text={`${day}-${month}-${year}`} />],
          [texts.trackingKey, <Copyable text={trackingKey} />],
          [texts.from, bankOf(from)],
          [texts.to, bankOf(to)],
          [texts.account, <Copyable text={to} />],
          [words.amount, <Copyable text={money(amount).toFixed(DECIMALS)} />],
        ]}
      />
    </section>
  );
}

function bankOf(clabe: string | undefined): string | undefined {
  return clabe !== undefined && isClabe(clabe) ? bankOfClabe(clabe) : undefined;
}
