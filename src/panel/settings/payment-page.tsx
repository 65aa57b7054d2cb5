import type { JSX } from 'preact';
import {
  type Account,
  type Brand,
  changeBrand,
  contrast,
  findAccount,
  findLogo,
  legibleShade,
  readBrand,
  textOn,
} from '../../accounts/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { listCurrencyRates } from '../../methods/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { file, text } from '../frame/fields.ts';
import { Outcome, WithProof } from '../frame/parts.tsx';
import { Control, Facts } from '../../pages/index.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page } from '../request/route.ts';
import { OWNERS, readBy } from '../../people/index.ts';
import { AutomaticRefundsForm } from './automatic-refunds.tsx';
import { ContactForm } from './contact.tsx';
import { ReportingForm } from './reporting.tsx';
import { RestSection } from './rest.tsx';
import { SETTINGS } from './texts.ts';
import { readTolerances, TolerancesSection, type TolerancesView } from './tolerances.tsx';

/** Pico's, which payers' pages have without a brand. */
const STANDARD_COLOR = '#0172ad';

export const changeLook = formOf({
  path: paths.settings.brand,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  fields: { color: text, logo: file },
  act: (trx, { accountId, actor }, _, { color, logo }) =>
    changeBrand(trx, accountId, actor, { color, logo: logo?.bytes }),
  flash: 'saved',
});

export const removeFromLook = actionOf({
  path: paths.settings.remove,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  act: async (trx, visit) => {
    const what = visit.field('what');
    if (what !== 'color' && what !== 'logo') throw invalidParam('what', 'what must be color or logo.');
    await changeBrand(trx, visit.accountId, visit.actor, { [what]: null });
    return { what } as const;
  },
  flash: ({ what }) => `${what}_removed` as const,
});

/**
 * The page of settings, with the look of the payers' pages, reporting, the contact address, tolerances, and the rest.
 */
export const showSettings = pageOf(paths.settings.page, readBy(OWNERS), async (visit, { db }) => {
  const [account, brand, rates, tolerances] = await Promise.all([
    findAccount(db.read, { id: visit.accountId }),
    readBrand(db.read, visit.accountId),
    listCurrencyRates(db.read),
    readTolerances(db.read, visit.accountId),
  ]);
  const currencies = rates.map(({ family }) => family);
  if (!account) throw new DomainError('account_not_found');
  return settingsPage(visit, { brand, currencies, account, tolerances });
});

export const showLogo = pageOf(paths.settings.logo, readBy(OWNERS), async (visit, { db }) => {
  const found = await findLogo(db.read, visit.accountId, visit.param('file'));
  if (!found) throw new DomainError('route_not_found');
  return { image: found.logo, type: found.logoType };
});

/** The look of the payers' pages and the settings of the account, with the forms that change them. */
function settingsPage(
  visit: MemberVisit,
  of: { brand: Brand; currencies: readonly string[]; account: Account; tolerances: TolerancesView },
): Page {
  const { brand, currencies, account, tolerances } = of;
  const texts = SETTINGS[visit.language];
  const isOwner = OWNERS.includes(visit.membership.role);
  return {
    title: texts.title,
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <h2>{texts.seen}</h2>
        <Preview color={brand.color ?? STANDARD_COLOR} />
        <LookFacts brand={brand} />
        {isOwner && <LookForms brand={brand} />}
        <h2>{texts.reporting}</h2>
        <ReportingForm currencies={currencies} />
        <h2>{texts.contact}</h2>
        <ContactForm email={account.email} />
        <h2>{texts.automaticRefunds.title}</h2>
        <AutomaticRefundsForm account={account} />
        <TolerancesSection of={tolerances} />
        <RestSection isOn={account.payTheRest} />
      </>
    ),
  };
}

