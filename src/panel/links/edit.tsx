import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { localTime } from '../../lib/time-zone.ts';
import { Control } from '../../pages/index.ts';
import type { LinkUpdate, PaymentLink } from '../../payment-links/index.ts';
import { formOf } from '../frame/action.tsx';
import { useTexts } from '../frame/context.tsx';
import { optionalText, type Reader, requiredText, trimmed } from '../frame/fields.ts';
import { pageOf, type Pages } from '../request/area.ts';
import { readMinute } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { MAX_LENGTH, metadata, METADATA_ROWS, metadataRows, returnUrl } from './create-fields.ts';
import { CustomerChoice, FoundCustomers, readCustomerChoice } from './customer-choice.tsx';
import { MetadataFields, PurposeFields, ReturnUrlField } from './link-fields.tsx';
import { LINK_MAKERS } from './parts.tsx';
import { LINKS } from './texts.ts';
import { codeOf } from './view.ts';

/** The id of the chosen customer, null for none, or undefined where there was none to choose. */
const customerId: Reader<string | null | undefined> = (visit, name) => {
  const chosen = visit.fields(name)[0];
  return chosen === '' ? null : chosen;
};

/** A time to the minute in the account's time zone. */
const minute: Reader<{ text: string; at: Date }> = (visit, name) => {
  const text = trimmed(visit, name);
  const at = readMinute(visit.timeZone, text);
  if (!at) throw invalidParam(name, `${name} must be a time like 2026-11-20T17:00.`);
  return { text, at };
};

interface Entered {
  description: string;
  reference: string | null;
  customer_id: string | null | undefined;
  return_url: string | null;
  metadata: Record<string, string>;
  expires_at: { text: string; at: Date };
}

/** Changes what the API lets change of a link that can be paid (D5), with its rules. */
export const editLink = formOf({
  path: paths.links.edit,
  access: LINK_MAKERS,
  freshProof: false,
  texts: LINKS,
  page: paths.links.edit,
  fields: {
    description: requiredText(MAX_LENGTH.description),
    reference: optionalText(MAX_LENGTH.reference),
    customer_id: customerId,
    return_url: returnUrl,
    metadata,
    expires_at: minute,
  },
  act: async (trx, visit, { paymentLinks }, entered) => {
    const { accountId, actor } = visit;
    const code = codeOf(visit);
    const { link } = await paymentLinks.get(accountId, code);
    const change = changeOf(visit, link, entered);
    await paymentLinks.update(trx, accountId, code, change);
    const fields = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    if (fields.length === 0) return;
    const details = { fields: fields.map((field) => CONTRACT_NAMES[field as keyof LinkUpdate]).join(' ') };
    await recordAction(trx, accountId, actor, { action: 'payment_link.changed', subject: code, details });
  },
  flash: 'changed',
  to: paths.links.link,
});

const CONTRACT_NAMES = {
  description: 'description',
  reference: 'reference',
  metadata: 'metadata',
  returnUrl: 'return_url',
  customerId: 'customer_id',
  expiresAt: 'expires_at',
} as const satisfies Record<keyof LinkUpdate, string>;

/**
 * The fields that differ from what the form has shown. The others stay exactly as they are, because a field of a form
 * cannot hold the line breaks or the seconds that the API may have written.
 */
function changeOf(visit: MemberVisit, link: PaymentLink, entered: Entered): LinkUpdate {
  const ifChanged = <V,>(shown: string | null, given: V & (string | null)): V | undefined =>
    inOneField(shown ?? '') === (given ?? '') ? undefined : given;
  const keys = new Map(Object.keys(link.metadata).map((key) => [inOneField(key), key]));
  const pairs = Object.entries(entered.metadata).flatMap(([name, value]) => {
    const key = keys.get(name) ?? name;
    const isSame = inOneField(link.metadata[key] ?? '') === value;
    return isSame ? [] : [[key, value === '' ? null : value] as const];
  });
  const { text, at } = entered.expires_at;
  return {
    description: ifChanged(link.description, entered.description),
    reference: ifChanged<string | null>(link.reference, entered.reference),
    returnUrl: ifChanged<string | null>(link.returnUrl, entered.return_url),
    customerId: entered.customer_id === link.customerId ? undefined : entered.customer_id,
    metadata: pairs.length === 0 ? undefined : Object.fromEntries(pairs),
    expiresAt: text === minuteOf(visit, link.expiresAt) ? undefined : at,
  };
}

