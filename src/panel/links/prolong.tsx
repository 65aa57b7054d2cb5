import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { lockLink, type PaymentLink, type PaymentLinkSummary } from '../../payment-links/index.ts';
import { Select } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment, Once } from '../frame/parts.tsx';
import { type Column, Rows } from '../frame/rows.tsx';
import type { Pages } from '../request/area.ts';
import { createOnce } from '../request/once.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { inMoney, LINK_MAKERS } from './parts.tsx';
import { LINKS, type LinkTexts } from './texts.ts';

/** The links that are prolonged together. */
const MOST_PROLONGED = 100;

/** By how many days; D5 allows no expiry that is more than 90 days ahead. */
const DAYS = ['1', '3', '7', '30'] as const;
const USUAL_DAYS = '7';

const A_DAY_MS = 24 * 3600_000;

/** The id of the form that sends what is chosen in the list. */
const FORM = 'prolong';

interface Line {
  link: Pick<PaymentLink, 'code' | 'description' | 'expiresAt'>;
  /** The reason why it keeps its expiry; undefined if it was prolonged. */
  problem: keyof LinkTexts['prolong']['problems'] | undefined;
}

/** The column of the list with which active links are chosen. */
export const CHOICE: Column<PaymentLinkSummary> = { heading: '', cell: (link) => <Choose link={link} /> };

function Choose({ link }: { link: PaymentLinkSummary }): JSX.Element {
  const visit = useMemberVisit();
  const { description, amount, currency } = link;
  const label = useTexts(LINKS).prolong.choose(description, inMoney(visit, amount, currency));
  return <input type="checkbox" form={FORM} name="code" value={link.code} aria-label={label} />;
}

/** Prolongs the links that are chosen in the list. */
export function ProlongChosen(): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).prolong;
  return (
    <form id={FORM} method="post" action={pathTo(visit, paths.links.prolong)} class="row">
      <Once />
      <Select
        name="days"
        value={USUAL_DAYS}
        label={texts.by}
        options={DAYS.map((days) => [days, texts.days(Number(days))])}
      />
      <button type="submit" class="secondary">
        {texts.submit}
      </button>
    </form>
  );
}

/**
 * Moves the expiry of each chosen link by as many days, in a transaction of its own and by the rules of the API (D5). One
 * that is refused leaves the others as they are. The same form sent again gets the first results (D16).
 */
export const prolongLinks: Pages = (services) => [
  {
    method: 'post',
    path: paths.links.prolong,
    access: LINK_MAKERS,
    handle: async (visit) => {
      const days = DAYS.find((known) => known === visit.field('days'));
      if (!days) throw invalidParam('days', `days must be one of ${DAYS.join(', ')}.`);
      const codes = [...new Set(visit.fields('code'))];
      if (codes.length > MOST_PROLONGED) throw invalidParam('code', 'There are too many.');
      const lines: Line[] = [];
      for (const code of codes) lines.push(await prolong(services, visit, code, Number(days)));
      const texts = LINKS[visit.language];
      return {
        page: {
          title: texts.prolong.title,
          back: { href: pathTo(visit, paths.links.list), label: texts.detail.back },
          body: <Results lines={lines} />,
        },
      };
    },
  },
];

/** Throws `payment_link_not_found` for what is no link of the account. */
async function prolong(
  services: PanelServices,
  visit: MemberVisit,
  code: string,
  days: number,
): Promise<Line> {
  const { paymentLinks } = services;
  const { accountId, actor } = visit;
  const { link } = await paymentLinks.get(accountId, code);
  try {
    const { expiresAt } = await createOnce(services)(
      visit,
      () => async (trx) => {
        // Locked first, so that two people who prolong it at once add their days up.
        const locked = await lockLink(trx, accountId, code);
        if (!locked) throw new DomainError('payment_link_not_found');
        const expiresAt = new Date(locked.expiresAt.getTime() + days * A_DAY_MS);
        await paymentLinks.update(trx, accountId, code, { ...UNCHANGED, expiresAt });
        const details = { fields: 'expires_at', expires_at: expiresAt.toISOString() };
        await recordAction(trx, accountId, actor, { action: 'payment_link.changed', subject: code, details });
        return { expiresAt: expiresAt.toISOString() };
      },
      { sealed: false, part: code },
    );
    return { link: { ...link, expiresAt: new Date(expiresAt) }, problem: undefined };
  } catch (error) {
    return { link, problem: reasonOf(error, LINKS.en.prolong.problems) };
  }
}

const UNCHANGED = {
  description: undefined,
  reference: undefined,
  metadata: undefined,
  returnUrl: undefined,
  customerId: undefined,
} as const;

function Results({ lines }: { lines: readonly Line[] }): JSX.Element {
  const visit = useMemberVisit();
  const { prolong: texts, list } = useTexts(LINKS);
  const done = lines.filter(({ problem }) => problem === undefined);
  const left = lines.flatMap(({ link, problem }) => (problem ? [{ link, problem }] : []));
  return (
    <>
      <p role="status">{lines.length === 0 ? texts.noneChosen : texts.done(done.length)}</p>
      {done.length > 0 && (
        <Rows
          label={texts.title}
          of={done}
          columns={[
            nameColumn(visit),
            { heading: list.expires, cell: ({ link }) => <Moment at={link.expiresAt} exact /> },
          ]}
        />
      )}
      {left.length > 0 && (
        <section>
          <h2>{texts.leftOut}</h2>
          <Rows
            label={texts.leftOut}
            of={left}
            columns={[
              nameColumn(visit),
              { heading: texts.why, cell: ({ problem }) => texts.problems[problem] },
            ]}
          />
        </section>
      )}
    </>
  );
}

function nameColumn<R extends Pick<Line, 'link'>>(visit: MemberVisit): Column<R> {
  return {
    heading: LINKS[visit.language].list.description,
    subject: ({ link: { code, description } }) => ({
      href: objectPages.payment_link(visit, code),
      title: description,
      detail: code,
    }),
  };
}
