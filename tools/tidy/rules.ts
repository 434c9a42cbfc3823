// The house rules of ARCHITECTURE.md: each says what breaks it, and shows a file that does.
import { exportRules } from "./exports.ts";
import { kindRules } from "./kinds.ts";
import { shapeRules } from "./shape.ts";
import { folderRules } from "./folders.ts";
import { layerRules } from "./layers.ts";
import { packageRules } from "./packages.ts";
import { messageRules } from "./messages.ts";
import { sqlRules } from "./sql.ts";
import { stateRules } from "./state.ts";
import { wordRules } from "./words.ts";
import type { ProjectFile } from "./project.ts";

export type HouseRule = {
  /** What holds, as a sentence. */
  readonly name: string;
  /** One sentence for each place that breaks the rule. */
  readonly broken: (files: readonly ProjectFile[]) => readonly string[];
  /** Small projects that break it, so that a rule that cannot fail is noticed. */
  readonly bad: readonly (readonly ProjectFile[])[];
  /** A small project that comes near to breaking it and does not. */
  readonly good?: readonly ProjectFile[];
};

export const houseRules: readonly HouseRule[] = [
  ...layerRules,
  ...packageRules,
  ...folderRules,
  ...kindRules,
  ...shapeRules,
  ...exportRules,
  ...stateRules,
  ...sqlRules,
  ...wordRules,
  ...messageRules,
];
