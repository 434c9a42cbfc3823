// What stands in the place of what could not be drawn. Files that are gone are those of an older version: it is loaded anew.
import { Component, useEffect, useState, type ReactNode } from "react";
import { english } from "../runtime/words/english.ts";
import { speakerOf } from "../runtime/words/speaker.ts";
import type { Say } from "../runtime/words/say.ts";

const reloadedKey = "writ.reloaded";
/** One that is loaded anew and breaks again is not loaded again and again. */
const pause = 30_000;

type BrokenProps = { readonly error: unknown; readonly say?: Say };

export function Broken({ error, say = speakerOf(english, "en") }: BrokenProps) {
  const [isAway, setIsAway] = useState(false);
  const isOld = isGone(error);
  useEffect(() => {
    if (isOld && Date.now() - Number(sessionStorage.getItem(reloadedKey)) > pause)
      void loadAnew().then((isLoading) => setIsAway(!isLoading));
  }, [isOld]);
  return (
    <div className="face" role="alert">
      <h1>{say(isOld ? "newVersion" : "broken")}</h1>
      <p>{say(isAway ? "offlineAnswer" : isOld ? "newVersionText" : "brokenText")}</p>
      <button
        type="button"
        className="plain"
        onClick={() => void loadAnew().then((isLoading) => setIsAway(!isLoading))}
      >
        {say("loadAnew")}
      </button>
    </div>
  );
}

/** False where nobody answers: a page that is loaded without a line is no page at all. */
async function loadAnew(): Promise<boolean> {
  const isThere = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
  if (isThere) {
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    location.reload();
  }
  return isThere;
}

/** As browsers say that a module, or its style, could not be had. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message);

/** React has no hook for this. */
export class Contained extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <Broken error={error} />;
  }
}
