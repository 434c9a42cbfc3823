// A screen that a user wrote themselves: loaded when it is needed, and what goes wrong in it stays in it.
import { useQuery } from "@tanstack/react-query";
import { Component as ReactComponent, Suspense, useEffect, type ComponentType, type ReactNode } from "react";
import { SurroundingsProvider } from "./surroundings.tsx";
import { Away } from "../../kit/failure.tsx";
import { PageSkeleton } from "../../kit/skeletons.tsx";
import { isMissing } from "../../kit/load-with-retry.ts";
import { useProduct } from "../product/product.tsx";
import { ComponentFailure } from "./component-failure.tsx";
import type { ScreenProps } from "./kinds.ts";

type Loaded = { readonly default?: ComponentType };

export function OwnScreen({ screen, route }: ScreenProps) {
  const { say } = useProduct();
  const { own } = screen;
  const script = own !== undefined && "script" in own ? own.script : undefined;
  const loaded = useQuery({
    queryKey: ["component", script],
    queryFn: async () => {
      const load = async (address: string) => (await import(/* @vite-ignore */ address)) as Loaded;
      // Some browsers remember that a module could not be had, and do not try it again.
      const result = await load(script ?? "").catch(async (failure: unknown) => {
        if (isMissing(failure)) return load(`${script}?${Date.now()}`);
        throw failure;
      });
      if (typeof result.default !== "function") throw new Error("Its file exports no component as its default.");
      // Kept in an object: a function would be taken for one that makes the data.
      return { Component: result.default };
    },
    enabled: script !== undefined,
    staleTime: Infinity,
    retry: 1,
  });
  useStyle(own !== undefined && "style" in own ? own.style : undefined);
  if (own !== undefined && "failure" in own) return <ComponentFailure screen={screen} said={own.failure} />;
  if (isMissing(loaded.error)) return <Away onRetry={() => void loaded.refetch()} />;
  if (loaded.error !== null)
    return <ComponentFailure screen={screen} said={loaded.error.message} onRetry={() => void loaded.refetch()} />;
  if (loaded.data === undefined) return <PageSkeleton label={say("loading")} />;
  const { Component } = loaded.data;
  return (
    // Another version of the file begins anew, also after one that broke.
    <Contained key={script} failed={(said, again) => <ComponentFailure screen={screen} said={said} onRetry={again} />}>
      <SurroundingsProvider value={{ screen, route }}>
        <Suspense fallback={<PageSkeleton label={say("loading")} />}>
          <Component />
        </Suspense>
      </SurroundingsProvider>
    </Contained>
  );
}

function useStyle(address: string | undefined): void {
  useEffect(() => {
    if (address === undefined) return undefined;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    document.head.append(link);
    return () => link.remove();
  }, [address]);
}

type ContainedProps = {
  readonly children: ReactNode;
  readonly failed: (said: string, again: () => void) => ReactNode;
};

/** React has no hook for this. */
class Contained extends ReactComponent<ContainedProps, { readonly said: string | undefined }> {
  override state = { said: undefined as string | undefined };

  static getDerivedStateFromError(failure: unknown) {
    return { said: failure instanceof Error ? failure.message : String(failure) };
  }

  override render(): ReactNode {
    const { said } = this.state;
    return said === undefined ? this.props.children : this.props.failed(said, () => this.setState({ said: undefined }));
  }
}
