// What stands in the place of what could not be drawn. Files that are gone are those of an older version: it is loaded anew.
import { Component, use, useCallback, useEffect, useState, type ReactNode } from "react";
import { Saying } from "../words/say.ts";
import { isAnswered, isMissing } from "./load-with-retry.ts";

const reloadedKey = "writ.reloaded";
/** One that is loaded anew and breaks again is not loaded again and again. */
const pause = 30_000;
/** Browsers do not always say that a line is back. */
const nextLook = 5000;

export function Broken({ error }: { readonly error: unknown }) {
  const say = use(Saying);
  const [isAway, loadAnew] = useLoadAnew();
  const isOld = isMissing(error);
  const [isDue] = useState(() => Date.now() - Number(sessionStorage.getItem(reloadedKey)) > pause);
  useEffect(() => {
    if (isOld && isDue) void loadAnew();
  }, [isOld, isDue, loadAnew]);
  return (
    <div className="face" role="alert">
      <h1>{say(isAway ? "failed" : isOld ? "newVersion" : "broken")}</h1>
      <p>{say(isAway ? "offlineAnswer" : isOld && isDue ? "newVersionText" : "brokenText")}</p>
      <button type="button" className="plain" onClick={() => void loadAnew()}>
        {say("loadAnew")}
      </button>
    </div>
  );
}

/** A page that is loaded without a line is no page at all: whether no one answers, and what loads it once a user does. */
export function useLoadAnew(): readonly [boolean, () => Promise<void>] {
  const [isAway, setIsAway] = useState(false);
  const loadAnew = useCallback(async () => {
    const isThere = await isAnswered();
    setIsAway(!isThere);
    if (!isThere) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    location.reload();
  }, []);
  useEffect(() => {
    if (!isAway) return undefined;
    const again = () => void loadAnew();
    addEventListener("online", again);
    const timer = setInterval(again, nextLook);
    return () => {
      removeEventListener("online", again);
      clearInterval(timer);
    };
  }, [isAway, loadAnew]);
  return [isAway, loadAnew];
}

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
