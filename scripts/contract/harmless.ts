/*
 * Why some changes of a contract break nobody, by the kind of node and the change that `mutations.ts` makes. It is written
 * without regard to the rules of `differences.ts`, which must agree with it on every mutation.
 */

interface Harmless {
  what: RegExp;
  because: string;
}

const SENT = String.raw`^(paths\.\*(\.\*)?\.(parameters\[\]|requestBody\b)|components\.\w+\.\*\(sent\)).*`;
const READ = String.raw`^(components\.\w+\.\*\(read\)|components\.headers\.\*\(unused\)).*`;
const sent = (rest: string) => new RegExp(`${SENT}${rest}$`);
const read = (rest: string) => new RegExp(`${READ}${rest}$`);

export const HARMLESS: readonly Harmless[] = [
  {
    what: /(^|\.)(description|summary) is (changed|removed)$/,
    because: 'People read texts, programs do not.',
  },
  {
    what: /(\.x-enumDescriptions(\.\*)? | gains x-enumDescriptions$)/,
    because: 'People read texts, programs do not.',
  },
  {
    what: /(\.examples?( |\.|\[)|^components\.examples)/,
    because: 'An example shows a value, and promises none.',
  },
  {
    what: /^info(\.(license|contact)\b.* (gains an x- field|is changed|is removed)| gains (contact|terms))$/,
    because: 'Lawyers and people who have questions read it.',
  },
  {
    what: /^info\.version is (changed|removed)$/,
    because: 'The version says how large the difference is: `judge` has rules of its own for it.',
  },
  {
    what: /( gains (a deprecation|a comment|external docs|a summary)|\.(x-deprecated-since|deprecated) is (removed|negated|changed))$/,
    because: 'It announces or explains, and everything still works.',
  },
  {
    what: /\.(enum(\(open\))?|required|type)\[\] is put last$/,
    because: 'It is a set.',
  },
  {
    what: /(?<!\(sent\))\.oneOf\[\] is put last$/,
    because: 'The discriminator says which of them applies, not their order.',
  },
  { what: /^webhooks\.\*\.\*\.parameters\[\] is put last$/, because: 'Headers have no order.' },
  { what: /^tags\[\] is put last$/, because: 'Only the pages of a reference are in this order.' },
  {
    what: /\.required is no longer said to be false$/,
    because: 'False is what it means when it is left out.',
  },
  { what: / gains the style that it has$/, because: 'The same style, in words.' },
  {
    what: /^(paths|webhooks)\.\*\.\*\.security\(none\) is removed$/,
    because: 'There is no security for all operations to take effect.',
  },
  { what: /^paths\.\*\.\*\.security\[\]\.\*\[\] is removed$/, because: 'Keys need a scope less.' },
  { what: /\.security\(none\) gains an empty alternative$/, because: 'Both mean that nothing is needed.' },
  {
    what: /^paths\.\*\.\*\.security gains an alternative$/,
    because: 'Who has the credentials of before still gets in.',
  },
  {
    what: /^components\.(examples|headers|links|parameters|responses|schemas|securitySchemes) gains an entry$/,
    because: 'Nothing refers to it yet.',
  },
  {
    what: /^(paths|webhooks|servers|tags) gains an (entry|item)$/,
    because: 'What there was is still there.',
  },
  { what: /^paths\.\* gains an operation$/, because: 'What there was is still there.' },
  {
    what: /^(paths|webhooks)\.\*\.\*\.tags gains an item$/,
    because: 'Clients that use all tags still have the method where it was, and the others use the first.',
  },
  {
    what: /^(paths\.\*(\.\*)? gains an optional parameter|webhooks\.\*(\.\*)? gains an optional parameter( before others)?)$/,
    because: 'Calls without it mean what they meant.',
  },
  {
    what: /^webhooks\.\*(\.\*)? gains a required parameter$/,
    because: 'Receivers ignore headers that they do not know.',
  },
  { what: /^paths\.\*\.\* gains an optional body$/, because: 'Calls without it mean what they meant.' },
  {
    what: /^paths\.\*\.\* gains another (client|server) error$/,
    because: 'Programs handle an error that they do not know by the class of its status.',
  },
  {
    what: /^webhooks\.\*\.\* gains (another (success|client error|server error)|a redirect)$/,
    because: 'Receivers may answer as before.',
  },
  {
    what: /^(components\.responses\.\*\(sent\) gains a media type|webhooks\.\*\.\*\.responses gains an entry)$/,
    because: 'Receivers may answer as before.',
  },
  {
    what: /^paths\.\*\.\*\.requestBody( gains a media type|\.content gains an entry)$/,
    because: 'Callers may send what they sent.',
  },
  {
    what: /(\.responses\.\*\([a-z]+\)|\.responses\.\dXX) gains a (header|link)$/,
    because: 'Programs ignore headers and links that they do not know.',
  },
  {
    what: /\.responses\.(\*\([a-z]+\)|\dXX)\.(headers|links) gains an entry$/,
    because: 'Programs ignore headers and links that they do not know.',
  },
  {
    what: /\.(headers|links)\.\*\.\$ref is inlined$/,
    because: 'The same header or link. Clients do not name types after them.',
  },
  {
    what: /\.headers\.\*\([a-z]+\) gains a requirement$/,
    because: 'Programs that expect it to be missing work when it is there.',
  },
  {
    what: sent(String.raw`\.max(Length|Items|Properties|imum) is (raised|removed)`),
    because: 'A request may be larger than before.',
  },
  {
    what: sent(String.raw`\.min(Length|Items|Properties|imum) is (lowered|removed)`),
    because: 'A request may be smaller than before.',
  },
  {
    what: sent(String.raw`\.pattern is removed`),
    because: 'A request may be any text, also those of before.',
  },
  {
    what: sent(String.raw`\.enum gains an item`),
    because: 'A request may have a value besides those of before.',
  },
  {
    what: sent(String.raw`( gains an optional property, being closed|\.properties gains an entry)`),
    because: 'Requests without it mean what they meant, and nobody could send it.',
  },
  {
    what: read(String.raw`\.max(Length|Items|Properties|imum) is lowered`),
    because: 'What programs read was allowed before.',
  },
  {
    what: read(String.raw`\.min(Length|Items|Properties|imum) is raised`),
    because: 'What programs read was allowed before.',
  },
  {
    what: read(' gains ((max|min)(Length|Items|Properties|imum)|exclusiveMaximum|pattern)'),
    because: 'What programs read was allowed before.',
  },
  {
    what: read(' gains (an optional|a required) property(, being closed)?'),
    because: 'Programs ignore properties that they do not know.',
  },
  {
    what: read(String.raw`\.properties gains an entry`),
    because: 'Programs ignore properties that they do not know.',
  },
  {
    what: read(String.raw`\.required gains a name`),
    because: 'A property that programs do not know is always there.',
  },
  {
    what: /\.enum\(open\) gains an item$/,
    because: 'An enum marked `x-extensible` tells programs to expect values that they do not know.',
  },
  {
    what: /\bx-error-codes\b/,
    because: 'Programs take codes that they do not know, and a list promises no error.',
  },
  {
    what: read(String.raw`\.(oneOf|discriminator\.mapping) gains an (item|entry)`),
    because: 'Receivers ignore kinds of events that they do not know.',
  },
];
