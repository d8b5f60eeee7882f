/** Copying, also where the page came over a plain connection and has no clipboard of its own. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyByHand(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function copyByHand(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "only-spoken";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
