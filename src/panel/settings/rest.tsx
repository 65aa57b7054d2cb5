import type { JSX } from 'preact';
import { changeAccount } from '../../accounts/index.ts';
import { recordAction } from '../../audit-log/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { OWNERS } from '../../people/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { WithProof } from '../frame/parts.tsx';
import { paths } from '../request/paths.ts';
import { SETTINGS } from './texts.ts';

/** Turns on or off that payers who sent too little are asked for the rest (D7). */
export const switchRest = actionOf({
  path: paths.settings.rest,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  act: async (trx, visit) => {
    const wanted = visit.field('pay_the_rest');
    if (wanted !== 'on' && wanted !== 'off') throw invalidParam('pay_the_rest', 'It is on or off.');
    const change = { payTheRest: wanted === 'on', disableMethods: [], enableMethods: [] };
    const account = await changeAccount(trx, visit.accountId, change);
    if (!account) throw new DomainError('account_not_found');
    await recordAction(trx, visit.accountId, visit.actor, {
      action: `account.pay_the_rest_${wanted}`,
      subject: account.name,
    });
    return { wanted } as const;
  },
  flash: ({ wanted }) => `pay_the_rest_${wanted}` as const,
});

export function RestSection({ isOn }: { isOn: boolean }): JSX.Element {
  const texts = useTexts(SETTINGS).rest;
  const next = isOn ? 'off' : 'on';
  return (
    <>
      <h2>{texts.title}</h2>
      <p>
        <strong>{texts.is[isOn ? 'on' : 'off']}</strong> {texts.why}
      </p>
      <p>{texts.limits}</p>
      {OWNERS.includes(useMemberVisit().membership.role) && (
        <WithProof>
          <switchRest.Form>
            <button type="submit" name="pay_the_rest" value={next} class="secondary">
              {texts.turn[next]}
            </button>
          </switchRest.Form>
        </WithProof>
      )}
    </>
  );
}
