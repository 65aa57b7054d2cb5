/** Escaped XML. Only `element` and `textElement` make it, so that no text becomes an element by mistake. */
export type Xml = string & { readonly isXml: unique symbol };

/** An element with others in it, in their order; undefined ones are left out. */
export function element(name: string, ...children: (Xml | undefined)[]): Xml {
  return `<${name}>${children.join('')}</${name}>` as Xml;
}

export function textElement(
  name: string,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escape(value)}"`);
  return `<${name}${written.join('')}>${escape(text)}</${name}>` as Xml;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
