import type { ChartNode, Picture } from './types.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them, however they are written.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_XML, '')
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');

/** A picture as the text of an SVG file: every text and attribute escaped, no script, no style, no link. */
export const toSvg = ({ root }: Picture): string => written(root);

function written(node: ChartNode | string): string {
  if (typeof node === 'string') return escaped(node);
  const attrs = Object.entries(node.attrs).map(
    ([name, value]) => ` ${name}="${escaped(String(value))}"`,
  );
  const open = `<${node.tag}${attrs.join('')}`;
  if (node.children.length === 0) return `${open}/>`;
  return `${open}>${node.children.map(written).join('')}</${node.tag}>`;
}

/** Makes virtual nodes of a picture with the `h` of Preact (or any function like it). */
export function toElements<T>(
  node: ChartNode,
  h: (
    tag: string,
    attrs: Readonly<Record<string, string | number>>,
    ...children: (T | string)[]
  ) => T,
): T {
  const children = node.children.map((child) =>
    typeof child === 'string' ? child : toElements(child, h),
  );
  return h(node.tag, node.attrs, ...children);
}
