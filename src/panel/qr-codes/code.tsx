import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { type LinkCurrency, listCurrencies } from '../../methods/index.ts';
import { Facts, Refusal, typedAmountOf } from '../../pages/index.ts';
import { type Collection, listCollections, type QrCode } from '../../qr-codes/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { formOf } from '../frame/form.ts';
import { Pages } from '../frame/paging.tsx';
import { Copy, Moment, Outcome } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { attempt, attemptForm } from '../request/refusal.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { CHANGERS, mayChange } from './access.ts';
import { amountOf, limitsOf, nameOf, optional } from './form.ts';
import { AmountOf, CODE_FIELDS, CodeField, type CodeProblem, PROBLEM_PLACES, State } from './parts.tsx';
import { QR_CODES } from './texts.ts';

/** One counter code, what it collected, and its forms. */
export function showCode({ db, cursors, qrCodes }: PanelServices): Route[] {
  const show = async (visit: MemberVisit, problem?: CodeProblem): Promise<Page> => {
    const { accountId } = visit;
    const code = await qrCodes.get(accountId, visit.param('counter'));
    const { id } = code;
    const [currencies, collections] = await Promise.all([
      listCurrencies(db.read),
      cursors.list(
        { accountId, list: 'panel_qr_collections', filters: { id } },
        { cursor: visit.query('cursor') },
        {
          read: (range) => listCollections(db.read, { accountId, id, ...range }),
          idOf: (row) => row.paymentLinkCode,
          view: (row) => row,
        },
      ),
    ]);
    const currency = currencies.find((known) => known.currency === code.currency);
    return codePage(visit, { code, currency, collections, problem });
  };

  return [
    {
      method: 'get',
      path: paths.qrCodes.code,
      access: MEMBERS,
      handle: async (visit) => ({ page: await show(visit) }),
    },
    {
      method: 'post',
      path: paths.qrCodes.change,
      access: CHANGERS,
      handle: (visit) => {
        const { accountId, actor } = visit;
        const id = visit.param('counter');
        const work = async (trx: Trx): Promise<void> => {
          const change = {
            name: nameOf(visit),
            storeLabel: optional(visit, 'store_label'),
            fixedAmount: amountOf(visit),
            status: undefined,
          };
          const { name } = await qrCodes.update(trx, accountId, id, change);
          const details = { id, store_label: change.storeLabel, fixed_amount: change.fixedAmount };
          await recordDeed(trx, accountId, actor, { action: 'qr_code.changed', subject: name, details });
        };
        return attemptForm(
          objectPages.qr_code(visit, id),
          QR_CODES.en,
          async () => {
            await db.transaction(work);
            return 'changed';
          },
          (problem) => show(visit, problem),
        );
      },
    },
    {
      method: 'post',
      path: paths.qrCodes.status,
      access: CHANGERS,
      handle: (visit) => {
        const { accountId, actor } = visit;
        const id = visit.param('counter');
        const status = visit.field('status') === 'active' ? 'active' : 'disabled';
        const action = status === 'active' ? 'qr_code.enabled' : 'qr_code.disabled';
        return attempt({ page: objectPages.qr_code(visit, id) }, QR_CODES.en, async () => {
          await db.transaction(async (trx) => {
            const unchanged = { name: undefined, storeLabel: undefined, fixedAmount: undefined };
            const { name } = await qrCodes.update(trx, accountId, id, { ...unchanged, status });
            await recordDeed(trx, accountId, actor, { action, subject: name, details: { id } });
          });
          return status === 'active' ? 'enabled' : 'disabled';
        });
      },
    },
    {
      method: 'post',
      path: paths.qrCodes.delete,
      access: CHANGERS,
      handle: (visit) => {
        const { accountId, actor } = visit;
        const id = visit.param('counter');
        const ways = { page: pathTo(visit, paths.qrCodes.list), from: objectPages.qr_code(visit, id) };
        return attempt(ways, QR_CODES.en, async () => {
          await db.transaction(async (trx) => {
            const { name } = await qrCodes.get(accountId, id);
            await qrCodes.remove(trx, accountId, id);
            const details = { id };
            await recordDeed(trx, accountId, actor, { action: 'qr_code.deleted', subject: name, details });
          });
          return 'deleted';
        });
      },
    },
  ];
}

