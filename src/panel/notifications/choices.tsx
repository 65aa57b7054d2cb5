import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import type { Money } from '../../lib/money.ts';
import { listCurrencyRates } from '../../methods/index.ts';
import type { Kind } from '../../notifications/index.ts';
import { Group, Select, typedAmountOf } from '../../pages/index.ts';
import { useTexts, useVisit } from '../frame/context.tsx';
import { type FieldOf, type Reader, sum, text, trimmed } from '../frame/fields.ts';
import { AmountField } from '../frame/parts.tsx';
import { NOTIFICATIONS } from './texts.ts';

const allChosen: Reader<readonly string[]> = (visit, name) => visit.fields(name);
const minimum: Reader<Money | null> = (visit, name) =>
  trimmed(visit, name) === '' ? null : sum('currency')(visit, name);

/** The fields that say what is told. */
export const CHOICE_FIELDS = { kinds: allChosen, minimum, currency: text } as const;

/** The choices of a form, with a currency that exists. Throws `invalid_request` naming `currency`. */
export async function choicesOf(
  on: Queryable,
  entered: { kinds: readonly string[]; minimum: Money | null; currency: string },
): Promise<{ kinds: readonly string[]; minimum: { amount: Money; currency: string } | null }> {
  const { kinds, minimum: amount, currency } = entered;
  if (amount === null) return { kinds, minimum: null };
  if (!(await readCurrencies(on)).includes(currency))
    throw invalidParam('currency', 'currency is not known.');
  return { kinds, minimum: { amount, currency } };
}

export async function readCurrencies(on: Queryable): Promise<string[]> {
  return (await listCurrencyRates(on)).map(({ family }) => family);
}

/** The fields for the kinds of news, and for the least amount. */
export function ChoiceFields(props: {
  field: FieldOf<keyof typeof CHOICE_FIELDS>;
  label: string;
  kinds: readonly Kind[];
  currencies: readonly string[];
  chosen: { kinds: readonly string[]; minimum: string | null; minimumCurrency: string | null } | undefined;
}): JSX.Element {
  const { field, label, kinds, currencies, chosen } = props;
  const visit = useVisit();
  const texts = useTexts(NOTIFICATIONS);
  const checked = visit.refused ? visit.fields('kinds') : (chosen?.kinds ?? []);
  const { minimum: least = null, minimumCurrency: currency = null } = chosen ?? {};
  return (
    <>
      <Group {...field('kinds')} label={label}>
        {kinds.map((kind) => (
          <label>
            <input type="checkbox" name="kinds" value={kind} checked={checked.includes(kind)} />{' '}
            {texts.kinds[kind]}
          </label>
        ))}
      </Group>
      <AmountField
        {...field('minimum', least && currency ? typedAmountOf(least, currency) : '')}
        label={texts.minimum}
        hint={texts.minimumHint}
        required={false}
      />
      <Select
        {...field('currency', currency ?? currencies[0] ?? '')}
        label={texts.currency}
        options={currencies.map((one) => [one, one])}
      />
    </>
  );
}
