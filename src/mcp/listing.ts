import type { ApiTool } from './tools.ts';

type Json = Record<string, unknown>;

/** The schema keywords that the list of tools keeps of an argument; `describeOperation` has the rest. */
const SHAPE = new Set([
  ...['type', 'enum', 'const', 'required', 'items', 'properties', 'allOf', 'anyOf', 'oneOf', 'maximum'],
]);
const FIELDS_WORTH_A_REFERENCE = 150;
/** The first sentence, or the text before a list or a semicolon. */
const FIRST_SENTENCE = /^[^]*?[.:;](?=\s|$)/;
/** A longer one is left to `describeOperation`, and the summary takes its place. */
const SENTENCE_CHARACTERS = 80;

export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: { type: 'object'; properties?: Json; required?: string[] };
  outputSchema: { type: 'object'; properties?: Json; description?: string };
  annotations: Partial<ApiTool['annotations']>;
}

/**
 * The tools in the form that a host puts before the model with every conversation: one sentence each, the shape of the
 * arguments, and the names and types of the result's fields. A tool that returns the same as an earlier one refers to
 * that.
 */
export function listed(tools: readonly ApiTool[]): ListedTool[] {
  const returnedBy = new Map<string, string>();
  return tools.map((tool) => {
    const { name, title, movesMoney, inputSchema, annotations } = tool;
    const properties = fieldsOf(tool.outputSchema);
    // No field is required, because an error has none of them.
    const fields = JSON.stringify(properties);
    const earlier = returnedBy.get(fields);
    if (earlier === undefined && fields.length > FIELDS_WORTH_A_REFERENCE) returnedBy.set(fields, name);
    return {
      name,
      // For the person who confirms a call.
      ...(movesMoney && { title }),
      description: `${movesMoney ? 'MOVES MONEY. ' : ''}${sentenceOf(tool)}`,
      inputSchema: shapeOf(inputSchema) as ListedTool['inputSchema'],
      outputSchema: earlier
        ? { type: 'object', description: `As of ${earlier}.` }
        : { type: 'object', properties },
      annotations: hintsOf(annotations),
    };
  });
}

function sentenceOf({ summary, description }: ApiTool): string {
  const [sentence = description] = FIRST_SENTENCE.exec(description) ?? [];
  const text = sentence.length > SENTENCE_CHARACTERS ? `${summary}.` : sentence;
  return text.replace(/\s+/g, ' ').replace(/;$/, '.');
}

/** The destructive hint has a meaning only for tools that write. */
function hintsOf({ readOnlyHint, destructiveHint }: ApiTool['annotations']): ListedTool['annotations'] {
  return readOnlyHint ? { readOnlyHint } : { destructiveHint };
}

function shapeOf(schema: Json): Json {
  const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (!SHAPE.has(key)) return [];
    if (key === 'required') return (value as string[]).length > 0 ? [[key, value]] : [];
    if (key === 'type' && 'enum' in schema) return [];
    if (key === 'properties') {
      const properties = Object.entries(value as Record<string, Json>);
      if (properties.length === 0) return [];
      return [[key, Object.fromEntries(properties.map(([name, one]) => [name, shapeOf(one)]))]];
    }
    if (Array.isArray(value) && key.endsWith('Of')) return [[key, (value as Json[]).map(shapeOf)]];
    return [[key, isSchema(value) ? shapeOf(value) : value]];
  });
  return Object.fromEntries(kept);
}

/** The fields of an object and their types; without a type where alternatives differ, or give none. */
function fieldsOf(schema: Json): Json {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema as Combination;
  const parts = [
    ...[...allOf, ...anyOf, ...oneOf].map(fieldsOf),
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => name !== 'object')
        .map(([name, { type }]) => [name, type ? { type } : {}]),
    ),
  ];
  const fields: Json = {};
  for (const [name, field] of parts.flatMap((part) => Object.entries(part))) {
    const isSame = !(name in fields) || JSON.stringify(fields[name]) === JSON.stringify(field);
    fields[name] = isSame ? field : {};
  }
  return fields;
}

interface Combination {
  properties?: Record<string, Json>;
  allOf?: Json[];
  anyOf?: Json[];
  oneOf?: Json[];
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
