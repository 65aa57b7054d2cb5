import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import { findBalances } from '../../ledger/index.ts';
import { money } from '../../lib/money.ts';
import { Field, formatMoney, Refusal, Select } from '../../pages/index.ts';
import type { ConversionRequest } from '../../transfers/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Form, fieldsOf } from '../frame/fields.ts';
import { Once, withAvailable, WithProof } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { refusalOf } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { sumTyped } from '../request/typed-amount.ts';
import { amountsOf } from './conversion.tsx';
import { CONVERSIONS } from './texts.ts';

/** What can be converted: what there is of it, and into what. */
interface Convertible {
  asset: string;
  available: string;
  into: readonly string[];
}

/** A new conversion: what to convert, and its quote. */
export function createConversion(services: PanelServices): Route[] {
  const { db, conversions } = services;
  const once = createOnce(services);

  const listConvertible = async (accountId: string): Promise<Convertible[]> => {
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
  };

  return [
    {
      method: 'get',
      path: paths.conversions.new,
      access: MONEY,
      handle: async (visit) => ({ page: startPage(visit, await listConvertible(visit.accountId)) }),
    },
    {
      method: 'post',
      path: paths.conversions.new,
      access: MONEY,
      // Moves nothing yet, but nobody should lose a short quote to proving who they are.
      freshProof: true,
      handle: async (visit) => {
        try {
          const { id } = await once(visit, async () => {
            const request = toRequest(visit);
            await conversions.check(request, { funds: true });
            return {
              ask: async (providerKey) => {
                const quote = await conversions.requestQuote(request, providerKey);
                return async (trx) => {
                  const { id, ...quoted } = await conversions.create(trx, request, quote);
                  await recordDeed(trx, visit.accountId, visit.actor, {
                    action: 'conversion.quoted',
                    subject: id,
                    details: amountsOf(quoted),
                  });
                  return { id };
                };
              },
            };
          });
          return { redirect: pathTo(visit, paths.conversions.conversion, { conversion: id }) };
        } catch (error) {
          const on = { form: paths.conversions.new, page: paths.conversions.new };
          return refusalOf(error, on, CONVERSIONS.en.problems);
        }
      },
    },
  ];
}

function toRequest(visit: MemberVisit): ConversionRequest {
  return {
    accountId: visit.accountId,
    fromAsset: visit.field('from'),
    toAsset: visit.field('to'),
    amount: sumTyped(visit, visit.field('amount').trim()),
    requestId: visit.actor.requestId,
  };
}

function startPage(visit: MemberVisit, convertible: readonly Convertible[]): Page {
  const texts = CONVERSIONS[visit.language];
  const chosen = convertible.find(({ asset }) => asset === visit.field('from'));
  const form = fieldsOf(visit, withAvailable(visit, texts, chosen), ['from', 'amount', 'to'], {
    insufficient_funds: 'amount',
  });
  return {
    title: texts.start,
    back: { href: pathTo(visit, paths.conversions.list), label: texts.all },
    body: (
      <>
        <Refusal>{form.above}</Refusal>
        {convertible.length === 0 ? (
          <p>{texts.nothing}</p>
        ) : (
          <WithProof>
            <StartForm convertible={convertible} form={form} />
          </WithProof>
        )}
      </>
    ),
  };
}

function StartForm(props: { convertible: readonly Convertible[]; form: Form }): JSX.Element {
  const visit = useMemberVisit();
  const { convertible, form } = props;
  const texts = useTexts(CONVERSIONS);
  const targets = [...new Set(convertible.flatMap(({ into }) => into))].sort();
  // The first balance is preselected, and so is something that it can become.
  const [first] = convertible;
  return (
    <form method="post" action={pathTo(visit, paths.conversions.new)} class="narrow">
      <Once />
      <Select
        {...form.field('from', first?.asset)}
        label={texts.available}
        options={convertible.map(({ asset, available }) => [
          asset,
          formatMoney(visit.language, available, asset),
        ])}
      />
      <Field
        {...form.field('amount')}
        label={texts.amount}
        hint={texts.amountHint}
        inputmode="decimal"
        autocomplete="off"
        maxlength={30}
      />
      <Select
        {...form.field('to', first?.into[0])}
        label={texts.to}
        options={targets.map((asset) => [asset, asset])}
      />
      <button type="submit">{texts.askQuote}</button>
    </form>
  );
}
