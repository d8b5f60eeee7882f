import { describe, expect, it, vi } from "vitest";
import * as digest from "./digest";
import { fromHex, toHex } from "./fair";
import { hmac, sha256 } from "./sha256";

const bytes = (text: string) => new TextEncoder().encode(text);
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const LENGTHS = [0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 128, 1000];

describe("our own SHA-256", () => {
  it("gives the digests of FIPS 180-4", () => {
    expect(toHex(sha256(bytes("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(toHex(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    expect(toHex(sha256(bytes(two)))).toBe("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  });

  it("gives the codes of RFC 4231", () => {
    const short = hmac(fromHex("0b".repeat(20)), bytes("Hi There"));
    expect(toHex(short)).toBe("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    const long = hmac(fromHex("aa".repeat(131)), bytes("Test Using Larger Than Block-Size Key - Hash Key First"));
    expect(toHex(long)).toBe("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  });

  it.each(LENGTHS)("agrees with the browser's on %i random bytes", async (length) => {
    const [key, data] = [random(length || 1), random(length)];
    expect(toHex(sha256(data))).toBe(toHex(await digest.sha256(data)));
    expect(toHex(hmac(key, data))).toBe(toHex(await digest.hmac(key, data)));
  });

  it("is used where the browser's is hidden", async () => {
    const data = random(40);
    const browsers = await digest.sha256(data);
    vi.stubGlobal("crypto", { getRandomValues: () => {} });
    expect(toHex(await digest.sha256(data))).toBe(toHex(browsers));
    vi.unstubAllGlobals();
  });
});
