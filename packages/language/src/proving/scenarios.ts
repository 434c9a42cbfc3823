// What other packages try of a document: its scenarios, and conditions taken apart.
export { formulaOf, formulaOfGrant, formulaOfGuard, factsToSatisfy, type Formula } from "../scenario/formula.ts";
export { inTurn, notSignedIn } from "../scenario/scenario.ts";
export type {
  Edge,
  Expected,
  Fact,
  ChangedInput,
  Holding,
  Moment,
  Scenario,
  ScenarioDeed,
  Sent,
  Signed,
  ErrorReply,
  Named,
  Twin,
} from "../scenario/scenario.ts";
export { sentenceOf, wordsOf } from "../scenario/words.ts";
export { isWithin } from "../scenario/readers.ts";
export { isOf, scenariosOf } from "./scenarios-of.ts";
export { screenScenarios, type Onlooker, type ScreenScenario } from "../sections/screens/scenarios.ts";
export { builtInErrors } from "../model/built-in-errors.ts";
export { builtInTexts, notNowTexts } from "../sections/errors/database.ts";
