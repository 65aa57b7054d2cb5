import type { JSX } from 'preact';
import {
  type DetailedMovement,
  findHeld,
  type HeldMoney,
  listHeldMoney,
  listMovements,
  type Movement,
  type MovementFilters,
  netOf,
  sumMovements,
  withDetails,
} from '../../ledger/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { withChecksum } from '../../methods/index.ts';
import { formatMoney, formatQuantity } from '../../pages/index.ts';
import { useMemberVisit } from '../frame/context.tsx';
import { listOf } from '../frame/list.tsx';
import { totalsOf } from '../frame/totals.tsx';
import { Amount } from '../frame/parts.tsx';
import type { Column, RowSubject } from '../frame/rows.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, READERS, WRITERS } from '../request/route.ts';
import { movementColumns } from './csv.ts';
import { listMetadataKeys } from './repository.ts';
import { MOVEMENTS, typeText } from './texts.ts';

/** Every change of the account's available balances, as the API lists them (D11). */
export const movementRoutes = listOf({
  path: paths.movements.list,
  access: MEMBERS,
  name: 'panel_movements',
  views: { save: paths.movements.saveView, remove: paths.movements.removeView, access: WRITERS },
  limit: () => 50,
  filters: async (given, { accountId }, { db }): Promise<MovementFilters> => {
    const texts = MOVEMENTS[given.language];
    const { assets } = await findHeld(db.read, accountId);
    return {
      asset: given.choice('asset', texts.asset, assets),
      type: given.choice('type', texts.type, Object.keys(texts.types), texts.types),
      ...given.days('included'),
      paymentLinkCode: given
        .matching(/^PL(-[A-Z0-9]{4}){3}$/i, {
          name: 'link',
          label: texts.link,
          maxlength: 17,
          placeholder: 'PL-XXXX-XXXX-XXXX',
        })
        ?.toUpperCase(),
    };
  },
  read: async (on, query) => withDetails(on, query.accountId, await listMovements(on, query)),
  idOf: ({ id }) => id,
  file: {
    path: paths.movements.csv,
    name: 'movements',
    ofColumns: {
      '': ['id', 'description', 'reference', 'payment_link_code', 'asset'],
      payer: ['payer'],
      method: ['method'],
      type: ['type'],
      created_at: ['created_at'],
      fee: ['fee'],
      net: ['net'],
      amount: ['amount', 'balance_after'],
    },
    columns: (_visit, metadataKeys) => movementColumns(metadataKeys),
  },
  totals: totalsOf({
    read: sumMovements,
    nameOf: ({ asset }) => asset,
    columns: ({ language }) => {
      const texts = MOVEMENTS[language];
      return [
        { heading: texts.moneyIn, number: ({ moneyIn, asset }) => formatQuantity(language, moneyIn, asset) },
        {
          heading: texts.moneyOut,
          number: ({ moneyOut, asset }) => formatQuantity(language, moneyOut, asset),
        },
        { heading: texts.net, number: ({ net, asset }) => formatQuantity(language, net, asset) },
      ];
    },
  }),
  beside: async ({ accountId }, { isFirst }, { db }) => {
    const [metadataKeys, held] = await Promise.all([
      listMetadataKeys(db.read, accountId),
      isFirst ? listHeldMoney(db.read, { accountId }) : [],
    ]);
    return { metadataKeys, held };
  },
  show: (visit, { rows, next, isFiltered, beside: { metadataKeys, held } }) => {
    const texts = MOVEMENTS[visit.language];
    return {
      title: texts.title,
      metadataKeys,
      rows,
      next,
      columns: columnsFor(visit),
      none: isFiltered ? texts.none : texts.noneYet,
      below: <HeldNote held={held} />,
    };
  },
});

function columnsFor(visit: MemberVisit): Column<DetailedMovement>[] {
  const { language } = visit;
  const texts = MOVEMENTS[language];
  const quantity = (amount: string | null | undefined, asset: string) =>
    amount && formatQuantity(language, amount, asset);
  return [
    { heading: texts.description, subject: (row) => subjectOf(visit, row) },
    { key: 'payer', heading: texts.payer, said: ({ payer }) => payer && withChecksum(payer) },
    { key: 'method', heading: texts.method, cell: ({ method }) => method },
    { key: 'type', heading: texts.type, cell: ({ type }) => typeText(language, type) },
    { key: 'created_at', heading: texts.when, moment: ({ createdAt }) => createdAt },
    { key: 'fee', heading: texts.fee, aside: true, number: ({ fee, asset }) => quantity(fee, asset) },
    { key: 'net', heading: texts.net, aside: true, number: (row) => quantity(netOf(row), row.asset) },
    {
      key: 'amount',
      heading: texts.amount,
      number: ({ amount, asset, balanceAfter }) => (
        <>
          <Amount of={amount} asset={asset} signed />
          <br />
          <small class="muted">{texts.balanceAfter(formatQuantity(language, balanceAfter, asset))}</small>
        </>
      ),
    },
  ];
}

/** The name that people know a movement by, with the page that explains it; some may not open a withdrawal's. */
function subjectOf(visit: MemberVisit, row: DetailedMovement): RowSubject {
  const { type, paymentLinkCode: code, description, reference } = row;
  const isPayment = type === 'payment' || type === 'fee';
  return {
    href: isPayment && code !== null ? pathTo(visit, paths.links.link, { code }) : pageOfCause(visit, row),
    title: description ?? typeText(visit.language, type),
    detail: [reference, code].filter((one) => one !== null).join(' · '),
  };
}

/** Held money is in no movement until a person decides on it. */
function HeldNote({ held }: { held: readonly HeldMoney[] }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = MOVEMENTS[visit.language];
  if (held.length === 0) return null;
  const amounts = held.map(({ amount, asset }) => formatMoney(visit.language, amount, asset));
  return (
    <p>
      {texts.held(new Intl.ListFormat(visit.language).format(amounts))}{' '}
      <a href={pathTo(visit, paths.deposits.list)}>{texts.seeHeld}</a>
    </p>
  );
}

/** The page of the record that caused a movement; undefined for who may not read it. */
function pageOfCause(
  visit: MemberVisit,
  { sourceObject: object, sourceId: id }: Movement,
): string | undefined {
  const mayRead = object !== 'withdrawal' || READERS.includes(visit.membership.role);
  return mayRead && isKeyOf(objectPages, object) ? objectPages[object](visit, id) : undefined;
}
