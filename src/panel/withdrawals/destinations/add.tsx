import type { JSX } from 'preact';
import { findAccount } from '../../../accounts/index.ts';
import { listMethods, type Method } from '../../../methods/index.ts';
import { withQuery } from '../../../pages/index.ts';
import type { DestinationParts } from '../../../treasury/index.ts';
import { Field, Once, Refusal, WithProof } from '../../frame/parts.tsx';
import { createOnce } from '../../request/once.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { reasonOf } from '../../request/refusal.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../../request/route.ts';
import type { PanelServices } from '../../request/services.ts';
import { DESTINATIONS, type DestinationTexts } from './texts.ts';

/** What can be typed in, by the name of the form's field. */
const FIELDS = [
  'label',
  'clabe',
  'beneficiary',
  'address',
  'bank_account_number',
  'bank_routing_number',
  'bank_account_name',
] as const;
const NOTHING = Object.fromEntries(FIELDS.map((name) => [name, ''])) as DestinationDraft;

type DestinationDraft = Record<(typeof FIELDS)[number], string>;

/** A new destination: by which method, and its details. */
export function addDestination(services: PanelServices): Route[] {
  const { db, providers, destinations } = services;
  const once = createOnce(services);

  /** By which the account can send money out here. */
  const listOpenMethods = async (accountId: string): Promise<Method[]> => {
    const [methods, account] = await Promise.all([
      listMethods(db.read),
      findAccount(db.read, { id: accountId }),
    ]);
    return methods.filter(
      ({ name, kind, enabled, provider }) =>
        enabled &&
        kind !== 'key' &&
        providers.find(provider) !== undefined &&
        account?.disabledMethods.includes(name) === false,
    );
  };

  return [
    {
      method: 'get',
      path: paths.destinations.new,
      access: MONEY,
      handle: async (visit) => {
        const methods = await listOpenMethods(visit.accountId);
        const method = methods.find(({ name }) => name === visit.query('method'));
        return {
          page: method ? addPage(visit, { method, draft: NOTHING }) : chooseMethodPage(visit, methods),
        };
      },
    },
    {
      method: 'post',
      path: paths.destinations.new,
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const { accountId, actor, language } = visit;
        const methods = await listOpenMethods(accountId);
        const method = methods.find(({ name }) => name === visit.field('method'));
        if (!method) return { page: chooseMethodPage(visit, methods), status: 422 };
        const draft = draftOf(visit);
        try {
          await once(visit, () => async (trx) => {
            const { label } = draft;
            const parts = partsOf(method, draft);
            return {
              id: await destinations.save(trx, accountId, actor, {
                label,
                method: method.name,
                parts,
              }),
            };
          });
          return { redirect: withQuery(pathTo(visit, paths.destinations.list), { notice: 'added' }) };
        } catch (error) {
          const problem = reasonOf(error, DESTINATIONS[language].problems);
          return { page: addPage(visit, { method, draft, problem }), status: 422 };
        }
      },
    },
  ];
}

function draftOf(visit: MemberVisit): DestinationDraft {
  return Object.fromEntries(FIELDS.map((name) => [name, visit.field(name).trim()])) as DestinationDraft;
}

/** People write numbers in groups. */
function partsOf({ network }: Method, draft: DestinationDraft): DestinationParts {
  const digits = (text: string): string => text.replaceAll(/[\s-]/g, '');
  return {
    clabe: digits(draft.clabe),
    beneficiary: draft.beneficiary === '' ? undefined : draft.beneficiary,
    address: draft.address,
    network: network ?? undefined,
    bankAccountNumber: digits(draft.bank_account_number),
    bankRoutingNumber: digits(draft.bank_routing_number),
    bankAccountName: draft.bank_account_name,
  };
}

/** First by which method, then what that method needs: each is a page, so that no script is needed. */
function chooseMethodPage(visit: MemberVisit, methods: readonly Method[]): Page {
  const texts = DESTINATIONS[visit.language];
  return {
    title: texts.add,
    body: (
      <>
        <p>{texts.choose}</p>
        <ul>
          {methods.map(({ name, kind, asset, network }) => (
            <li>
              <a href={withQuery(pathTo(visit, paths.destinations.new), { method: name })}>
                {kind === 'key' ? name : texts.kinds[kind](asset)}
              </a>{' '}
              <span class="muted">{network === null ? name : `${name} · ${network}`}</span>
            </li>
          ))}
        </ul>
        <p>
          <a href={pathTo(visit, paths.destinations.list)}>{texts.backToList}</a>
        </p>
      </>
    ),
  };
}

function addPage(
  visit: MemberVisit,
  form: { method: Method; draft: DestinationDraft; problem?: keyof DestinationTexts['problems'] },
): Page {
  const texts = DESTINATIONS[visit.language];
  const { method, draft, problem } = form;
  return {
    title: method.kind === 'key' ? texts.add : texts.kinds[method.kind](method.asset),
    body: (
      <>
        {problem !== undefined && <Refusal>{texts.problems[problem]}</Refusal>}
        <WithProof visit={visit}>
          <form method="post" action={pathTo(visit, paths.destinations.new)} class="narrow">
            <Once />
            <input type="hidden" name="method" value={method.name} />
            <Field
              name="label"
              label={texts.label}
              hint={texts.labelHint}
              autocomplete="off"
              maxlength={100}
              value={draft.label}
            />
            <Parts visit={visit} method={method} draft={draft} />
            <p class="muted">{texts.saveHint}</p>
            <button type="submit">{texts.save}</button>
          </form>
        </WithProof>
        <p>
          <a href={pathTo(visit, paths.destinations.list)}>{texts.backToList}</a>
        </p>
      </>
    ),
  };
}

function Parts(props: { visit: MemberVisit; method: Method; draft: DestinationDraft }): JSX.Element {
  const { visit, method, draft } = props;
  const texts = DESTINATIONS[visit.language];
  const off = { autocomplete: 'off' } as const;
  if (method.kind === 'clabe') {
    return (
      <>
        <Field
          {...off}
          name="clabe"
          label={texts.clabe}
          hint={texts.clabeHint}
          inputmode="numeric"
          maxlength={40}
          value={draft.clabe}
        />
        <Field
          {...off}
          name="beneficiary"
          label={texts.beneficiary}
          hint={texts.beneficiaryHint}
          maxlength={140}
          required={false}
          value={draft.beneficiary}
        />
      </>
    );
  }
  if (method.kind === 'on_chain') {
    const network = method.network ?? '';
    return (
      <Field
        {...off}
        name="address"
        label={texts.address(network)}
        hint={texts.addressHint(method.asset, network)}
        maxlength={60}
        value={draft.address}
      />
    );
  }
  return (
    <>
      <Field
        {...off}
        name="bank_account_number"
        label={texts.bankAccountNumber}
        inputmode="numeric"
        maxlength={40}
        value={draft.bank_account_number}
      />
      <Field
        {...off}
        name="bank_routing_number"
        label={texts.bankRoutingNumber}
        inputmode="numeric"
        maxlength={40}
        value={draft.bank_routing_number}
      />
      <Field
        {...off}
        name="bank_account_name"
        label={texts.bankAccountName}
        maxlength={140}
        value={draft.bank_account_name}
      />
    </>
  );
}
