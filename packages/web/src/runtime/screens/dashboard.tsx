// A dashboard: its place is kept, and it says that it is not drawn.
import { NotShown } from "../../kit/not-shown.tsx";
import { useProduct } from "../session/product.tsx";
import type { ScreenProps } from "./screen-gate.tsx";

export function Dashboard({ screen }: ScreenProps) {
  const { say, word } = useProduct();
  return <NotShown title={word(screen.label)}>{say("notDrawn")}</NotShown>;
}
