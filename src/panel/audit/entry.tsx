import type { JSX } from 'preact';
import type { AuditEntry, ListedEntry } from '../../audit-log/index.ts';
import { isId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { formatMoney } from '../../pages/index.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { objectPages } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { AUDIT } from './texts.ts';

/** A whole text, or its beginning before an arrow, that is an amount with its asset. */
const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z]{3,5})(?=$| → )/;
/** The digest of a file, which people know by its name instead. */
const DIGEST = /^[0-9a-f]{32,64}$/;
/** Details that are amounts of the asset that another detail names. */
const AMOUNTS: readonly string[] = ['amount', 'owed', 'fixed_amount', 'difference'];
const ASSETS: readonly string[] = ['asset', 'currency'];

/** The code of a payment link that an entry is about; null for any other. */
export function linkCodeOf({ subject }: AuditEntry): string | null {
  return /^PL(-[A-Z0-9]{4}){3}$/.test(subject) ? subject : null;
}

/** The person by name, with the address that tells apart people of one name. */
export function Doer({ of: { userEmail, userName } }: { of: ListedEntry }): JSX.Element {
  const texts = useTexts(AUDIT);
  if (userEmail === null) return <>{texts.operator}</>;
  if (userName === null || userName === userEmail) return <>{userEmail}</>;
  return (
    <>
      <bdi>{userName}</bdi> <small class="muted">{userEmail}</small>
    </>
  );
}

/** The target by the name that people know, linked to its page, and the details; ids and digests are only in the file. */
export function Target(props: { of: AuditEntry; links: ReadonlyMap<string, LinkName> }): JSX.Element {
  const visit = useMemberVisit();
  const { of: entry, links } = props;
  const name = nameOf(visit, entry, links);
  const page = pageOf(visit, entry);
  const details = detailsOf(visit, entry)
    .map(([label, value]) => `${label}: ${value}`)
    .join(' · ');
  return (
    <>
      {page === undefined ? name : <a href={page}>{name}</a>}
      {details !== '' && (
        <>
          {' '}
          <small class="muted">{details}</small>
        </>
      )}
    </>
  );
}

function nameOf(visit: MemberVisit, entry: AuditEntry, links: ReadonlyMap<string, LinkName>): string {
  const { subject, details, userEmail } = entry;
  // People who act on themselves stand in the entry already, and a digest says nothing.
  if (subject === userEmail || DIGEST.test(subject)) return '';
  if (!isId(subject)) return links.get(subject)?.description ?? textOf(visit, subject);
  const { objects } = AUDIT[visit.language];
  const object = objectOf(entry);
  if (typeof details['name'] === 'string') return details['name'];
  return isKeyOf(objects, object) ? objects[object] : subject;
}

function pageOf(visit: MemberVisit, entry: AuditEntry): string | undefined {
  const code = linkCodeOf(entry);
  if (code !== null) return objectPages.payment_link(visit, code);
  const object = objectOf(entry);
  const id = isId(entry.subject) ? entry.subject : entry.details[object];
  return isKeyOf(objectPages, object) && typeof id === 'string' && isId(id)
    ? objectPages[object](visit, id)
    : undefined;
}

/** `deposit` of `deposit.accepted`. */
const objectOf = ({ action }: AuditEntry): string => action.split('.', 1)[0] ?? '';

/** In the reader's language. */
function detailsOf(visit: MemberVisit, { details, subject }: AuditEntry): [name: string, value: string][] {
  const { details: names } = AUDIT[visit.language];
  const texts = Object.entries(details).map(([name, value]): [string, string] => [name, plainOf(value)]);
  const asset = assetOf(new Map(texts));
  const hasAmount = texts.some(([name]) => AMOUNTS.includes(name));
  return texts
    .filter(
      ([name, value]) =>
        value !== '' &&
        value !== subject &&
        !isId(value) &&
        !DIGEST.test(value) &&
        !(hasAmount && ASSETS.includes(name)),
    )
    .filter(([name]) => !(name === 'name' && isId(subject)))
    .map(([name, value]) => [
      isKeyOf(names, name) ? names[name] : name,
      textOf(visit, AMOUNTS.includes(name) ? `${value} ${asset}` : value),
    ]);
}

function assetOf(details: ReadonlyMap<string, string>): string {
  return (
    details.get('asset') ?? details.get('currency') ?? AMOUNT.exec(details.get('received') ?? '')?.[2] ?? ''
  );
}

/** An amount as people write it, or a word of ours in the reader's language. */
function textOf({ language }: MemberVisit, text: string): string {
  const { values } = AUDIT[language];
  if (isKeyOf(values, text)) return values[text];
  return text.replace(AMOUNT, (_, amount: string, asset: string) => formatMoney(language, amount, asset));
}

function plainOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