interface CodeDetail {
  code: QrCode;
  currency: LinkCurrency | undefined;
  collections: ListPage<Collection>;
  /** Why the changes that were entered were not saved. */
  problem: CodeProblem | undefined;
}

function codePage(visit: MemberVisit, detail: CodeDetail): Page {
  const { code, collections, problem } = detail;
  const { data, next_cursor: nextCursor } = collections;
  const texts = QR_CODES[visit.language];
  return {
    title: code.name,
    back: { href: pathTo(visit, paths.qrCodes.list), label: texts.title },
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        <div
          class="qr"
          role="img"
          aria-label={texts.image(code.name)}
          dangerouslySetInnerHTML={{ __html: code.svg }}
        />
        <Facts
          of={[
            [texts.status, <State code={code} />],
            [texts.fixedAmount, <AmountOf code={code} />],
            [texts.currency, code.currency],
            [texts.storeLabel, code.storeLabel],
            [texts.reference, code.externalReference],
            [
              texts.address,
              <>
                <a href={code.url}>{code.url}</a> <Copy text={code.url} />
              </>,
            ],
            [texts.created, <Moment at={code.createdAt} exact />],
          ]}
        />
        {/* A disabled code has no page for payers, and so no sheet. */}
        {code.status === 'active' && (
          <p>
            <a href={`${code.url}/print`}>{texts.sheet}</a>
          </p>
        )}
        <h2>{texts.collections}</h2>
        {data.length === 0 ? (
          <p>{texts.noCollections}</p>
        ) : (
          <Rows
            label={texts.collections}
            of={data}
            columns={[
              { heading: texts.paidAt, moment: ({ createdAt }) => createdAt },
              { heading: texts.link, cell: ({ paymentLinkCode: code }) => paymentLink(visit, code) },
              { heading: texts.method, cell: ({ method }) => method },
              { heading: texts.amount, amount: ({ amount, currency }) => [amount, currency] },
            ]}
          />
        )}
        {/* What a form was answered with is no page to turn. */}
        {problem === undefined && <Pages next={nextCursor} />}
        {mayChange(visit) && <Changes of={detail} />}
      </>
    ),
  };
}

function Changes(props: { of: CodeDetail }): JSX.Element {
  const visit = useMemberVisit();
  const { of } = props;
  const { code, currency, problem } = of;
  const texts = useTexts(QR_CODES);
  const form = formOf(visit, { problem, texts: texts.problems }, CODE_FIELDS, PROBLEM_PLACES);
  const own = { counter: code.id };
  const isActive = code.status === 'active';
  return (
    <>
      <h2>{texts.change}</h2>
      <form method="post" action={pathTo(visit, paths.qrCodes.change, own)} class="narrow">
        <Refusal>{form.above}</Refusal>
        <CodeField form={form} name="name" initial={code.name} />
        <CodeField form={form} name="store_label" initial={code.storeLabel ?? ''} />
        <CodeField
          form={form}
          name="fixed_amount"
          initial={code.fixedAmount === null ? '' : typedAmountOf(code.fixedAmount)}
          hint={[texts.fixedAmountHint, currency ? limitsOf(visit, currency) : ''].join(' ')}
        />
        <button type="submit">{texts.save}</button>
      </form>
      <form method="post" action={pathTo(visit, paths.qrCodes.status, own)}>
        <h2>{isActive ? texts.disable : texts.enable}</h2>
        <p>{isActive ? texts.disableHint : texts.enableHint}</p>
        <button type="submit" name="status" value={isActive ? 'disabled' : 'active'} class="secondary">
          {isActive ? texts.disable : texts.enable}
        </button>
      </form>
      <form method="post" action={pathTo(visit, paths.qrCodes.delete, own)}>
        <h2>{texts.remove}</h2>
        <p>{texts.removeHint}</p>
        <button type="submit" class="secondary">
          {texts.remove}
        </button>
      </form>
    </>
  );
}
