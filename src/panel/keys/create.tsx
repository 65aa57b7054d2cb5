import type { JSX } from 'preact';
import { CURRENT_VERSION, VERSIONS } from '../../contract/index.ts';
import {
  ALL_SCOPES,
  DEFAULT_MONEY_OPERATIONS_PER_DAY,
  DEFAULT_REQUESTS_PER_MINUTE,
  isScope,
  MAX_NAME_LENGTH,
  type NewCredential,
  REFUND_SCOPE,
  type Scope,
} from '../../credentials/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { useTexts } from '../frame/context.tsx';
import { formOf } from '../frame/form.ts';
import { Once } from '../frame/parts.tsx';
import { Control, Field, Group, Refusal, Select } from '../../pages/index.ts';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { OWNERS, TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { issuedPage } from './issued.tsx';
import { KEYS } from './texts.ts';

const DAY_MS = 24 * 3600 * 1000;
const FIELDS = [
  'name',
  'scopes',
  'allowed_addresses',
  'expires_on',
  'api_version',
  'requests_per_minute',
  'money_operations_per_day',
];

/** A new key. */
export function createKey(services: PanelServices): Route[] {
  const { db, credentials, apiKeys, environment, apiBaseUrl } = services;
  const once = createOnce(services);

  return [
    {
      method: 'get',
      path: paths.keys.new,
      access: TECHNICAL,
      // Before the form is filled in, rather than after.
      freshProof: true,
      handle: async (visit) => {
        const obstacle = await credentials.findObstacle(db.read, visit.accountId);
        return obstacle ? { redirect: pathTo(visit, paths.keys.list) } : { page: newKeyPage(visit) };
      },
    },
    {
      method: 'post',
      path: paths.keys.new,
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        try {
          const key = readNewKey(visit, environment, new Date());
          const issued = await once(visit, () => (trx) => apiKeys.create(trx, visit.actor, key), {
            sealed: true,
          });
          return {
            page: issuedPage(visit, issued, {
              apiBaseUrl: apiBaseUrl(),
              isBoundToAddresses: key.allowedCidrs.length > 0,
            }),
          };
        } catch (error) {
          return { page: newKeyPage(visit, reasonOf(error, KEYS.en.problems)), status: 422 };
        }
      },
    },
  ];
}

/** The form for a new key: empty or, after a refusal, with its input. */
function newKeyPage(visit: MemberVisit, problem?: keyof (typeof KEYS)['en']['problems']): Page {
  const texts = KEYS[visit.language];
  const form = formOf(visit, { problem, texts: texts.problems }, FIELDS, {
    'invalid_request.expires_at': 'expires_on',
  });
  const chosen = visit.fields('scopes');
  const addresses = form.field('allowed_addresses');
  return {
    title: texts.create,
    back: { href: pathTo(visit, paths.keys.list), label: texts.back },
    body: (
      <form method="post" action={pathTo(visit, paths.keys.new)} class="narrow">
        <Refusal>{form.above}</Refusal>
        <Once />
        <Field {...form.field('name')} label={texts.name} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
        <Group {...form.field('scopes')} label={texts.scopes}>
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
        <Control {...addresses} label={texts.addresses} hint={texts.addressesHint}>
          {(attributes) => (
            <textarea {...attributes} rows={3}>
              {addresses.value}
            </textarea>
          )}
        </Control>
        <Field
          {...form.field('expires_on')}
          label={texts.expires}
          hint={texts.expiresHint}
          type="date"
          required={false}
        />
        <Select
          {...form.field('api_version', CURRENT_VERSION)}
          label={texts.version}
          hint={texts.versionHint}
          options={[...VERSIONS].reverse().map((name) => [name, name])}
        />
        <Field
          {...form.field('requests_per_minute', String(DEFAULT_REQUESTS_PER_MINUTE))}
          label={texts.requests}
          hint={texts.requestsHint}
          inputmode="numeric"
        />
        <Field
          {...form.field('money_operations_per_day', String(DEFAULT_MONEY_OPERATIONS_PER_DAY))}
          label={texts.money}
          hint={texts.moneyHint}
          inputmode="numeric"
        />
        <button type="submit">{texts.create}</button>
      </form>
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

/** The form's values. Throws `invalid_request` naming an invalid field. */
function readNewKey(visit: MemberVisit, environment: string, now: Date): NewCredential {
  const scopes = visit.fields('scopes').filter(isScope);
  if (scopes.length === 0) throw invalidParam('scopes', 'Choose at least one scope.');
  const apiVersion = visit.field('api_version');
  if (!(VERSIONS as readonly string[]).includes(apiVersion))
    throw invalidParam('api_version', 'There is no such version.');
  return {
    accountId: visit.accountId,
    name: visit.field('name'),
    environment,
    scopes,
    allowedCidrs: visit
      .field('allowed_addresses')
      .split(/[\s,]+/)
      .filter((address) => address !== ''),
    apiVersion,
    requestsPerMinute: countOf(visit.field('requests_per_minute')),
    moneyOperationsPerDay: countOf(visit.field('money_operations_per_day')),
    expiresAt: endOf(visit.field('expires_on'), now),
  };
}

function countOf(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** The end of a day, which must not be over yet. */
function endOf(day: string, now: Date): Date | null {
  if (day === '') return null;
  const start = /^2\d\d\d-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  const end = new Date(start + DAY_MS);
  if (!(end > now)) throw invalidParam('expires_at', 'The key must expire in the future.');
  return end;
}
