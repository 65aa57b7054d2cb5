import { findAccount } from '../../../accounts/index.ts';
import { listMethods, type Method } from '../../../methods/index.ts';
import { Field, Refusal, withQuery } from '../../../pages/index.ts';
import {
  DESTINATION_PLACES,
  DestinationFields,
  destinationFieldsOf,
  destinationTyped,
} from '../../frame/destination-fields.tsx';
import { fieldsOf } from '../../frame/fields.ts';
import { Once, WithProof } from '../../frame/parts.tsx';
import { createOnce } from '../../request/once.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { refusalOf } from '../../request/refusal.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../../request/route.ts';
import type { PanelServices } from '../../request/services.ts';
import { DESTINATIONS } from './texts.ts';

/** A new destination, with its method and its details. */
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
      ({ name, enabled, provider }) =>
        enabled &&
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
        const named = visit.refused ? visit.field('method') : visit.query('method');
        const method = methods.find(({ name }) => name === named);
        return { page: method ? addPage(visit, method) : chooseMethodPage(visit, methods) };
      },
    },
    {
      method: 'post',
      path: paths.destinations.new,
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const { accountId, actor } = visit;
        const methods = await listOpenMethods(accountId);
        const method = methods.find(({ name }) => name === visit.field('method'));
        if (!method) return { page: chooseMethodPage(visit, methods), status: 422 };
        try {
          await once(visit, () => async (trx) => {
            const label = visit.field('label').trim();
            const parts = destinationTyped(visit, method.network);
            return {
              id: await destinations.save(trx, accountId, actor, {
                label,
                method: method.name,
                parts,
              }),
            };
          });
          return { redirect: withQuery(pathTo(visit, paths.destinations.list), { flash: 'added' }) };
        } catch (error) {
          const on = { form: paths.destinations.new, page: paths.destinations.new };
          return refusalOf(error, on, DESTINATIONS.en.problems);
        }
      },
    },
  ];
}

/** The method comes first, then the details that it needs. Each is a page, so that no script is needed. */
function chooseMethodPage(visit: MemberVisit, methods: readonly Method[]): Page {
  const texts = DESTINATIONS[visit.language];
  return {
    title: texts.add,
    back: { href: pathTo(visit, paths.destinations.list), label: texts.backToList },
    body: (
      <>
        <p>{texts.choose}</p>
        <ul>
          {methods.map(({ name, kind, asset, network }) => (
            <li>
              <a href={withQuery(pathTo(visit, paths.destinations.new), { method: name })}>
                {texts.kinds[kind](asset)}
              </a>{' '}
              <span class="muted">{network === null ? name : `${name} · ${network}`}</span>
            </li>
          ))}
        </ul>
      </>
    ),
  };
}

function addPage(visit: MemberVisit, method: Method): Page {
  const texts = DESTINATIONS[visit.language];
  const form = fieldsOf(
    visit,
    texts.problems,
    ['label', ...destinationFieldsOf(method.kind)],
    DESTINATION_PLACES,
  );
  return {
    title: texts.kinds[method.kind](method.asset),
    back: { href: pathTo(visit, paths.destinations.list), label: texts.backToList },
    body: (
      <>
        <Refusal>{form.above}</Refusal>
        <WithProof>
          <form method="post" action={pathTo(visit, paths.destinations.new)} class="narrow">
            <Once />
            <input type="hidden" name="method" value={method.name} />
            <Field
              {...form.field('label')}
              label={texts.name}
              hint={texts.labelHint}
              autocomplete="off"
              maxlength={100}
            />
            <DestinationFields form={form} of={method} beneficiaryHint={texts.beneficiaryHint} />
            {visit.sendsMail && <p class="muted">{texts.saveHint}</p>}
            <button type="submit">{texts.save}</button>
          </form>
        </WithProof>
      </>
    ),
  };
}
