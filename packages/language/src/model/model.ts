// What the document says, once every section is read. Plain, readonly data: no methods, no SQL, no React.
import type { Calls } from "../sections/calls/model.ts";
import type { Constants } from "../sections/constants/model.ts";
import type { Entities } from "../sections/entities/model.ts";
import type { Errors } from "../sections/errors/model.ts";
import type { Permissions } from "../sections/permissions/model.ts";
import type { Purpose } from "../sections/purpose/model.ts";
import type { Rules } from "../sections/rules/model.ts";
import type { Screens } from "../sections/screens/model.ts";
import type { States } from "../sections/states/model.ts";

export type Model = {
  readonly title: string;
  readonly purpose: Purpose;
  readonly screens: Screens;
  readonly entities: Entities;
  readonly states: States;
  readonly rules: Rules;
  readonly permissions: Permissions;
  readonly calls: Calls;
  readonly errors: Errors;
  readonly constants: Constants;
};