function LookFacts({ brand: { color, logo } }: { brand: Brand }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(SETTINGS);
  return (
    <Facts
      of={[
        [texts.name, <NameFact />],
        [texts.color, color ?? texts.standardColor],
        [texts.textOnIt, color && describeText(visit, color)],
        [texts.links, color && describeLinks(visit, color)],
        [
          texts.logo,
          logo ? (
            <img
              class="logo"
              src={pathTo(visit, paths.settings.logo, { file: logo.file })}
              alt={texts.logoOf(visit.membership.accountName)}
              width={logo.width}
              height={logo.height}
            />
          ) : (
            texts.noLogo
          ),
        ],
      ]}
    />
  );
}

/** The forms that change the look, or remove a part of it. */
function LookForms({ brand: { color, logo } }: { brand: Brand }): JSX.Element {
  const texts = useTexts(SETTINGS);
  return (
    <>
      <h2>{texts.change}</h2>
      <WithProof>
        <changeLook.Form enctype="multipart/form-data" class="narrow">
          {(field) => (
            <>
              <Control {...field('color')} label={texts.color} hint={texts.colorHint}>
                {(attributes) => (
                  <input {...attributes} type="color" value={field('color', color ?? STANDARD_COLOR).value} />
                )}
              </Control>
              <Control {...field('logo')} label={texts.logo} hint={texts.logoHint}>
                {(attributes) => (
                  <input {...attributes} type="file" accept="image/png,image/jpeg,image/webp" />
                )}
              </Control>
              <button type="submit">{texts.save}</button>
            </>
          )}
        </changeLook.Form>
        {color !== undefined && <Remove what="color" label={texts.removeColor} />}
        {logo && <Remove what="logo" label={texts.removeLogo} />}
      </WithProof>
    </>
  );
}

function NameFact(): JSX.Element {
  const visit = useMemberVisit();
  return (
    <>
      <span dir="auto">{visit.membership.accountName}</span>{' '}
      <span class="muted">{useTexts(SETTINGS).nameHint}</span>
    </>
  );
}

function Remove({ what, label }: { what: 'color' | 'logo'; label: string }): JSX.Element {
  return (
    <removeFromLook.Form>
      <button type="submit" name="what" value={what} class="secondary">
        {label}
      </button>
    </removeFromLook.Form>
  );
}

function describeText({ language }: MemberVisit, color: string): string {
  const texts = SETTINGS[language];
  const text = textOn(color);
  const value = contrast(text, color).toFixed(1);
  return `${text === '#000000' ? texts.black : texts.white}, ${texts.withContrast(value)}`;
}

function describeLinks({ language }: MemberVisit, color: string): string {
  const texts = SETTINGS[language];
  const [light, dark] = [legibleShade(color, 'light'), legibleShade(color, 'dark')];
  return light === color && dark === color ? texts.asItIs : texts.adjusted(light, dark);
}

/** A preview of a button and a link as payers see them. An image, because the panel keeps its own colours. */
function Preview({ color }: { color: string }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(SETTINGS);
  const looks = [
    { left: 0, page: '#f5f7fa', card: '#ffffff', ink: legibleShade(color, 'light') },
    { left: 200, page: '#0f141b', card: '#18202a', ink: legibleShade(color, 'dark') },
  ];
  return (
    <svg
      class="preview"
      viewBox="0 0 400 130"
      role="img"
      aria-label={texts.preview(visit.membership.accountName)}
    >
      {looks.map(({ left, page, card, ink }) => (
        <g transform={`translate(${left})`} font-family="system-ui, sans-serif" text-anchor="middle">
          <rect width="200" height="130" fill={page} />
          <rect width="200" height="4" fill={color} />
          <rect x="20" y="22" width="160" height="90" rx="10" fill={card} />
          <text x="100" y="48" font-size="12" fill={ink}>
            {texts.link}
          </text>
          <rect x="36" y="64" width="128" height="32" rx="7" fill={color} stroke={ink} />
          <text x="100" y="85" font-size="14" font-weight="600" fill={textOn(color)}>
            {texts.pay}
          </text>
        </g>
      ))}
    </svg>
  );
}
