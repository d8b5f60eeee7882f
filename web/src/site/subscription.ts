/** A browser's subscription as the API takes it. */
export function body(made: PushSubscriptionJSON): Record<string, string> {
  const { endpoint = "", keys = {} } = made;
  return { endpoint, p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" };
}

/** The bytes of a text in base64 for addresses. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
