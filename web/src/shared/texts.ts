/** Every sentence is written in English where it is used; the page brings its translations. */
export type Texts = Readonly<Record<string, string>>;

let texts: Texts = {};

export function useTexts(catalogue: Texts): void {
  texts = catalogue;
}

/** The sentence in the page's language; `{name}` is replaced by the value of that name. */
export function t(sentence: string, values: Record<string, string | number> = {}): string {
  return (texts[sentence] ?? sentence).replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}
