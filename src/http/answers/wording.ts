/** The contract's patterns in words; a test fails when one is missing. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^[0-9]{1,12}(\\.[0-9]{1,8})?$':
    'must be a decimal string with up to 12 integer digits and up to 8 decimals, like "1500.00"',
  '^[A-Z0-9]{1,16}$': 'must be the name of an asset, like MXNB',
  '^[A-Z0-9_]{1,32}$': 'must be the name of a payment method, like SPEI',
  '^PL-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$': 'must be the code of a payment link, like PL-7K2M-9QX4-B1TZ',
  '^req_[0-9a-f]{12}[78][0-9a-f]{3}[89ab][0-9a-f]{15}$':
    'must be a request id, like req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12',
  '^[A-Za-z]+$': 'must be an operationId, like createPaymentLink',
  '^https?://[^/?#]': 'must be an https URL, like https://shop.example.com/orders',
  '^https://[^/?#@]+([/?#]|$)':
    'must be an https URL without a user name, like https://shop.example.com/orders',
  '^[^\\x00\\[\\]]*$': 'must not have brackets or NUL characters in its keys',
  '^ *[^\\s\\x00-\\x1F\\u007F-\\u009F][^\\x00-\\x1F\\u007F-\\u009F]*$':
    'must not be blank or have control characters',
  '^[0-9A-Za-zÑñ&. -]*$': 'must be an RFC like XAXX010101000, or a NIT with its check digit like 890903938-8',
  '^[^\\s\\x00-\\x1F\\u007F-\\u009F@<>(),;:"\\[\\]\\\\]{1,64}@[^\\s\\x00-\\x1F\\u007F-\\u009F@<>(),;:"\\[\\]\\\\]{2,}$':
    'must be an e-mail address without a name, like ana@example.com',
};

/** The validator's wording, and ours. The first match applies. */
const WORDINGS: readonly [RegExp, string][] = [
  [/^must have required property .*/, 'is required'],
  [/^must NOT have additional properties$/, 'is not a known field'],
  [
    /^must be equal to one of the allowed values: (.*\bMXNB\b.*)/,
    'must be one of $1; for Mexican pesos use MXNB, a token at par with the peso',
  ],
  [/^must be equal to one of the allowed values: (.*)/, 'must be one of $1'],
  [/^must NOT have fewer than 1 .*/, 'must not be empty'],
  [/^must NOT have fewer than (.*)/, 'must have at least $1'],
  [/^must NOT have more than (.*)/, 'must have at most $1'],
  [/^must NOT have duplicate items.*/, 'must not have the same item twice'],
  [/^must be >= (.*)/, 'must be at least $1'],
  [/^must be <= (.*)/, 'must be at most $1'],
  [/^must be string$/, 'must be a string, in quotation marks'],
  [/^must be string,null$/, 'must be a string in quotation marks, or null'],
  [/^must be ([aeiou]\w*),null$/, 'must be an $1 or null'],
  [/^must be (\w+),null$/, 'must be a $1 or null'],
  [/^must be ([aeiou]\w*)$/, 'must be an $1'],
  [/^must be (\w+)$/, 'must be a $1'],
  [/^must match format "int(32|64)"$/, 'must be a smaller whole number'],
  [/^must match format "uri"$/, 'must be a valid URL, without spaces'],
  [/^must match format "uuid"$/, 'must be a UUID, like 0192f3a4-c1d0-7f5b-8c6d-7e8f9a0b1c2d'],
  [
    /^must match format "date-time"$/,
    'must be a date and time that exist, with a time zone, like 2026-11-20T15:04:05.000Z (in a query, write + as %2B)',
  ],
];

const PATTERN_FINDING = /^must match pattern "(.*)"$/;

/** The validator's finding in plain words, to follow the name of the field. */
export function inWords(finding: string): string {
  const pattern = PATTERN_FINDING.exec(finding)?.[1];
  if (pattern !== undefined) return PATTERNS[pattern] ?? 'does not have the documented format';
  const [found, words] = WORDINGS.find(([said]) => said.test(finding)) ?? [/^.*$/s, '$&'];
  return finding.replace(found, words);
}
