// The number of a limit, whether it is written out or a constant.
import { resolveAmount } from "../../../model/check-amount.ts";
import type { Design } from "../../../plan/design.ts";
import type { LimitValue } from "../model.ts";

/** Undefined where the constant is not shown. */
export function amountOf({ amount }: LimitValue, design: Design): string | undefined {
  const value = resolveAmount(amount, design.context);
  return value?.kind === "number" && value.scale === 0 ? String(value.digits) : undefined;
}
