/** On a phone what has just appeared would lie below the fold. */
export function inView(node: HTMLElement, wanted = true): void {
  if (wanted) node.scrollIntoView({ block: "nearest" });
}
