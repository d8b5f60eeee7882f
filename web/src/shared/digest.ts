/** Digests by the browser's own cryptography, or by ours where the connection is plain. */
import * as own from "./sha256";

export type Bytes = Uint8Array<ArrayBuffer>;

const HMAC = { name: "HMAC", hash: "SHA-256" };

/** Browsers hide it from pages that came over a plain connection. */
const subtle = (): SubtleCrypto | undefined => crypto.subtle;

export async function sha256(data: Bytes): Promise<Bytes> {
  const browser = subtle();
  if (!browser) return own.sha256(data);
  return new Uint8Array(await browser.digest("SHA-256", data));
}

export async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const browser = subtle();
  if (!browser) return own.hmac(key, message);
  const ready = await browser.importKey("raw", key, HMAC, false, ["sign"]);
  return new Uint8Array(await browser.sign("HMAC", ready, message));
}
