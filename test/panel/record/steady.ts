import { createHash } from 'node:crypto';

/** Of each kind, the first text on a page becomes `{kind 1}`, and so does each of its repetitions: a mixed-up id shows. */
const NUMBERED: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['id', /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g],
  ['request', /req_[0-9a-f]{32}/g],
  ['event', /evt_[0-9a-f]{32}/g],
  ['link', /PL-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/g],
  ['wallet', /0x[0-9a-fA-F]{40}/g],
  ['tracking key', /\bSIM[0-9A-F]{27}\b/g],
  ['clabe', /\b646180\d{12}\b/g],
];

/** What a run's clock, keys and addresses make, and a rendering of the same page does not repeat. */
const REPLACED: readonly (readonly [kind: string, pattern: RegExp])[] = [
  // Calls are logged by the time of the machine.
  ['time', /(?<=<time datetime=")(?!203[01]-)[^>]*>[^<]*/g],
  ['time', /(?<=<small class="muted">)20[0-9-]{8}T[\d:.]+Z(?=<)/g],
  ['day', /(?<=[?&;](?:from|until)=)(?!203[01]-)\d{4}-\d{2}-\d{2}/g],
  ['duration', /\b[\d,]+(?= ms\b)/g],
  ['origin', /http(?::|%3A)(?:\/|%2F){2}(?:127\.0\.0\.1|localhost)(?::|%3A)\d+/g],
  ['address', /\b10(?:\.\d{1,3}){3}\b/g],
  ['digest', /(?<=name="digest" value=")[0-9a-f]{64}/g],
  ['digest', /(?<=\/assets\/[\w-]+-)[0-9a-f]{16}(?=\.)/g],
  ['code', /(?<= d=")M(?:4 4\.5h7|2 2h1v1)[^"]*/g],
  ['position', /(?<=[?&;](?:seen|cursor)=)[\w-]+/g],
  ['secret', /\b(?:sk_test|whsec)_[\w+/=-]+|(?<=class="totp-key">)[^<]*|(?<=name="draft" value=")[^"]*/g],
  ['secret', /(?<=[?&;]secret=)[A-Z2-7]+/g],
  ['last four', /(?<=…|ends in: |termina en: )\w{4}\b/g],
  ['token', /(?<=\/panel\/links\/)[\w-]{43}/g],
  ['reference', /\b\d{7}\b/g],
];

/** A page as every run renders it. */
export function steady(html: string): string {
  const replaced = REPLACED.reduce((text, [kind, pattern]) => text.replaceAll(pattern, `{${kind}}`), html);
  return NUMBERED.reduce((text, [kind, pattern]) => numbered(text, kind, pattern), replaced);
}

function numbered(text: string, kind: string, pattern: RegExp): string {
  const seen = new Map<string, string>();
  return text.replaceAll(pattern, (found) => {
    const known = seen.get(found) ?? `{${kind} ${seen.size + 1}}`;
    seen.set(found, known);
    return known;
  });
}

/** Short enough for a line, and long enough that no two states of a page share one. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}
