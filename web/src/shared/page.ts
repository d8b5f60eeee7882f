/** What the server wrote into the page for its script: plain data, never code. */
export function pageData<T>(): T {
  const block = document.getElementById("page-data");
  if (!block) throw new Error("the page has no data block");
  return JSON.parse(block.textContent ?? "") as T;
}
