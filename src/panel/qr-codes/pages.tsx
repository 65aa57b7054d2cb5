import type { JSX } from 'preact';
import type { Page as ListPage } from '../../lib/cursor.ts';
import type { LinkCurrency } from '../../methods/index.ts';
import { formatMoney, formatNumber, plainNumber } from '../../pages/index.ts';
import type { CollectionRow, QrCodeRow, QrCodeSummaryRow } from '../../qr-codes/index.ts';
import { Field, Moment, Once, Outcome, Refusal } from '../frame/parts.tsx';
import { Amount, Copy, Facts, Pages, Status, Table } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { mayChange } from './access.ts';
import { QR_CODES } from './texts.ts';

/** The most common choice. */
const USUAL_CURRENCY = 'MXNB';

export function codesPage(
  visit: MemberVisit,
  { data, next_cursor: nextCursor }: ListPage<QrCodeSummaryRow>,
): Page {
  const texts = QR_CODES[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} />
        <p>{texts.intro}</p>
        {mayChange(visit) && (
          <p>
            <a href={pathTo(visit, 'qr-codes/new')}>{texts.create}</a>
          </p>
        )}
        {data.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <Table
            label={texts.title}
            headings={[texts.name, texts.storeLabel, texts.fixedAmount, texts.status, texts.created]}
          >
            {data.map((code) => (
              <tr>
                <th scope="row">
                  <a href={pathTo(visit, `qr-codes/${code.id}`)} dir="auto">
                    {code.name}
                  </a>
                </th>
                <td dir="auto">{code.storeLabel}</td>
                <td>
                  <AmountOf visit={visit} code={code} />
                </td>
                <td>
                  <State visit={visit} code={code} />
                </td>
                <td>
                  <Moment visit={visit} at={code.createdAt} />
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pages visit={visit} next={nextCursor} />
      </>
    ),
  };
}

/** `problem` explains why the input was refused; the form keeps the input. */
export function newCodePage(visit: MemberVisit, currencies: readonly LinkCurrency[], problem?: string): Page {
  const { language } = visit;
  const texts = QR_CODES[language];
  const typed = (name: string): { value: string } => ({ value: visit.field(name) });
  return {
    title: texts.createTitle,
    body: (
      <form method="post" action={pathTo(visit, 'qr-codes/new')} class="narrow">
        {problem !== undefined && <Refusal>{problem}</Refusal>}
        <Once />
        <Field
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          maxlength={100}
          autocomplete="off"
          {...typed('name')}
        />
        <Field
          name="store_label"
          label={`${texts.storeLabel} (${texts.optional})`}
          required={false}
          maxlength={100}
          autocomplete="off"
          {...typed('store_label')}
        />
        <Field
          name="external_reference"
          label={`${texts.reference} (${texts.optional})`}
          hint={texts.referenceHint}
          required={false}
          maxlength={100}
          autocomplete="off"
          {...typed('external_reference')}
        />
        <label for="currency">{texts.currency}</label>
        <select id="currency" name="currency" aria-describedby="limits">
          {currencies.map(({ currency }) => (
            <option value={currency} selected={currency === (visit.field('currency') || USUAL_CURRENCY)}>
              {currency}
            </option>
          ))}
        </select>
        <Field
          name="fixed_amount"
          label={`${texts.fixedAmount} (${texts.optional})`}
          hint={texts.fixedAmountHint}
          required={false}
          inputmode="decimal"
          maxlength={21}
          autocomplete="off"
          {...typed('fixed_amount')}
        />
        <ul class="hints" id="limits">
          {currencies.map((currency) => (
            <li>{limitsOf(visit, currency)}</li>
          ))}
        </ul>
        <button type="submit">{texts.create}</button>
      </form>
    ),
  };
}

export function codePage(
  visit: MemberVisit,
  code: QrCodeRow,
  currency: LinkCurrency | undefined,
  { data, next_cursor: nextCursor }: ListPage<CollectionRow>,
): Page {
  const texts = QR_CODES[visit.language];
  return {
    title: code.name,
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
            [texts.created, <Moment visit={visit} at={code.createdAt} />],
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
                  <a href={pathTo(visit, `links/${collection.paymentLinkCode}`)}>
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
  code: QrCodeRow;
  currency: LinkCurrency | undefined;
}): JSX.Element {
  const { visit, code, currency } = props;
  const texts = QR_CODES[visit.language];
  const action = (what: string): string => pathTo(visit, `qr-codes/${code.id}/${what}`);
  const isActive = code.status === 'active';
  return (
    <>
      <h2>{texts.change}</h2>
      <form method="post" action={action('change')} class="narrow">
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
          value={code.fixedAmount === null ? '' : plainNumber(code.fixedAmount)}
          required={false}
          inputmode="decimal"
          maxlength={21}
          autocomplete="off"
        />
        <button type="submit">{texts.save}</button>
      </form>
      <form method="post" action={action('status')}>
        <h2>{isActive ? texts.disable : texts.enable}</h2>
        <p>{isActive ? texts.disableHint : texts.enableHint}</p>
        <button type="submit" name="status" value={isActive ? 'disabled' : 'active'} class="secondary">
          {isActive ? texts.disable : texts.enable}
        </button>
      </form>
      <form method="post" action={action('delete')}>
        <h2>{texts.remove}</h2>
        <p>{texts.removeHint}</p>
        <button type="submit" class="secondary">
          {texts.remove}
        </button>
      </form>
    </>
  );
}

function State({ visit, code }: { visit: MemberVisit; code: QrCodeSummaryRow }): JSX.Element {
  return (
    <Status tone={code.status === 'active' ? 'good' : 'quiet'}>
      {QR_CODES[visit.language].statuses[code.status]}
    </Status>
  );
}

function AmountOf({ visit, code }: { visit: MemberVisit; code: QrCodeSummaryRow }): JSX.Element {
  const { fixedAmount: amount, currency } = code;
  if (amount === null) return <span class="muted">{QR_CODES[visit.language].payerTypes}</span>;
  return <span class="amount">{formatMoney(visit.language, amount, currency)}</span>;
}

function limitsOf({ language }: MemberVisit, { currency, minAmount, maxAmount }: LinkCurrency): string {
  const format = (amount: string): string => formatNumber(language, amount);
  return QR_CODES[language].limits(format(minAmount.toFixed()), format(maxAmount.toFixed()), currency);
}
