import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { type LinkCurrency, listCurrencies } from '../../methods/index.ts';
import { typedAmountOf, withQuery } from '../../pages/index.ts';
import { type Collection, listCollections, type QrCode } from '../../qr-codes/index.ts';
import { Field, Moment, Outcome } from '../frame/parts.tsx';
import { Amount, Copy, Facts, Pages, Table } from '../frame/tables.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { CHANGERS, mayChange } from './access.ts';
import { amountOf, limitsOf, nameOf, optional } from './form.ts';
import { PAGE_SIZE } from './list.tsx';
import { AmountOf, State } from './parts.tsx';
import { QR_CODES } from './texts.ts';

type Notice = keyof (typeof QR_CODES)['en']['notices'];

/** One counter code, what it collected, and its forms. */
export function showCode({ db, cursors, qrCodes }: PanelServices): Route[] {
  /** Changes one code, and returns to its page, or to the list when it is gone. */
  const onCode = (
    path: (typeof paths.qrCodes)['change' | 'status' | 'delete'],
    work: (trx: Trx, visit: MemberVisit, id: string) => Promise<Notice>,
  ): Route => ({
    method: 'post',
    path,
    access: CHANGERS,
    handle: async (visit) => {
      const id = visit.param('counter');
      try {
        const notice = await db.transaction((trx) => work(trx, visit, id));
        const page =
          notice === 'deleted' ? pathTo(visit, paths.qrCodes.list) : objectPages.qr_code(visit, id);
        return { redirect: withQuery(page, { notice }) };
      } catch (error) {
        const reason = reasonOf(error, QR_CODES.en.problems);
        return {
          redirect: withQuery(pathTo(visit, paths.qrCodes.code, { counter: id }), { problem: reason }),
        };
      }
    },
  });

  return [
    {
      method: 'get',
      path: paths.qrCodes.code,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const code = await qrCodes.get(accountId, visit.param('counter'));
        const { id } = code;
        const [currencies, collections] = await Promise.all([
          listCurrencies(db.read),
          cursors.list(
            { accountId, list: 'panel_qr_collections', filters: { id } },
            { limit: PAGE_SIZE, cursor: visit.query('cursor') },
            {
              read: (range) => listCollections(db.read, { accountId, id, ...range }),
              idOf: (row) => row.paymentLinkCode,
              view: (row) => row,
            },
          ),
        ]);
        const currency = currencies.find((known) => known.currency === code.currency);
        return { page: codePage(visit, code, currency, collections) };
      },
    },
    onCode(paths.qrCodes.change, async (trx, visit, id) => {
      const change = {
        name: nameOf(visit),
        storeLabel: optional(visit, 'store_label'),
        fixedAmount: amountOf(visit),
        status: undefined,
      };
      const { name } = await qrCodes.update(trx, visit.accountId, id, change);
      const details = { id, store_label: change.storeLabel, fixed_amount: change.fixedAmount };
      await recordDeed(trx, visit.accountId, visit.actor, {
        action: 'qr_code.changed',
        subject: name,
        details,
      });
      return 'changed';
    }),
    onCode(paths.qrCodes.status, async (trx, visit, id) => {
      const status = visit.field('status') === 'active' ? 'active' : 'disabled';
      const unchanged = { name: undefined, storeLabel: undefined, fixedAmount: undefined };
      const { name } = await qrCodes.update(trx, visit.accountId, id, { ...unchanged, status });
      const action = status === 'active' ? 'qr_code.enabled' : 'qr_code.disabled';
      await recordDeed(trx, visit.accountId, visit.actor, { action, subject: name, details: { id } });
      return status === 'active' ? 'enabled' : 'disabled';
    }),
    onCode(paths.qrCodes.delete, async (trx, visit, id) => {
      const { name } = await qrCodes.get(visit.accountId, id);
      await qrCodes.remove(trx, visit.accountId, id);
      await recordDeed(trx, visit.accountId, visit.actor, {
        action: 'qr_code.deleted',
        subject: name,
        details: { id },
      });
      return 'deleted';
    }),
  ];
}

function codePage(
  visit: MemberVisit,
  code: QrCode,
  currency: LinkCurrency | undefined,
  { data, next_cursor: nextCursor }: ListPage<Collection>,
): Page {
  const texts = QR_CODES[visit.language];
  return {
    title: code.name,
    back: { href: pathTo(visit, paths.qrCodes.list), label: texts.title },
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <div
          class="qr"
          role="img"
          aria-label={texts.image(code.name)}
          dangerouslySetInnerHTML={{ __html: code.svg }}
        />
        <Facts
          of={[
            [texts.status, <State visit={visit} code={code} />],
            [texts.fixedAmount, <AmountOf visit={visit} code={code} />],
            [texts.currency, code.currency],
            [texts.storeLabel, code.storeLabel],
            [texts.reference, code.externalReference],
            [
              texts.address,
              <>
                <a href={code.url}>{code.url}</a> <Copy visit={visit} text={code.url} />
              </>,
            ],
            [texts.created, <Moment visit={visit} at={code.createdAt} exact />],
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
          <Table
            label={texts.collections}
            headings={[texts.paidAt, texts.link, texts.method, { number: texts.amount }]}
          >
            {data.map((collection) => (
              <tr>
                <td>
                  <Moment visit={visit} at={collection.createdAt} />
                </td>
                <td>
                  <a href={pathTo(visit, paths.links.link, { code: collection.paymentLinkCode })}>
                    {collection.paymentLinkCode}
                  </a>
                </td>
                <td>{collection.method}</td>
                <td class="number">
                  <Amount visit={visit} of={collection.amount} asset={collection.currency} />
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pages visit={visit} next={nextCursor} />
        {mayChange(visit) && <Changes visit={visit} code={code} currency={currency} />}
      </>
    ),
  };
}

function Changes(props: {
  visit: MemberVisit;
  code: QrCode;
  currency: LinkCurrency | undefined;
}): JSX.Element {
  const { visit, code, currency } = props;
  const texts = QR_CODES[visit.language];
  const own = { counter: code.id };
  const isActive = code.status === 'active';
  return (
    <>
      <h2>{texts.change}</h2>
      <form method="post" action={pathTo(visit, paths.qrCodes.change, own)} class="narrow">
        <Field name="name" label={texts.name} value={code.name} maxlength={100} autocomplete="off" />
        <Field
          name="store_label"
          label={`${texts.storeLabel} (${texts.optional})`}
          value={code.storeLabel ?? ''}
          required={false}
          maxlength={100}
          autocomplete="off"
        />
        <Field
          name="fixed_amount"
          label={`${texts.fixedAmount} (${texts.optional})`}
          hint={[texts.fixedAmountHint, currency ? limitsOf(visit, currency) : ''].join(' ')}
          value={code.fixedAmount === null ? '' : typedAmountOf(code.fixedAmount)}
          required={false}
          inputmode="decimal"
          maxlength={21}
          autocomplete="off"
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
