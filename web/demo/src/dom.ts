// Finding and making elements, checked at run time.

/** The element of the page with this id. */
export function find<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} with id "${id}"`);
}

interface Properties {
  readonly class?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, text, attributes = {} }: Properties = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Tells `changed` the value of the radio button that is chosen in a fieldset. */
export function onChoice(fieldset: HTMLFieldSetElement, changed: (value: string) => void): void {
  fieldset.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement) changed(event.target.value);
  });
}
