import { expect, test } from "vitest";
import { body, bytesOf } from "./subscription";

test("a key is read from base64 for addresses, without padding", () => {
  expect([...bytesOf("-_8B")]).toEqual([251, 255, 1]);
  expect([...bytesOf("BA")]).toEqual([4]);
});

test("the API gets the address and both keys, and nothing else", () => {
  const made = { endpoint: "https://push.example/1", expirationTime: null, keys: { p256dh: "p", auth: "a" } };
  expect(body(made)).toEqual({ endpoint: "https://push.example/1", p256dh: "p", auth: "a" });
});
