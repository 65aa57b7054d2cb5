import type { JSX } from 'preact';
import { withQuery } from '../../pages/index.ts';
import { recognize, type SearchTerm } from '../../search/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Amount } from '../frame/parts.tsx';
import { MAX_SEARCH_LENGTH } from '../frame/search-field.tsx';
import { readFilters } from '../request/filters.ts';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { isTechnical, MEMBERS, type MemberVisit, type Page } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { findCustomers } from './customers.ts';
import { depositHit, findDeposits, findPayments } from './deposits.tsx';
import { type Hit, type HitsOfKind, LIMIT, MOST_SHOWN } from './hit.ts';
import { findLinks, linkHit } from './links.tsx';
import { findCalls, findDestinations, findEvents, findMovements, movementHit } from './records.tsx';
import { SEARCH } from './texts.ts';
import { findTransfers } from './transfers.tsx';

/** Finds an account's objects by any fact that a person knows of them. The search term is not logged. */
export const showSearch = pageOf(paths.search, MEMBERS, async (visit, services) => {
  const text = readFilters(visit).words('q', MAX_SEARCH_LENGTH);
  const found =
    text === ''
      ? []
      : await findAll(services, visit, recognize(text, visit.membership.baseCurrency ?? undefined));
  const hits = found.flatMap((kind) => kind.hits);
  const [only] = hits;
  if (only && hits.length === 1) return { redirect: only.href };
  return searchPage(visit, text, found);
});

/** The kinds of which there is something, in the order of the page. */
async function findAll(services: PanelServices, visit: MemberVisit, term: SearchTerm): Promise<HitsOfKind[]> {
  const [
    { links, atDestination, standingOf },
    customers,
    found,
    transfers,
    destinations,
    movements,
    calls,
    events,
  ] = await Promise.all([
    findLinks(services, visit, term),
    findCustomers(services, visit, term),
    findDeposits(services, visit, term),
    findTransfers(services, visit, term),
    findDestinations(services, visit, term),
    findMovements(services, visit, term),
    findCalls(services, visit, term),
    findEvents(services, visit, term),
  ]);
  const payments = await findPayments(
    services,
    visit,
    atDestination.map(({ code }) => code),
  );
  const deposits = [...found, ...payments].map((deposit) => depositHit(visit, deposit));
  const known = new Set([...deposits, ...transfers.flatMap(({ hits }) => hits)].map(({ id }) => id));
  const kinds: HitsOfKind[] = [
    { kind: 'links', hits: links.map((link) => linkHit(visit, link, standingOf)) },
    { kind: 'customers', hits: customers },
    { kind: 'deposits', hits: deposits },
    ...transfers,
    {
      kind: 'movements',
      // Movements of an object that is found itself would repeat it.
      hits: movements
        .filter(({ sourceId }) => !known.has(sourceId))
        .flatMap((movement) => movementHit(visit, movement)),
    },
    { kind: 'destinations', hits: destinations },
    { kind: 'calls', hits: calls },
    { kind: 'events', hits: events },
  ];
  return kinds
    .map(({ kind, hits }) => ({ kind, hits: onceEach(hits).slice(0, LIMIT) }))
    .filter(({ hits }) => hits.length > 0);
}

function onceEach(hits: readonly Hit[]): Hit[] {
  return [...new Map(hits.map((hit) => [hit.id, hit])).values()];
}

function searchPage(visit: MemberVisit, text: string, found: readonly HitsOfKind[]): Page {
  const texts = SEARCH[visit.language];
  return {
    title: text === '' ? texts.title : texts.titleOf(text),
    body: (
      <>
        {found.map((kind) => (
          <Kind of={kind} text={text} />
        ))}
        {found.length === 0 && (
          <>
            {text !== '' && <p>{texts.none}</p>}
            <p>{texts.try}</p>
            <ul>
              {[...texts.forms, ...(isTechnical(visit) ? [texts.forRequest] : [])].map((form) => (
                <li>{form}</li>
              ))}
            </ul>
          </>
        )}
      </>
    ),
  };
}

function Kind(props: { of: HitsOfKind; text: string }): JSX.Element {
  const visit = useMemberVisit();
  const { text } = props;
  const { kind, hits } = props.of;
  const texts = useTexts(SEARCH);
  const label = texts.kinds[kind];
  return (
    <>
      <h2>{label}</h2>
      <Rows
        label={label}
        of={hits.slice(0, MOST_SHOWN)}
        columns={[
          {
            heading: texts.what,
            subject: ({ href, title, notes }) => ({ href, title, detail: notes.filter(Boolean).join(' · ') }),
          },
          { heading: texts.status, cell: ({ status }) => status },
          { heading: texts.time, moment: ({ at }) => at },
          {
            heading: texts.amount,
            number: ({ amount }) => amount && <Amount of={amount.amount} asset={amount.asset} />,
          },
        ]}
      />
      {hits.length > MOST_SHOWN && (
        <p class="muted">
          {texts.more(MOST_SHOWN)}{' '}
          {kind === 'links' && (
            <a href={withQuery(pathTo(visit, paths.links.list), { q: text })}>{texts.allLinks}</a>
          )}
        </p>
      )}
    </>
  );
}
