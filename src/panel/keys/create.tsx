import type { JSX } from 'preact';
import { CURRENT_VERSION, VERSIONS } from '../../contract/index.ts';
import {
  ALL_SCOPES,
  DEFAULT_MONEY_OPERATIONS_PER_DAY,
  DEFAULT_REQUESTS_PER_MINUTE,
  isScope,
  MAX_NAME_LENGTH,
  REFUND_SCOPE,
  type Scope,
} from '../../credentials/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { useTexts } from '../frame/context.tsx';
import { formOf } from '../frame/action.tsx';
import { type Reader, text } from '../frame/fields.ts';
import { Control, Field, Group, Select } from '../../pages/index.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { OWNERS, TECHNICAL } from '../../people/index.ts';
import { issuedPage } from './parts.tsx';
import { KEYS } from './texts.ts';

const DAY_MS = 24 * 3600 * 1000;

const chosenScopes: Reader<Scope[]> = (visit, name) => {
  const scopes = visit.fields(name).filter(isScope);
  if (scopes.length === 0) throw invalidParam(name, 'Choose at least one scope.');
  return scopes;
};

const version: Reader<string> = (visit, name) => {
  const chosen = visit.field(name);
  if (!(VERSIONS as readonly string[]).includes(chosen))
    throw invalidParam(name, 'There is no such version.');
  return chosen;
};

const words: Reader<string[]> = (visit, name) =>
  visit
    .field(name)
    .split(/[\s,]+/)
    .filter((word) => word !== '');

const count: Reader<number> = (visit, name) =>
  /^\d{1,9}$/.test(visit.field(name).trim()) ? Number(visit.field(name)) : Number.NaN;

/** The end of a day, which must not be over yet. */
const endOfDay: Reader<Date | null> = (visit, name) => {
  const day = visit.field(name);
  if (day === '') return null;
  const start = /^2\d\d\d-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  const end = new Date(start + DAY_MS);
  if (!(end > new Date())) throw invalidParam('expires_at', 'The key must expire in the future.');
  return end;
};

export const createKey = formOf({
  path: paths.keys.new,
  access: TECHNICAL,
  freshProof: true,
  once: 'sealed',
  texts: KEYS,
  page: paths.keys.new,
  fields: {
    name: text,
    scopes: chosenScopes,
    allowed_addresses: words,
    expires_on: endOfDay,
    api_version: version,
    requests_per_minute: count,
    money_operations_per_day: count,
  },
  places: { 'invalid_request.expires_at': 'expires_on' },
  act: (trx, { accountId, actor }, { apiKeys, environment }, entered) =>
    apiKeys.create(trx, actor, {
      accountId,
      name: entered.name,
      environment,
      scopes: entered.scopes,
      allowedCidrs: entered.allowed_addresses,
      apiVersion: entered.api_version,
      requestsPerMinute: entered.requests_per_minute,
      moneyOperationsPerDay: entered.money_operations_per_day,
      expiresAt: entered.expires_on,
    }),
  reply: (visit, issued, { apiBaseUrl }, entered) => {
    const isBoundToAddresses = entered.allowed_addresses.length > 0;
    return { page: issuedPage(visit, issued, { apiBaseUrl: apiBaseUrl(), isBoundToAddresses }) };
  },
});

/** The page for a new key. */
export const showNewKey = pageOf(
  paths.keys.new,
  TECHNICAL,
  async (visit, { db, credentials }) => {
    const obstacle = await credentials.findObstacle(db.read, visit.accountId);
    return obstacle ? { redirect: pathTo(visit, paths.keys.list) } : newKeyPage(visit);
  },
  {
    // Before the form is filled in, rather than after.
    freshProof: true,
  },
);

function newKeyPage(visit: MemberVisit): Page {
  const texts = KEYS[visit.language];
  const chosen = visit.fields('scopes');
  return {
    title: texts.create,
    back: { href: pathTo(visit, paths.keys.list), label: texts.back },
    body: (
      <createKey.Form class="narrow">
        {(field) => (
          <>
            <Field {...field('name')} label={texts.name} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
            <Group {...field('scopes')} label={texts.scopes}>
              {ALL_SCOPES.map((scope) => (
                <ScopeChoice scope={scope} isChosen={chosen.includes(scope)} />
              ))}
            </Group>
            <fieldset>
              <legend>{texts.refunds}</legend>
              {OWNERS.includes(visit.membership.role) ? (
                <>
                  <ScopeChoice scope={REFUND_SCOPE} isChosen={chosen.includes(REFUND_SCOPE)} />
                  <small>
                    {texts.refundsHint} <a href={pathTo(visit, paths.refunds.api)}>{texts.refundsPage}</a>
                  </small>
                </>
              ) : (
                <small>{texts.refundsByOwners}</small>
              )}
            </fieldset>
            <Control {...field('allowed_addresses')} label={texts.addresses} hint={texts.addressesHint}>
              {(attributes) => (
                <textarea {...attributes} rows={3}>
                  {field('allowed_addresses').value}
                </textarea>
              )}
            </Control>
            <Field
              {...field('expires_on')}
              label={texts.expires}
              hint={texts.expiresHint}
              type="date"
              required={false}
            />
            <Select
              {...field('api_version', CURRENT_VERSION)}
              label={texts.version}
              hint={texts.versionHint}
              options={[...VERSIONS].reverse().map((name) => [name, name])}
            />
            <Field
              {...field('requests_per_minute', String(DEFAULT_REQUESTS_PER_MINUTE))}
              label={texts.requests}
              hint={texts.requestsHint}
              inputmode="numeric"
            />
            <Field
              {...field('money_operations_per_day', String(DEFAULT_MONEY_OPERATIONS_PER_DAY))}
              label={texts.money}
              hint={texts.moneyHint}
              inputmode="numeric"
            />
            <button type="submit">{texts.create}</button>
          </>
        )}
      </createKey.Form>
    ),
  };
}

function ScopeChoice(props: { scope: Scope; isChosen: boolean }): JSX.Element {
  const { scope, isChosen } = props;
  return (
    <label class="choice">
      <input type="checkbox" name="scopes" value={scope} checked={isChosen} />
      <span>
        <code>{scope}</code> {useTexts(KEYS).allow[scope]}
      </span>
    </label>
  );
}
