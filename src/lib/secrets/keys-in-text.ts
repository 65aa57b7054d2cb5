/** An API key with its secret, or with the beginning of it where a text was cut; also percent-encoded, as in a path. */
const API_KEY = /sk(_|%5f)[a-z]{1,16}\1[a-z0-9]{16,18}\1[a-z0-9]+/gi;
const HINT = /sk(?:_|%5f)/i;

/** Removes all API keys from a text, because a log must not contain any, regardless of where callers sent them. */
export function withoutApiKeys(text: string): string {
  return HINT.test(text) ? text.replace(API_KEY, '[redacted]') : text;
}
