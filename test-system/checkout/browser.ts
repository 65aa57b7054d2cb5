import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect } from 'chai';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import decodeQr from 'qr/decode.js';

/** Debian's. The shell is the same browser without a window, and uses less CPU. */
export const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** To choose another than the first of these that is installed. */
const CHOSEN = process.env['TEST_BROWSER'];
const SCREENSHOTS = 'test-output/checkout';
const PHONE = { width: 390, height: 844 };
/** Longer than a page's polling interval. */
export const NEWS_MS = 15_000;

/**
 * Starts the browser for the suite in which this is called, and closes after each test what it visited: pages left open keep
 * counting down and polling. On a machine without a browser, skips the suite with a message; in CI, fails. Skips it as well
 * with BROWSER_TESTS=off: what pages do does not depend on the version of Node.
 */
export function browserOfSuite(): () => Browser {
  let browser: Browser;
  before(async function () {
    const executablePath = CHOSEN ?? BROWSERS.find((path) => existsSync(path));
    if (executablePath === undefined && !process.env['CI']) {
      process.stderr.write(
        `    There is no ${BROWSERS.join(' or ')}: tests that need a browser are skipped.\n`,
      );
      this.skip();
    }
    if (process.env['BROWSER_TESTS'] === 'off') this.skip();
    // One process renders all pages: a new one for each context costs more than the page itself.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--renderer-process-limit=1'] });
  });
  afterEach(async () => {
    await Promise.all([...visits].map((context) => context.close()));
    visits.clear();
  });
  after(() => browser?.close());
  return () => browser;
}

export interface Visit {
  page: Page;
  /** What the browser reported: errors, violations of the page's own policy, requests to other origins. */
  complaints: string[];
  /** The size of all that it loaded, as it came over the network. */
  bytes: () => Promise<number>;
}

const visits = new Set<BrowserContext>();

/** Opens a page as a payer on a phone; stays open until the test ends. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const opened = await openPage(browser, url, options);
  visits.add(opened.page.context());
  return opened;
}

/** A page that stays open for several tests. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visit = await openBlank(browser, new URL(url).origin, options);
  await visit.page.goto(url);
  return visit;
}

/** A page that is nowhere yet, for those of one origin. */
export async function openBlank(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asked for ${request.url()}`);
  });
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const bytes = async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { page, complaints, bytes };
}

/** Takes a screenshot for people to look at, with SCREENSHOTS=1. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== '1') return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
}

/** Minified: a page reads it in half the time. */
const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends on the size and the colours of a page. */
const OF_ITS_LOOK = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/**
 * Fails when axe finds violations of WCAG 2.2 AA or its best practices, or when the page scrolls sideways. A page whose
 * markup was checked in another look needs only the rules for its look; the others take a second each.
 */
export async function requireAccessible(
  page: Page,
  where: string,
  { onlyLook = false }: { onlyLook?: boolean } = {},
): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await axeSource);
  const runOnly = onlyLook ? { type: 'rule', values: OF_ITS_LOOK } : { type: 'tag', values: STANDARDS };
  const options = { runOnly, resultTypes: ['violations'] };
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found, where).to.deep.equal([]);
  const [content, viewport] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(content, `${where} is as wide as the screen`).to.equal(viewport);
}

/** By how much the page has moved under its reader since it was loaded, and still does in the next moment. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 200);
  })`);
}

/** A page without a content security policy, for decoding images; the checkout's own policy would block that. */
const darkrooms = new WeakMap<Browser, Promise<Page>>();

/** Reads a QR code as a camera would: from a screenshot. */
export async function readQr(browser: Browser, element: Locator): Promise<string> {
  const picture = (await element.screenshot({ scale: 'css' })).toString('base64');
  const darkroom = darkrooms.get(browser) ?? browser.newPage();
  darkrooms.set(browser, darkroom);
  const page = await darkroom;
  const { width, height, pixels } = await page.evaluate(async (encoded) => {
    const blob = await (await fetch(`data:image/png;base64,${encoded}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width, height, pixels: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')) };
  }, picture);
  return decodeQr({ width, height, data: Buffer.from(pixels, 'base64') });
}
