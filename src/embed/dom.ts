/** Elements without markup from strings: nothing that an answer says can become one. */

type Child = Node | string;
type Attributes = Readonly<Record<string, string | number>>;

export function el<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[T] {
  return made(document.createElement(tag), attributes, children);
}

const SVG = 'http://www.w3.org/2000/svg';

export function svgEl(tag: string, attributes: Attributes, ...children: Child[]): Element {
  return made(document.createElementNS(SVG, tag), attributes, children);
}

function made<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Puts children in the place of those that are there. */
export function fill(parent: ParentNode, ...children: readonly Child[]): void {
  parent.replaceChildren(...children);
}
