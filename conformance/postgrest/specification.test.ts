// A specification of our own, in the Haskell of the suite, is read and run: what holds passes, and what does not fails.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Asked, Response } from "./exchange.ts";
import { meaning, scopeOf } from "./haskell/evaluate.ts";
import { parseModule } from "./haskell/parse.ts";
import { applied, done } from "./haskell/value.ts";
import { words } from "./operators.ts";
import { vocabulary } from "./vocabulary.ts";

const source = `module Feature.TinySpec where

import Network.HTTP.Types

-- | Every letter of this is ours.
spec :: SpecWithConfig
spec withConfig = withConfig baseCfg { configDbMaxRows = Just 2 } $ do
  describe "reading" $ do
    let wanted = [("Accept", "text/plain")]
        greet name = "hello " <> name
    it "compares text, headers and status" $
      request methodGet "/a?b=c" wanted ""
        \`shouldRespondWith\` "hello you"
        { matchStatus = 200
        , matchHeaders = ["X-One" <:> "1", matchHeaderAbsent "X-Two"]
        }
    it "sees another text" $
      get "/a" \`shouldRespondWith\` [str|hello
                                    |me|]
    it "compares JSON, whatever its order" $
      post "/json" [json|{ b: [1, 2], "a": #{greet "x"} }|]
        \`shouldRespondWith\` [json|{"a": "hello x", "b": [1, 2]}|]
    it "looks into what it got" $ do
      r <- request methodPost "/json" [] [json|{"a": {"n": 3}}|]
      liftIO $ do
        simpleStatus r \`shouldBe\` ok200
        simpleBody r ^? key "a" . key "n" \`shouldBe\` Just [json|3|]
        simpleHeaders r \`shouldSatisfy\` notZeroContentLength
    it "uses what nobody knows" $ unheardOf 1
  forM_ [x | x <- [1 .. 2]] $ \\n ->
    context ("number " <> show n) $ it "is one" $ when (n > 1) $ get "/a" \`shouldRespondWith\` 404
`;

async function ask({ method, path, body }: Asked): Promise<Response> {
  const isJson = path === "/json" && method === "POST";
  return {
    status: 200,
    headers: [
      ["Content-Type", isJson ? "application/json; charset=utf-8" : "text/plain"],
      ["Content-Length", "9"],
      ["X-One", "1"],
    ],
    body: isJson ? Buffer.from(body) : Buffer.from("hello you"),
  };
}

test("cases are found with their labels and settings, and told apart", async () => {
  const told: (readonly [string, string])[] = [];
  const settings: unknown[] = [];
  let labels: readonly string[] = [];
  const known = {
    names: vocabulary({
      suite: "",
      ask,
      describe: async (label, body) => {
        labels = [...labels, label];
        await body();
        labels = labels.slice(0, -1);
      },
      configure: async (given, body) => {
        settings.push(given);
        await body();
      },
      it: async (label, body) => {
        const name = [...labels, label].join(" > ");
        await body().then(
          () => told.push([name, "passed"]),
          (error: Error) => told.push([name, `${error.constructor.name}: ${error.message}`]),
        );
      },
    }),
    around: undefined,
  };
  const specification = meaning("spec", scopeOf(parseModule(source), known, words))();
  await done(applied(specification, meaning("withConfig", known)));
  assert.deepEqual(settings, [{ configDbMaxRows: 2 }]);
  assert.deepEqual(told, [
    ["reading > compares text, headers and status", "passed"],
    ["reading > sees another text", "Mismatch: body hello you, expected hello\nme"],
    ["reading > compares JSON, whatever its order", "passed"],
    ["reading > looks into what it got", "passed"],
    ["reading > uses what nobody knows", "NotRead: the name unheardOf"],
    ["number 1 > is one", "passed"],
    ["number 2 > is one", "Mismatch: status 200, expected 404: hello you"],
  ]);
});
