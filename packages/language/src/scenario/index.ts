// What other packages try of a document: its scenarios, and conditions taken apart.
export { formulaOf, formulaOfGrant, formulaOfGuard, waysToBe, type Formula } from "./formula.ts";
export { inTurn, notSignedIn } from "./scenario.ts";
export type {
  Edge,
  Expected,
  Fact,
  GivenInput,
  Holding,
  Moment,
  Scenario,
  ScenarioDeed,
  Sent,
  Signed,
  Told,
  Named,
  Twin,
} from "./scenario.ts";
export { sentenceOf, wordsOf } from "./words.ts";
export { isWithin } from "./readers.ts";
export { isOf, scenariosOf } from "./scenarios-of.ts";
export { screenScenarios, type Onlooker, type ScreenScenario } from "../sections/screens/scenarios.ts";
export { builtInErrors } from "../sections/errors/model.ts";
export { builtInTexts, notNowTexts } from "../sections/errors/database/built-in-words.ts";
