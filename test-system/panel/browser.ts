import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  layoutShift,
  openBlank,
  photograph,
  requireAccessible,
  visit,
  type Visit,
} from '../checkout/browser.ts';
import type { Role } from '../../src/people/roles.ts';
import type { TestService } from '../../test/support/service.ts';
import { join, panelOf, type Person } from '../../test/panel/people.ts';

export const DESKTOP = { width: 1280, height: 900 };
const MAX_PAGE_BYTES = 60_000;
const MAX_LAYOUT_SHIFT = 0.02;

const SMALLEST = { width: 320, height: 640 };
const LOCALES = { es: 'es-MX', en: 'en-US' } as const;

/** Opens a page of the panel as a person who is signed in, on a desktop unless said otherwise. */
export async function openAs(
  browser: Browser,
  service: TestService,
  person: Pick<Person, 'visitor'>,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const panel = panelOf(service);
  const cookies = cookiesOf(person.visitor, panel);
  return visit(browser, panel + path, {
    viewport: DESKTOP,
    storageState: { cookies, origins: [] },
    ...options,
  });
}

/** Somebody who has just joined in this role, with the account's first page open. */
export async function signedIn(
  browser: Browser,
  service: TestService,
  accountId: string,
  role: Role,
  options: BrowserContextOptions = {},
): Promise<Visit & { person: Person }> {
  const person = await join(service, accountId, role);
  return { ...(await openAs(browser, service, person, `/panel/accounts/${accountId}`, options)), person };
}

/**
 * Fails when a page of the panel is not accessible, scrolls sideways on the smallest phone, moves while it loads, weighs
 * too much, is in the wrong language, or makes the browser complain; light and on a phone, then dark and on a desktop.
 * `isMissing`: the page says that there is no such page. Pages take turns in the languages: they differ in their texts.
 */
export async function requireGoodPage(
  browser: Browser,
  service: TestService,
  person: Pick<Person, 'visitor'>,
  { name, path, isMissing = false }: { name: string; path: string; isMissing?: boolean },
): Promise<void> {
  if (process.env['SCREENSHOTS'] === '1') await photographAll(browser, service, person, { name, path });
  const language = name.length % 2 === 0 ? 'es' : 'en';
  const panel = panelOf(service);
  const { page, complaints, bytes } = await viewerOf(browser, panel, language);
  await page.context().clearCookies();
  await page.context().addCookies(cookiesOf(person.visitor, panel));
  await page.setViewportSize(SMALLEST);
  await page.emulateMedia({ colorScheme: 'light' });
  complaints.length = 0;
  const bytesBefore = await bytes();
  await page.goto(panel + path);
  expect(page.url(), name).to.equal(panel + path);
  expect(await layoutShift(page), `${name} moves`).to.be.lessThan(MAX_LAYOUT_SHIFT);
  await requireAccessible(page, `${name} on a phone`);
  expect((await bytes()) - bytesBefore, `${name} in bytes`).to.be.within(1, MAX_PAGE_BYTES - 1);
  expect(await page.getAttribute('html', 'lang')).to.equal(language);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'dark' });
  await requireAccessible(page, `${name} in the dark`, { onlyLook: true });
  // For a missing page the browser itself logs an error.
  if (!isMissing) expect(complaints, name).to.deep.equal([]);
  // It must not go on asking for news.
  await page.goto('about:blank');
}

/**
 * The page in which all good pages of a panel are looked at in one language, each loaded whole: opening another takes
 * several times the work of loading it, above all in a browser with windows.
 */
const viewers = new WeakMap<Browser, Map<string, Promise<Visit>>>();

function viewerOf(browser: Browser, panel: string, language: keyof typeof LOCALES): Promise<Visit> {
  const open = viewers.get(browser) ?? new Map<string, Promise<Visit>>();
  viewers.set(browser, open);
  const key = `${panel} ${language}`;
  const viewer = open.get(key) ?? openViewer(browser, panel, LOCALES[language]);
  open.set(key, viewer);
  return viewer;
}

async function openViewer(browser: Browser, panel: string, locale: string): Promise<Visit> {
  // With Pico's transitions, colours would be measured half-way between the modes.
  const viewer = await openBlank(browser, new URL(panel).origin, { locale, reducedMotion: 'reduce' });
  const cdp = await viewer.page.context().newCDPSession(viewer.page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  return viewer;
}

/** From the menu of the person who is signed in. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('button.person').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

export async function openMyAccess(page: Page): Promise<void> {
  await page.locator('button.person').click();
  await page.getByRole('link', { name: 'My access' }).click();
}

/** In both languages and both modes, on a phone and a desktop, for people to look at. */
async function photographAll(
  browser: Browser,
  service: TestService,
  person: Pick<Person, 'visitor'>,
  { name, path }: { name: string; path: string },
): Promise<void> {
  for (const [language, locale] of Object.entries(LOCALES)) {
    for (const viewport of [SMALLEST, DESKTOP]) {
      const colorScheme = (language === 'es') === (viewport === SMALLEST) ? 'light' : 'dark';
      const { page } = await openAs(browser, service, person, path, { locale, viewport, colorScheme });
      await photograph(page, `panel-${name}-${language}-${viewport.width}-${colorScheme}`);
      await page.context().close();
    }
  }
}

/** A passkey store that says yes to everything, as a person who unlocks a phone would. */
export async function plugInAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

export async function signInAs(page: Page, { visitor }: Pick<Person, 'visitor'>): Promise<void> {
  await page.context().addCookies(cookiesOf(visitor, new URL(page.url()).origin));
}

function cookiesOf({ cookies }: Person['visitor'], panel: string) {
  const rest = { domain: new URL(panel).hostname, path: '/', expires: -1, httpOnly: true, secure: false };
  return [...cookies].map(([name, value]) => ({ name, value, ...rest, sameSite: 'Lax' as const }));
}
