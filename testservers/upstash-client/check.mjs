// The real client against a REST interface: node check.mjs ADDRESS TOKEN. It ends with code 0 if all is as the client expects.
import assert from "node:assert/strict";
import { Redis } from "@upstash/redis";

const [url, token] = process.argv.slice(2);
const open = (more) => new Redis({ url, token, enableTelemetry: false, enableAutoPipelining: false, ...more });
const redis = open({ automaticDeserialization: false, retry: false });
const checks = [];
const check = (name, run) => checks.push([name, run]);
const text = "\u0000\u0001\"\\\n\t é\u2028\u{1F600}";
const limit = (promise, what) =>
  Promise.race([promise, new Promise((_, no) => setTimeout(() => no(new Error(`not in time: ${what}`)), 10_000).unref())]);

check("a value comes back", async () => {
  assert.equal(await redis.set("k", "v"), "OK");
  assert.equal(await redis.get("k"), "v");
  assert.equal(await redis.get("none"), null);
  assert.equal(await redis.set("k", "w", { nx: true }), null);
});

check("any text comes back", async () => {
  assert.equal(await redis.set(`k${text}`, text), "OK");
  assert.equal(await redis.get(`k${text}`), text);
  assert.deepEqual(await redis.mget(`k${text}`, "none"), [text, null]);
});

check("a value that reads OK, or like base64, comes back", async () => {
  for (const value of ["OK", "", "T0s=", "abcd", "1", "null"]) {
    await redis.set("odd", value);
    assert.equal(await redis.get("odd"), value);
    assert.deepEqual(await redis.eval("return {ARGV[1]}", [], [value]), [value]);
  }
});

check("numbers are numbers", async () => {
  await redis.del("n");
  assert.equal(await redis.incr("n"), 1);
  assert.equal(await redis.incrby("n", 41), 42);
  assert.equal(await redis.eval("return 9007199254740991", [], []), Number.MAX_SAFE_INTEGER);
});

check("other encodings are what they say", async () => {
  const plain = open({ responseEncoding: false, automaticDeserialization: false });
  assert.equal(await plain.set("p", text), "OK");
  assert.equal(await plain.get("p"), text);
});

check("scripts run, by text and by name", async () => {
  const script = "return {KEYS[1], ARGV[1], {1, {ARGV[1]}}, false}";
  const expected = ["key", text, [1, [text]], null];
  assert.deepEqual(await redis.eval(script, ["key"], [text]), expected);
  await assert.rejects(redis.evalsha("0".repeat(40), ["key"], []), /NOSCRIPT/);
  const digest = await redis.scriptLoad(script);
  assert.deepEqual(await redis.evalsha(digest, ["key"], [text]), expected);
  assert.deepEqual(await redis.createScript(script).exec(["key"], [text]), expected);
  await redis.scriptFlush();
  await assert.rejects(redis.evalsha(digest, ["key"], []), /NOSCRIPT/);
});

check("flagged scripts keep to their keys", async () => {
  const flagged = "#!lua flags=allow-key-locking\nreturn redis.call('SET', KEYS[1] .. ARGV[1], 1)";
  assert.equal(await redis.eval(flagged, ["{t}k"], [""]), "OK");
  await assert.rejects(redis.eval(flagged, ["k"], ["x"]), /Dynamic keys are not allowed/);
  await redis.xadd("{t}log", "1-0", { a: "b" });
  await assert.rejects(redis.rename("{t}log", "{t}other"), /renamed/);
});

check("an error is the command's own", async () => {
  await redis.set("s", "1");
  await assert.rejects(redis.zadd("s", { score: 1, member: "a" }), /WRONGTYPE/);
  await assert.rejects(redis.eval("return redis.call('nope')", [], []), /ERR|Unknown/);
  await assert.rejects(redis.eval("return 1", ["a"], []).then(() => redis.exec(["WATCH", "a"])), /not available/);
});

check("a pipeline answers each in order", async () => {
  await redis.del("z", "c");
  const replies = await redis.pipeline().set("c", text).get("c").zadd("z", { score: 1, member: text }).zrange("z", 0, -1).exec();
  assert.deepEqual(replies, ["OK", text, 1, [text]]);
  const mixed = await redis.pipeline().get("c").incr("c").get("c").exec({ keepErrors: true });
  assert.match(mixed[1].error, /not an integer/);
  assert.deepEqual([mixed[0].result, mixed[2].result], [text, text]);
});

check("a transaction answers as one", async () => {
  const replies = await redis.multi().set("t", "1").incr("t").get("t").exec();
  assert.deepEqual(replies, ["OK", 2, "2"]);
  await assert.rejects(redis.multi().set("t", "1").incr("s2").zadd("t", { score: 1, member: "a" }).exec(), /WRONGTYPE/);
});

check("streams and hashes", async () => {
  await redis.del("log", "h");
  assert.equal(await redis.xadd("log", "1-0", { f: text }), "1-0");
  assert.deepEqual(await redis.exec(["XRANGE", "log", "-", "+"]), [["1-0", ["f", text]]]);
  assert.equal(await redis.hset("h", { a: text, b: "2" }), 2);
  assert.deepEqual(await redis.exec(["HMGET", "h", "a", "b", "c"]), [text, "2", null]);
});

check("messages come in order", async () => {
  const channel = "a:chan é\u{1F600}";
  const messages = ["one, two", '{"é" : "\u{1F600}"}'];
  const listening = open({ automaticDeserialization: false }).subscribe(encodeURIComponent(channel));
  const heard = [];
  await limit(new Promise((resolve, reject) => {
    listening.on("error", reject);
    listening.on("subscribe", resolve);
  }), "the subscription");
  const all = new Promise((resolve) =>
    listening.on("message", ({ channel: from, message }) => {
      heard.push([from, message]);
      if (heard.length === messages.length) {
        resolve();
      }
    }));
  for (const message of messages) {
    assert.equal(await redis.publish(channel, message), 1);
  }
  await limit(all, "the messages");
  assert.deepEqual(heard, messages.map((message) => [channel, message]));
  await listening.unsubscribe();
});

check("a wrong token is refused", async () => {
  await assert.rejects(open({ token: "wrong", retry: false }).get("k"), /WRONGPASS|Unauthorized/);
});

for (const [name, run] of checks) {
  try {
    await run();
  } catch (e) {
    console.error(`${name}: ${e.stack}`);
    process.exit(1);
  }
}
console.log(`${checks.length} checks passed`);
process.exit(0);
