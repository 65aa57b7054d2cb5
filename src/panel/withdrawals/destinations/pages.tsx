import type { JSX } from 'preact';
import type { Method } from '../../../methods/index.ts';
import type { SavedDestination } from '../../../treasury/index.ts';
import { describeDestination } from '../../frame/destination.ts';
import { Field, Moment, Once, Outcome, Refusal, WithProof } from '../../frame/parts.tsx';
import { Facts, Status, Table } from '../../frame/tables.tsx';
import { MONEY, pathTo, type MemberVisit, type Page } from '../../request/route.ts';
import { DESTINATIONS, type DestinationTexts } from './texts.ts';

/** What can be typed in, by the name of the form's field. */
export const FIELDS = [
  'label',
  'clabe',
  'beneficiary',
  'address',
  'bank_account_number',
  'bank_routing_number',
  'bank_account_name',
] as const;
export type DestinationDraft = Record<(typeof FIELDS)[number], string>;

export function destinationsPage(
  visit: MemberVisit,
  { destinations, now }: { destinations: readonly SavedDestination[]; now: Date },
): Page {
  const texts = DESTINATIONS[visit.language];
  const mayAct = MONEY.includes(visit.membership.role);
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p class="muted">{destinations.length === 0 ? texts.none : texts.why}</p>
        {mayAct && (
          <p>
            <a href={pathTo(visit, 'withdrawals/destinations/new')} role="button">
              {texts.add}
            </a>
          </p>
        )}
        {destinations.length > 0 && (
          <Table
            label={texts.title}
            headings={[texts.name, texts.account, texts.state, texts.method, texts.saved]}
          >
            {destinations.map((destination) => (
              <Row visit={visit} of={destination} now={now} />
            ))}
          </Table>
        )}
        <p>
          <a href={pathTo(visit, 'withdrawals')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function Row({ visit, of, now }: { visit: MemberVisit; of: SavedDestination; now: Date }): JSX.Element {
  const { id, label, method, destination, createdAt } = of;
  return (
    <tr>
      <th scope="row" dir="auto">
        <a href={pathTo(visit, `withdrawals/destinations/${id}`)}>{label}</a>
      </th>
      <td>{describeDestination(destination)}</td>
      <td>
        <Trust visit={visit} of={of} now={now} />
      </td>
      <td>{method}</td>
      <td>
        <Moment visit={visit} at={createdAt} />
      </td>
    </tr>
  );
}

function Trust({ visit, of, now }: { visit: MemberVisit; of: SavedDestination; now: Date }): JSX.Element {
  const texts = DESTINATIONS[visit.language];
  const { trustedAt } = of;
  if (trustedAt <= now) return <Status tone="good">{texts.inUse}</Status>;
  return (
    <Status tone="waiting">
      {texts.newUntil} <Moment visit={visit} at={trustedAt} />
    </Status>
  );
}

export function destinationPage(visit: MemberVisit, of: SavedDestination, now: Date): Page {
  const texts = DESTINATIONS[visit.language];
  const { id, label, method, destination, createdAt, createdByEmail } = of;
  return {
    title: label,
    body: (
      <>
        <p>
          <Trust visit={visit} of={of} now={now} />
        </p>
        <Facts
          of={[
            [texts.method, method],
            [texts.account, describeDestination(destination)],
            [texts.saved, <Moment visit={visit} at={createdAt} />],
            [texts.savedBy, createdByEmail],
          ]}
        />
        {MONEY.includes(visit.membership.role) && (
          <>
            <p>
              <a href={`${pathTo(visit, 'withdrawals/new')}?destination=${id}`} role="button">
                {texts.withdraw}
              </a>
            </p>
            <h2>{texts.remove}</h2>
            <p class="muted">{texts.removeHint}</p>
            <WithProof visit={visit}>
              <form method="post" action={pathTo(visit, `withdrawals/destinations/${id}/remove`)}>
                <button type="submit" class="secondary">
                  {texts.removeIt}
                </button>
              </form>
            </WithProof>
          </>
        )}
        <p>
          <a href={pathTo(visit, 'withdrawals/destinations')}>{texts.backToList}</a>
        </p>
      </>
    ),
  };
}

/** First by which method, then what that method needs: each is a page, so that no script is needed. */
export function chooseMethodPage(visit: MemberVisit, methods: readonly Method[]): Page {
  const texts = DESTINATIONS[visit.language];
  return {
    title: texts.add,
    body: (
      <>
        <p>{texts.choose}</p>
        <ul>
          {methods.map(({ name, kind, asset, network }) => (
            <li>
              <a
                href={`${pathTo(visit, 'withdrawals/destinations/new')}?${new URLSearchParams({ method: name }).toString()}`}
              >
                {kind === 'key' ? name : texts.kinds[kind](asset)}
              </a>{' '}
              <span class="muted">{network === null ? name : `${name} · ${network}`}</span>
            </li>
          ))}
        </ul>
        <p>
          <a href={pathTo(visit, 'withdrawals/destinations')}>{texts.backToList}</a>
        </p>
      </>
    ),
  };
}

export function addPage(
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
          <form method="post" action={pathTo(visit, 'withdrawals/destinations/new')} class="narrow">
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
          <a href={pathTo(visit, 'withdrawals/destinations')}>{texts.backToList}</a>
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
