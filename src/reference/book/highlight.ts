import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { memoize } from '../../lib/memoize.ts';

const LANGUAGES = { bash, go, http, java, javascript, json, php, python, typescript, xml };
/** Names of languages in samples, media types and the guides. */
const ALIASES: Record<string, string> = {
  curl: 'bash',
  'application/json': 'json',
  'application/x-ndjson': 'json',
  'image/svg+xml': 'xml',
};
/** More than all pages have together in both languages. */
const MAX_KNOWN = 2_000;

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Code as HTML, its parts in `span`s with classes; only escaped where the language is not known. */
export function highlight(code: string, language: string): string {
  const name = ALIASES[language] ?? language;
  return hljs.getLanguage(name) ? colour(`${name}\n${code}`) : escapeHtml(code);
}

/** The samples are fixed, and a page has up to a dozen. */
const colour = memoize(
  (key: string) => {
    const [language = '', ...lines] = key.split('\n');
    return hljs.highlight(lines.join('\n'), { language }).value;
  },
  { maxKnown: MAX_KNOWN },
);

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
