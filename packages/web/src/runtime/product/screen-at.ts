// Which screen an address is one of.
import type { Application, ApplicationScreen } from "@writ/language/product";

/** The one whose form fits best. */
export function screenAt(path: string, { screens }: Application): ApplicationScreen | undefined {
  const steps = path.split("/").filter(Boolean);
  const fits = ({ route }: ApplicationScreen) =>
    route.length === steps.length && route.every((step, place) => step.kind !== "fixed" || step.text === steps[place]);
  const fixed = ({ route }: ApplicationScreen) => route.filter((step) => step.kind === "fixed").length;
  return screens.filter(fits).sort((one, other) => fixed(other) - fixed(one))[0];
}
