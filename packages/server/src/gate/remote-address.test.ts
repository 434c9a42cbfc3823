// Whose address a request has, as servers in front of this one write it, and as somebody writes it who wants another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf, remoteAddress } from "./remote-address.ts";

test("the address that the outermost of our own servers saw, and nothing further left", () => {
  const cases: readonly (readonly [proxies: number, forwarded: string | undefined, expected: string])[] = [
    [0, "203.0.113.7", "10.0.0.1"],
    [0, undefined, "10.0.0.1"],
    [1, "203.0.113.7", "203.0.113.7"],
    [1, "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    [2, "198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
    [3, "198.51.100.1,203.0.113.7,10.0.0.3 , 10.0.0.2", "203.0.113.7"],
    // Fewer than there should be: somebody came past the servers, and is known by what is there.
    [2, "10.0.0.2", "10.0.0.2"],
    [2, undefined, "10.0.0.1"],
    [1, "203.0.113.7:5678", "203.0.113.7"],
    [1, "[2001:db8::1]:5678", "2001:db8::1"],
    [1, "[2001:db8::1]", "2001:db8::1"],
    [1, "2001:db8::1", "2001:db8::1"],
    [1, "2001:db8::1:5678", "2001:db8::1:5678"],
    [1, "::ffff:203.0.113.7", "203.0.113.7"],
    [1, "[::ffff:203.0.113.7]:443", "203.0.113.7"],
    [1, "unknown", "unknown"],
    [1, "203.0.113.7:port", "203.0.113.7:port"],
  ];
  for (const [proxies, forwarded, expected] of cases)
    assert.equal(remoteAddress("::ffff:10.0.0.1", forwarded, proxies), expected, `${proxies}: ${forwarded}`);
});

test("all addresses of an IPv6 network count as one client, whatever the port", () => {
  const network = (forwarded: string) => networkOf(remoteAddress("::1", forwarded, 1));
  assert.equal(network("[2001:db8:1:2:3::4]:1"), network("[2001:db8:1:2:9::4]:2"));
  assert.notEqual(network("[2001:db8:1:2::4]:1"), network("[2001:db8:1:3::4]:1"));
  assert.equal(network("203.0.113.7:1"), network("203.0.113.7:2"));
});
