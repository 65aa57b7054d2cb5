import type { JSX } from 'preact';
import { formatMoney } from '../../../pages/format.ts';
import type { LimitRow } from '../../../treasury/limits/repository.ts';
import { Field, Moment, Outcome, WithProof } from '../../frame/parts.tsx';
import { Amount, Table } from '../../frame/tables.tsx';
import { OWNERS, pathTo, type MemberVisit, type Page } from '../../route.ts';
import { LIMITS } from './texts.ts';

/** A limit, and how much of it is used. */
export type UsedLimit = LimitRow & { withdrawn: string };

export function limitsPage(
  visit: MemberVisit,
  { limits, assets }: { limits: readonly UsedLimit[]; assets: readonly string[] },
): Page {
  const texts = LIMITS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p class="muted">{texts.why}</p>
        {limits.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <Table
            label={texts.title}
            headings={[texts.asset, { number: texts.limit }, { number: texts.used }, texts.next]}
          >
            {limits.map((limit) => (
              <Row visit={visit} limit={limit} />
            ))}
          </Table>
        )}
        <h2>{texts.set}</h2>
        {OWNERS.includes(visit.membership.role) ? (
          <>
            <p class="muted">{texts.setHint}</p>
            <WithProof visit={visit}>
              <form method="post" action={pathTo(visit, 'withdrawals/limits')} class="narrow">
                <label for="asset">{texts.asset}</label>
                <select id="asset" name="asset" required>
                  {assets.map((asset) => (
                    <option value={asset}>{asset}</option>
                  ))}
                </select>
                <Field
                  name="amount"
                  label={texts.amount}
                  hint={texts.amountHint}
                  inputmode="decimal"
                  autocomplete="off"
                  required={false}
                  maxlength={21}
                />
                <button type="submit">{texts.save}</button>
              </form>
            </WithProof>
          </>
        ) : (
          <p class="muted">{texts.onlyOwners}</p>
        )}
        <p>
          <a href={pathTo(visit, 'withdrawals')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function Row({ visit, limit }: { visit: MemberVisit; limit: UsedLimit }): JSX.Element {
  const texts = LIMITS[visit.language];
  const { asset, amount, next_amount, next_at, withdrawn } = limit;
  return (
    <tr>
      <th scope="row">{asset}</th>
      <td class="number">
        {amount === null ? texts.noLimit : <Amount visit={visit} of={amount} asset={asset} />}
      </td>
      <td class="number">
        <Amount visit={visit} of={withdrawn} asset={asset} />
      </td>
      <td>
        {next_at && (
          <>
            {texts.from(
              next_amount === null ? texts.noLimit : formatMoney(visit.language, next_amount, asset),
            )}{' '}
            <Moment visit={visit} at={next_at} />
          </>
        )}
      </td>
    </tr>
  );
}
