import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import { findBalances } from '../../ledger/index.ts';
import { money } from '../../lib/money.ts';
import { formatMoney } from '../../pages/index.ts';
import type { ConversionRequest } from '../../transfers/index.ts';
import { amountError, Field, Once, Refusal, WithProof } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Page, type Reply, type Route } from '../request/route.ts';
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

/** The form for a new conversion, with what was typed in before. */
interface Draft {
  from: string;
  to: string;
  amount: string;
}

type ConversionProblem = keyof (typeof CONVERSIONS)['en']['problems'];

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

  const showForm = async (visit: MemberVisit, draft: Draft, problem?: ConversionProblem): Promise<Reply> => {
    const convertible = await listConvertible(visit.accountId);
    if (problem === undefined) return { page: startPage(visit, { convertible, draft }) };
    return { page: startPage(visit, { convertible, draft, problem }), status: 422 };
  };

  return [
    {
      method: 'get',
      path: paths.conversions.new,
      access: MONEY,
      handle: (visit) => showForm(visit, { from: '', to: '', amount: '' }),
    },
    {
      method: 'post',
      path: paths.conversions.new,
      access: MONEY,
      // Moves nothing yet, but nobody should lose a short quote to proving who they are.
      freshProof: true,
      handle: async (visit) => {
        const draft = draftOf(visit);
        try {
          const { id } = await once(visit, async () => {
            const request = toRequest(visit, draft);
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
          return showForm(visit, draft, reasonOf(error, CONVERSIONS[visit.language].problems));
        }
      },
    },
  ];
}

function draftOf(visit: MemberVisit): Draft {
  const typed = (name: string): string => visit.field(name).trim();
  return { from: typed('from'), to: typed('to'), amount: typed('amount') };
}

function toRequest(visit: MemberVisit, draft: Draft): ConversionRequest {
  return {
    accountId: visit.accountId,
    fromAsset: draft.from,
    toAsset: draft.to,
    amount: sumTyped(visit, draft.amount),
    requestId: visit.actor.requestId,
  };
}

function startPage(
  visit: MemberVisit,
  {
    convertible,
    draft,
    problem,
  }: { convertible: readonly Convertible[]; draft: Draft; problem?: ConversionProblem },
): Page {
  const texts = CONVERSIONS[visit.language];
  const chosen = convertible.find(({ asset }) => asset === draft.from);
  const error = amountError(visit, problem, texts, chosen);
  return {
    title: texts.start,
    back: { href: pathTo(visit, paths.conversions.list), label: texts.all },
    body: (
      <>
        {problem !== undefined && error === undefined && <Refusal>{texts.problems[problem]}</Refusal>}
        {convertible.length === 0 ? (
          <p>{texts.nothing}</p>
        ) : (
          <WithProof visit={visit}>
            <StartForm visit={visit} convertible={convertible} draft={draft} error={error} />
          </WithProof>
        )}
      </>
    ),
  };
}

function StartForm(props: {
  visit: MemberVisit;
  convertible: readonly Convertible[];
  draft: Draft;
  error: string | undefined;
}): JSX.Element {
  const { visit, convertible, draft, error } = props;
  const texts = CONVERSIONS[visit.language];
  const targets = [...new Set(convertible.flatMap(({ into }) => into))].sort();
  // The first balance is preselected, and so is something that it can become.
  const from = convertible.find(({ asset }) => asset === draft.from) ?? convertible[0];
  const to = draft.to === '' ? from?.into[0] : draft.to;
  return (
    <form method="post" action={pathTo(visit, paths.conversions.new)} class="narrow">
      <Once />
      <label for="from">{texts.available}</label>
      <select id="from" name="from" required>
        {convertible.map(({ asset, available }) => (
          <option value={asset} selected={asset === from?.asset}>
            {formatMoney(visit.language, available, asset)}
          </option>
        ))}
      </select>
      <Field
        name="amount"
        label={texts.amount}
        hint={texts.amountHint}
        error={error}
        value={draft.amount}
        inputmode="decimal"
        autocomplete="off"
        maxlength={30}
      />
      <label for="to">{texts.to}</label>
      <select id="to" name="to" required>
        {targets.map((asset) => (
          <option value={asset} selected={asset === to}>
            {asset}
          </option>
        ))}
      </select>
      <button type="submit">{texts.askQuote}</button>
    </form>
  );
}
