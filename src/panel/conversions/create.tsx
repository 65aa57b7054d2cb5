import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { findBalances } from '../../ledger/index.ts';
import { money } from '../../lib/money.ts';
import { formatMoney, Select } from '../../pages/index.ts';
import type { Conversion } from '../../transfers/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { sum, text } from '../frame/fields.ts';
import { AmountField, withAvailable } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MONEY } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { CONVERSIONS } from './texts.ts';

/** The assets that can be converted, with their balances and targets. */
interface Convertible {
  asset: string;
  available: string;
  into: readonly string[];
}

/** A quote for a conversion, which is then confirmed on the conversion's page. */
export const quoteConversion = formOf({
  path: paths.conversions.new,
  access: MONEY,
  // A quote moves no money, but it must not expire while the person gives a fresh proof.
  freshProof: true,
  texts: CONVERSIONS,
  page: paths.conversions.new,
  fields: { from: text, amount: sum('from'), to: text },
  places: { insufficient_funds: 'amount' },
  prepare: async ({ accountId, actor }, { conversions }, { from, amount, to }) => {
    const { requestId } = actor;
    const request = { accountId, fromAsset: from, toAsset: to, amount, requestId };
    await conversions.check(request, { funds: true });
    return {
      ask: async (providerKey) => {
        const quote = await conversions.requestQuote(request, providerKey);
        return async (trx) => {
          const { id, ...quoted } = await conversions.create(trx, request, quote);
          const details = amountsOf(quoted);
          await recordAction(trx, accountId, actor, { action: 'conversion.quoted', subject: id, details });
          return { id };
        };
      },
    };
  },
  reply: (visit, { id }) => ({
    redirect: pathTo(visit, paths.conversions.conversion, { conversion: id }),
  }),
});

type AmountName = 'asset' | 'amount' | 'toAsset' | 'toAmount';

/** For the audit log. */
export function amountsOf({ asset, amount, toAsset, toAmount }: Pick<Conversion, AmountName>): {
  from: string;
  to: string;
} {
  return { from: `${amount} ${asset}`, to: `${toAmount} ${toAsset}` };
}

/** The form of a new conversion, for the amount and the assets. */
export const showNewConversion = pageOf(paths.conversions.new, MONEY, async (visit, services) => {
  const convertible = await listConvertible(services, visit.accountId);
  const texts = CONVERSIONS[visit.language];
  return {
    title: texts.start,
    back: { href: pathTo(visit, paths.conversions.list), label: texts.all },
    body: convertible.length === 0 ? <p>{texts.nothing}</p> : <NewConversion convertible={convertible} />,
  };
});

async function listConvertible(
  { db, conversions }: PanelServices,
  accountId: string,
): Promise<Convertible[]> {
  const [{ balances }, pairs] = await Promise.all([
    findBalances(db.read, accountId),
    conversions.listPairs(),
  ]);
  return balances
    .map(({ asset, available }) => ({
      asset,
      available,
      into: pairs.filter(({ fromAsset }) => fromAsset === asset).map(({ toAsset }) => toAsset),
    }))
    .filter(({ available, into }) => money(available).gt(0) && into.length > 0);
}

function NewConversion({ convertible }: { convertible: readonly Convertible[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(CONVERSIONS);
  const chosen = convertible.find(({ asset }) => asset === visit.field('from'));
  const targets = [...new Set(convertible.flatMap(({ into }) => into))].sort();
  // The first balance is preselected, and so is something that it can become.
  const [first] = convertible;
  return (
    <quoteConversion.Form class="narrow" problems={withAvailable(visit, texts, chosen)}>
      {(field) => (
        <>
          <Select
            {...field('from', first?.asset)}
            label={texts.available}
            options={convertible.map(({ asset, available }) => [
              asset,
              formatMoney(visit.language, available, asset),
            ])}
          />
          <AmountField {...field('amount')} label={texts.amount} hint={texts.amountHint} />
          <Select
            {...field('to', first?.into[0])}
            label={texts.to}
            options={targets.map((asset) => [asset, asset])}
          />
          <button type="submit">{texts.askQuote}</button>
        </>
      )}
    </quoteConversion.Form>
  );
}
