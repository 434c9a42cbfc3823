// `/_/start`: leads a user who has just come in to the screen that they see first.
import { useEffect } from "react";
import { PageSkeleton } from "../../kit/skeletons.tsx";
import { useProduct } from "../product/product.tsx";
import { useGo } from "../routing/use-go.ts";
import { useStart } from "../session/menu.ts";

export function Start() {
  const { say } = useProduct();
  const start = useStart();
  const go = useGo();
  useEffect(() => void go(start, { replace: true }), [go, start]);
  return <PageSkeleton label={say("loading")} />;
}
