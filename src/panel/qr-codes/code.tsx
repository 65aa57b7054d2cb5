import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import type { LinkCurrency } from '../../methods/index.ts';
import { formatMoney, typedAmountOf } from '../../pages/index.ts';
import { type MethodOptions, readMerchant } from '../../payment-links/index.ts';
import { listCollections, type QrCode } from '../../qr-codes/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { detailOf } from '../frame/detail.tsx';
import { optionalAmount } from '../frame/fields.ts';
import { Copy, Moment } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit } from '../request/route.ts';
import { collectionColumns } from './collections.tsx';
import {
  AmountOf,
  CHANGERS,
  CodeField,
  FixedAmountField,
  limitsOf,
  mayChange,
  name,
  optional,
  State,
} from './parts.tsx';
import { QR_CODES } from './texts.ts';

/** The changes on a code's page. */
const ON_CODE = { access: CHANGERS, freshProof: false, texts: QR_CODES, page: paths.qrCodes.code } as const;

export const changeCode = formOf({
  ...ON_CODE,
  path: paths.qrCodes.change,
  fields: { name, store_label: optional, fixed_amount: optionalAmount('currency') },
  act: async (trx, visit, { qrCodes }, entered) => {
    const { accountId, actor } = visit;
    const id = visit.param('counter');
    const storeLabel = entered.store_label;
    const fixedAmount = entered.fixed_amount?.toFixed() ?? null;
    const change = { name: entered.name, storeLabel, fixedAmount, status: undefined };
    const code = await qrCodes.update(trx, accountId, id, change);
    const details = { id, store_label: storeLabel, fixed_amount: fixedAmount };
    await recordAction(trx, accountId, actor, { action: 'qr_code.changed', subject: code.name, details });
  },
  flash: 'changed',
});

export const switchCode = actionOf({
  ...ON_CODE,
  path: paths.qrCodes.status,
  act: async (trx, visit, { qrCodes }) => {
    const { accountId, actor } = visit;
    const id = visit.param('counter');
    const status = visit.field('status') === 'active' ? 'active' : 'disabled';
    const done = status === 'active' ? 'enabled' : 'disabled';
    const unchanged = { name: undefined, storeLabel: undefined, fixedAmount: undefined };
    const code = await qrCodes.update(trx, accountId, id, { ...unchanged, status });
    await recordAction(trx, accountId, actor, {
      action: `qr_code.${done}`,
      subject: code.name,
      details: { id },
    });
    return { done } as const;
  },
  flash: ({ done }) => done,
});

export const deleteCode = actionOf({
  ...ON_CODE,
  path: paths.qrCodes.delete,
  act: async (trx, visit, { qrCodes }) => {
    const { accountId, actor } = visit;
    const id = visit.param('counter');
    const code = await qrCodes.get(accountId, id);
    await qrCodes.remove(trx, accountId, id);
    await recordAction(trx, accountId, actor, {
      action: 'qr_code.deleted',
      subject: code.name,
      details: { id },
    });
  },
  flash: 'deleted',
  to: paths.qrCodes.list,
});

/** The collections that a code's page lists. */
const NEWEST = {
  createdAfter: undefined,
  createdBefore: undefined,
  afterTime: undefined,
  afterId: undefined,
  limit: 10,
} as const;

/** One counter code, what it collected, and its forms. */
export const showCode = pageOf(paths.qrCodes.code, MEMBERS, async (visit, { db, paymentLinks, qrCodes }) => {
  const { accountId } = visit;
  const code = await qrCodes.get(accountId, visit.param('counter'));
  const { id } = code;
  const [merchant, collections] = await Promise.all([
    readMerchant(db.read, accountId),
    listCollections(db.read, { ...NEWEST, accountId, id }),
  ]);
  // No method can pay nothing, so each tells from which amount it can.
  const options = await paymentLinks.methodOptions(merchant, code.currency, code.fixedAmount ?? '0');
  const texts = QR_CODES[visit.language];
  return detailOf({
    title: code.name,
    back: { href: pathTo(visit, paths.qrCodes.list), label: texts.title },
    outcomes: texts,
    above: (
      <div
        class="qr"
        role="img"
        aria-label={texts.image(code.name)}
        dangerouslySetInnerHTML={{ __html: code.svg }}
      />
    ),
    facts: [
      [texts.status, <State code={code} />],
      [texts.fixedAmount, <AmountOf code={code} />],
      [texts.payableBy, payableBy(visit, code, options)],
      [texts.currency, code.currency],
      [texts.storeLabel, code.storeLabel],
      [texts.reference, code.externalReference],
      [
        texts.address,
        <div class="row">
          <a href={code.url}>{code.url}</a> <Copy text={code.url} />
        </div>,
      ],
      [texts.created, <Moment at={code.createdAt} exact />],
    ],
    children: (
      <>
        {/* A disabled code has no page for payers, and so no sheet. */}
        {code.status === 'active' && (
          <p>
            <a href={`${code.url}/print`}>{texts.sheet}</a>
          </p>
        )}
        <h2>{texts.collections}</h2>
        {collections.length === 0 ? (
          <p>{texts.noCollections}</p>
        ) : (
          <>
            <Rows label={texts.collections} of={collections} columns={collectionColumns(visit)} />
            <p>
              <a href={pathTo(visit, paths.qrCodes.collections, { counter: id })}>{texts.allCollections}</a>
            </p>
          </>
        )}
        {mayChange(visit) && <Changes of={code} currency={options.currency} />}
      </>
    ),
  });
});

/** The methods for the code's amount; for one that payers enter, each with the smallest that it takes. */
function payableBy(
  { language }: MemberVisit,
  { fixedAmount }: QrCode,
  { methods, currency: { currency } }: MethodOptions,
): string {
  const { payableByNone, payableFrom } = QR_CODES[language];
  const payable = methods.flatMap(({ method: { name }, viability }) => {
    if (viability.available) return [name];
    if (fixedAmount !== null) return [];
    return [payableFrom(name, formatMoney(language, viability.minimumRequired.toFixed(), currency))];
  });
  return payable.length === 0 ? payableByNone : payable.join(', ');
}

function Changes(props: { of: QrCode; currency: LinkCurrency }): JSX.Element {
  const visit = useMemberVisit();
  const { of: code, currency } = props;
  const texts = useTexts(QR_CODES);
  const own = { counter: code.id };
  const isActive = code.status === 'active';
  return (
    <>
      <h2>{texts.change}</h2>
      <changeCode.Form of={own} class="narrow">
        {(field) => (
          <>
            <CodeField field={field} name="name" initial={code.name} />
            <CodeField field={field} name="store_label" initial={code.storeLabel ?? ''} />
            <FixedAmountField
              field={field}
              initial={code.fixedAmount === null ? '' : typedAmountOf(code.fixedAmount, code.currency)}
              hint={[texts.fixedAmountHint, limitsOf(visit, currency)].join(' ')}
            />
            <input type="hidden" name="currency" value={code.currency} />
            <button type="submit">{texts.save}</button>
          </>
        )}
      </changeCode.Form>
      <switchCode.Section
        of={own}
        title={isActive ? texts.disable : texts.enable}
        hint={isActive ? texts.disableHint : texts.enableHint}
      >
        <input type="hidden" name="status" value={isActive ? 'disabled' : 'active'} />
      </switchCode.Section>
      <deleteCode.Section of={own} folded title={texts.remove} hint={texts.removeHint} />
    </>
  );
}
