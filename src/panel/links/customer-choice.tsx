import type { JSX } from 'preact';
import { type Customer, findCustomer } from '../../customers/index.ts';
import { isId } from '../../lib/ids.ts';
import { Field, Group } from '../../pages/index.ts';
import { useTexts } from '../frame/context.tsx';
import { searchCustomers } from '../frame/search-customers.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { CREATE_LINK } from './create-texts.ts';

const MAX_SEARCH_LENGTH = 200;
const MOST_SHOWN = 8;

/** The customers among whom the form of a link lets choose, and the one that is chosen. */
interface Choice {
  text: string;
  chosen: Customer | undefined;
  found: readonly Customer[];
}

/** By the form or, before it was sent, the customer with the `initial` id. */
export async function readCustomerChoice(
  visit: MemberVisit,
  { db }: Pick<PanelServices, 'db'>,
  initial: string | null | undefined,
): Promise<Choice> {
  const { accountId } = visit;
  const id = visit.fields('customer_id')[0] ?? initial ?? '';
  const text = visit.field('customer').trim().slice(0, MAX_SEARCH_LENGTH);
  const [chosen, found] = await Promise.all([
    isId(id) ? findCustomer(db.read, { accountId, id }) : undefined,
    text === '' ? [] : searchCustomers(db.read, { accountId, text, limit: MOST_SHOWN }),
  ]);
  return { text, chosen, found: found.filter((customer) => customer.id !== chosen?.id) };
}

/** A search, and the customers to choose from; htmx replaces these, and without scripts a button shows the page again. */
export function CustomerChoice(props: {
  of: Choice;
  /** The address that answers the search. */
  href: string;
  error: string | undefined;
}): JSX.Element {
  const { of: choice, href, error } = props;
  const texts = useTexts(CREATE_LINK);
  const refresh = {
    'hx-post': href,
    'hx-trigger': 'input delay:400ms',
    'hx-target': '#customers',
    'hx-swap': 'outerHTML',
    'hx-include': 'closest form',
  };
  return (
    <Group name="customer_id" label={texts.customer} error={error}>
      <div {...refresh}>
        <Field
          name="customer"
          value={choice.text}
          label={texts.customerSearch}
          hint={texts.customerSearchHint}
          required={false}
          maxlength={MAX_SEARCH_LENGTH}
          autocomplete="off"
        />
      </div>
      <FoundCustomers of={choice} />
      <button type="submit" class="plain" formaction={href} formnovalidate>
        {texts.showCustomers}
      </button>
    </Group>
  );
}

export function FoundCustomers({ of: { text, chosen, found } }: { of: Choice }): JSX.Element {
  const texts = useTexts(CREATE_LINK);
  const offered = chosen ? [chosen, ...found] : found;
  return (
    <div id="customers" aria-live="polite">
      {text !== '' && found.length === 0 && <p class="hint">{texts.noneFound}</p>}
      {offered.map(({ id, name, email, taxId, reference }) => (
        <label>
          <input type="radio" name="customer_id" value={id} checked={id === chosen?.id} />
          <bdi>{name}</bdi>{' '}
          <small>{[email, taxId, reference].filter((part) => part !== null).join(' · ')}</small>
        </label>
      ))}
      {offered.length > 0 && (
        <label>
          <input type="radio" name="customer_id" value="" checked={chosen === undefined} />
          {texts.noCustomer}
        </label>
      )}
    </div>
  );
}