/** A text as a browser's field holds it. */
function inOneField(text: string): string {
  return text.replace(/[\r\n]/g, '').trim();
}

/** As the browser's field for a time has it. */
function minuteOf({ timeZone }: MemberVisit, at: Date): string {
  return localTime(timeZone, at).slice(0, 16).replace(' ', 'T');
}

/** The page that changes a link. */
export const showEditLink = pageOf(paths.links.edit, LINK_MAKERS, editPage);

/** The customers that match the search in the form; by POST, because it has names. */
export const showEditCustomers: Pages = (services) => [
  {
    method: 'post',
    path: paths.links.editCustomers,
    access: LINK_MAKERS,
    handle: async (visit) => {
      if (visit.request.get('hx-request') !== 'true') return { page: await editPage(visit, services) };
      return { partial: <FoundCustomers of={await readCustomerChoice(visit, services, undefined)} /> };
    },
  },
];

async function editPage(visit: MemberVisit, services: PanelServices): Promise<Page> {
  const { link } = await services.paymentLinks.get(visit.accountId, codeOf(visit));
  const customers = await readCustomerChoice(visit, services, link.customerId);
  const own = { code: link.code };
  const texts = LINKS[visit.language];
  // A search without scripts sends the form too, and must not lose what was typed.
  const typed = (name: string, stored: string): string => visit.fields(name)[0] ?? inOneField(stored);
  const rows = rowsOf(visit, link);
  return {
    title: texts.edit.title(link.code),
    back: { href: pathTo(visit, paths.links.link, own), label: link.description },
    htmx: true,
    body: (
      <editLink.Form of={own} class="link-form">
        {(field) => (
          <>
            <PurposeFields
              description={field('description', typed('description', link.description))}
              reference={field('reference', typed('reference', link.reference ?? ''))}
            />
            <ExpiryField
              {...field('expires_at', typed('expires_at', minuteOf(visit, link.expiresAt)))}
              timeZone={visit.timeZone}
            />
            <CustomerChoice
              of={customers}
              href={pathTo(visit, paths.links.editCustomers, own)}
              error={field('customer_id').error}
            />
            <ReturnUrlField {...field('return_url', typed('return_url', link.returnUrl ?? ''))} />
            <MetadataFields error={field('metadata').error} {...rows} />
            <p class="hint">{texts.edit.fixed}</p>
            <button type="submit">{texts.edit.save}</button>
          </>
        )}
      </editLink.Form>
    ),
  };
}

function ExpiryField(props: {
  name: string;
  value: string;
  error: string | undefined;
  timeZone: string;
}): JSX.Element {
  const { value, timeZone, ...control } = props;
  const texts = useTexts(LINKS).edit;
  return (
    <Control {...control} label={texts.expires} hint={texts.expiresHint(timeZone)}>
      {(attributes) => <input {...attributes} type="datetime-local" value={value} required />}
    </Control>
  );
}

/** The metadata of the link with as many empty rows as a new link has, or what was entered. */
function rowsOf(visit: MemberVisit, link: PaymentLink) {
  const stored = Object.entries(link.metadata);
  const count = stored.length + METADATA_ROWS;
  if (visit.fields('metadata_key').length > 0)
    return { rows: metadataRows(visit, count), fixed: stored.length };
  const shown = stored.map(([key, value]) => ({ key: inOneField(key), value: inOneField(value) }));
  return { rows: [...shown, ...metadataRows(visit, METADATA_ROWS)], fixed: stored.length };
}
