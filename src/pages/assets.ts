import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { DomainError } from '../lib/errors/errors.ts';

const { resolve: locate } = createRequire(import.meta.url);
const assetOf =
  (folder: 'checkout' | 'pages' | 'panel' | 'reference') =>
  (name: string): string =>
    fileURLToPath(new URL(`../${folder}/assets/${name}`, import.meta.url));
const checkout = assetOf('checkout');
const panel = assetOf('panel');
const reference = assetOf('reference');

// The package does not export its file for browsers.
const WEBAUTHN = join(dirname(locate('@simplewebauthn/browser')), '../dist/bundle/index.umd.min.js');

/** Shared by all pages, then by area. */
const PANEL_STYLES = [
  'panel.css',
  'parts.css',
  'tables.css',
  'money.css',
  'overview.css',
  'links.css',
  'statements.css',
  'developers.css',
  'webhooks.css',
  'settings.css',
];

const CHECKOUT_STYLES = [
  'page.css',
  'order.css',
  'payment.css',
  'on-chain.css',
  'typed.css',
  'outcome.css',
  'receipt.css',
  'print.css',
];

const REFERENCE_STYLES = ['docs.css', 'fields.css', 'code.css', 'search.css', 'try-it.css', 'home.css'];

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
/** Pico's icons; the pages' content security policy blocks data: URLs, which browsers report in the console. */
const DATA_IMAGES = /url\("data:[^"]*"\)/g;
/** The files that are concatenated under each name. */
const SOURCES = {
  'pico.css': { files: [locate('@picocss/pico/css/pico.classless.min.css')], type: CSS },
  'htmx.js': { files: [locate('htmx.org/dist/htmx.min.js')], type: JAVASCRIPT },
  'checkout.css': {
    files: CHECKOUT_STYLES.map(checkout),
    type: CSS,
  },
  'counter.css': { files: [checkout('counter.css')], type: CSS },
  'checkout.js': { files: [checkout('checkout.js')], type: JAVASCRIPT },
  'panel.css': { files: [assetOf('pages')('tokens.css'), ...PANEL_STYLES.map(panel)], type: CSS },
  'panel.js': { files: [panel('panel.js')], type: JAVASCRIPT },
  'passkeys.js': { files: [panel('passkeys.js')], type: JAVASCRIPT },
  'webauthn.js': { files: [WEBAUTHN], type: JAVASCRIPT },
  // For messengers, which do not support SVG.
  'share.png': { files: [assetOf('pages')('share.png')], type: 'image/png' },
  'docs.css': { files: REFERENCE_STYLES.map(reference), type: CSS },
  'docs.js': { files: [reference('docs.js')], type: JAVASCRIPT },
  'try-it.js': { files: [reference('try-it.js')], type: JAVASCRIPT },
  'icon.svg': { files: [assetOf('pages')('icon.svg')], type: 'image/svg+xml' },
} as const satisfies Record<string, { files: readonly string[]; type: string }>;

export type AssetName = keyof typeof SOURCES;
const A_YEAR_S = 365 * 24 * 3600;
/** The supported encodings, smallest output first. */
const ENCODINGS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof ENCODINGS;
const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[];

interface Asset {
  type: string;
  bytes: Buffer;
  encoded(encoding: Encoding): Promise<Buffer>;
}

export interface Assets {
  /** The URL that pages load it from. It contains a hash of the content, so browsers may cache it forever. */
  href(name: AssetName): string;
  /** By the last part of that URL. */
  find(file: string): Asset | undefined;
}

/** The few files that the pages load, from memory; each is compressed once, on its first request. */
export async function readAssets(): Promise<Assets> {
  const served = new Map<string, Asset>();
  const hrefs = new Map<string, string>();
  const readings = Object.entries(SOURCES).map(async ([name, { files, type }]) => {
    const contents = Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
    const bytes = type === CSS ? Buffer.from(contents.toString().replace(DATA_IMAGES, 'none')) : contents;
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const file = name.replace('.', `-${digest}.`);
    served.set(file, { type, bytes, encoded: compressedOnce(bytes) });
    hrefs.set(name, `/assets/${file}`);
  });
  await Promise.all(readings);
  return {
    href: (name) => hrefs.get(name) ?? '',
    find: (file) => served.get(file),
  };
}

/** Serves assets and lets browsers cache them forever. */
export function serveAsset(assets: Assets): RequestHandler {
  return async (request, response) => {
    const asset = assets.find(String(request.params['file']));
    if (!asset) throw new DomainError('route_not_found');
    const encoding = ENCODING_NAMES.find((name) => request.acceptsEncodings(name) === name);
    const bytes = encoding ? await asset.encoded(encoding) : asset.bytes;
    response.writeHead(200, {
      'Content-Type': asset.type,
      'Content-Length': bytes.length,
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      'Cache-Control': `public, max-age=${A_YEAR_S}, immutable`,
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': request.call.requestId,
      Vary: 'Accept-Encoding',
    });
    response.end(bytes);
  };
}

function compressedOnce(bytes: Buffer): Asset['encoded'] {
  const made = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const compressed = made.get(encoding) ?? ENCODINGS[encoding](bytes);
    made.set(encoding, compressed);
    return compressed;
  };
}
