// Makes the pictures of the README, docs/images, from a service of its own with a demo account: `npm run pictures`.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { BROWSERS } from '../../test-system/checkout/browser.ts';
import { plugInAuthenticator } from '../../test-system/panel/browser.ts';
import { runDemo, say, startService, type DemoService } from '../demo/stage.ts';
import { withPalette } from './palette.ts';

const FOLDER = 'docs/images';
const MAX_BYTES = 150_000;
const COMPANY = 'Verdor';
const COLOR = '#0f5132';
const LOGO = `<svg viewBox="0 0 344 96" width="344" height="96"><rect x="2" y="2" width="92" height="92" rx="22" fill="${COLOR}"/><path d="M28 54c0-16 12-26 34-28 0 24-10 36-24 36M28 72c2-16 10-26 22-32" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/><text x="112" y="64" font-family="sans-serif" font-weight="700" font-size="44" fill="${COLOR}">${COMPANY}</text></svg>`;
const DAYS = 30;
const DAY_S = 24 * 3600;
const AMOUNTS = ['1200.50', '310', '4875.25', '990', '2600', '750', '1850'];

await runDemo(async () => {
  const service = await startService({});
  const executablePath = BROWSERS.find((path) => existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await mkdir(FOLDER, { recursive: true });
    await setBrand(service, browser);
    await collectForWeeks(service);
    await photographCheckout(service, browser);
    await photographPanel(service, browser);
  } finally {
    await browser.close();
  }
});

async function setBrand(service: DemoService, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 344, height: 96 } });
  await page.setContent(`<body style="margin:0">${LOGO}`);
  const file = join(service.folder, 'logo.png');
  await page.screenshot({ path: file, omitBackground: true });
  await page.close();
  const brand = ['--name', COMPANY, '--color', COLOR, '--logo', file];
  await service.payments('accounts', 'brand', service.accountId, ...brand);
}

/** Payments of some weeks, by two methods, that end on the day of the pictures. */
async function collectForWeeks(service: DemoService): Promise<void> {
  for (let day = 0; day < DAYS; day += 1) {
    const amount = AMOUNTS[day % AMOUNTS.length];
    await collect(service, `Order ${1001 + day}`, { amount, method: 'SPEI' });
    if (day % 3 === 1) await collect(service, `Order ${2001 + day}`, { amount: '640', method: 'MXNB' });
    await service.call('POST', '/v1/test_helpers/clock/advance', { seconds: DAY_S });
  }
  await collect(service, 'Order 1042', { amount: '2450', method: 'SPEI' });
  // Somebody has to decide on this one.
  await collect(service, 'Order 1043', { amount: '1800', method: 'SPEI', scenario: 'under' });
}

async function collect(
  service: DemoService,
  description: string,
  payment: { amount: string | undefined; method: string; scenario?: 'under' },
): Promise<void> {
  const { amount, ...deposit } = payment;
  const { code } = await service.call('POST', '/v1/payment_links', { amount, currency: 'MXNB', description });
  await service.call('POST', `/v1/test_helpers/payment_links/${code}/deposit`, deposit);
}

async function photographCheckout(service: DemoService, browser: Browser): Promise<void> {
  const link = await service.call('POST', '/v1/payment_links', {
    amount: '25000.50',
    currency: 'MXNB',
    description: 'Invoice 2026-0042 · 120 kg of coffee',
    accepted_methods: ['SPEI', 'WIRE', 'MXNB', 'USDC', 'BREB'],
  });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  await page.goto(`${link.url}?method=SPEI`);
  await save(page, 'pay.png');
}

async function photographPanel(service: DemoService, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, deviceScaleFactor: 2 });
  const owner = ['--account', service.accountId, '--email', 'ada@verdor.example', '--name', 'Ada Lovelace'];
  const created = await service.payments('users', 'create', ...owner, '--role', 'owner', '--json');
  const { sign_in_url } = JSON.parse(created) as { sign_in_url: string };
  // Passkeys are kept by name. The command line does not know which port the service got.
  const panel = service.url.replace('127.0.0.1', 'localhost');
  await page.goto(panel + new URL(sign_in_url).pathname);
  await plugInAuthenticator(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Hide these steps' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('status').waitFor({ state: 'detached' });
  await save(page, 'panel.png');
}

async function save(page: Page, name: string): Promise<void> {
  const picture = withPalette(await page.screenshot());
  if (picture.length > MAX_BYTES) throw new Error(`${name} has ${picture.length} bytes`);
  await writeFile(join(FOLDER, name), picture);
  say(`${FOLDER}/${name}: ${Math.round(picture.length / 1000)} KB`);
}
