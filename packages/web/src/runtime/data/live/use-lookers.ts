// Who else is looking at a row, and who of them is changing it: from a private channel that every reader of the row may
// join, with the accounts as the server knows them.
import type { RealtimeChannel } from "@supabase/realtime-js";
import { useEffect, useRef, useState } from "react";
import { useProduct } from "../../product/product.tsx";

/** A user who reloads the page has not left. */
const settled = 1000;
const patience = 10_000;

export type Looker = { readonly id: string; readonly isEditing: boolean };

/** The one word that the server lets a user say of themselves there. */
const said = (isEditing: boolean) => (isEditing ? { editing: true } : {});

/** Accounts, without the reader's own. Undefined `id`: there is no row yet. `isEditing`: the reader has changed something. */
export function useLookers(entity: string, id: string | undefined, isEditing: boolean): readonly Looker[] {
  const { backend, person } = useProduct();
  const [lookers, setLookers] = useState("");
  const me = person?.id;
  const joined = useRef<RealtimeChannel | undefined>(undefined);
  const isChanging = useRef(isEditing);
  useEffect(() => {
    isChanging.current = isEditing;
    void joined.current?.track(said(isEditing));
  }, [isEditing]);
  useEffect(() => {
    if (me === undefined || id === undefined) return undefined;
    let isOver = false;
    let leave = () => {};
    let telling: ReturnType<typeof setTimeout> | undefined;
    let trying: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const socket = await backend.live.socket;
      const name = `looking:${entity}:${id}`;
      // From a row to the form for it: the client returns a channel that is being left to the next caller of its name.
      const left = socket.getChannels().find(({ topic }) => topic === `realtime:${name}`);
      if (left !== undefined) await socket.removeChannel(left);
      await socket.setAuth();
      if (isOver) return;
      const channel = socket.channel(name, { config: { private: true } });
      leave = () => {
        joined.current = undefined;
        void socket.removeChannel(channel);
      };
      channel.on("presence", { event: "sync" }, () => {
        clearTimeout(telling);
        telling = setTimeout(() => {
          const there = Object.entries(channel.presenceState<{ readonly editing?: boolean }>())
            .filter(([one]) => one !== me)
            .map(([one, pages]) => ({ id: one, isEditing: pages.some(({ editing }) => editing === true) }));
          setLookers(JSON.stringify(there.sort((a, b) => (a.id < b.id ? -1 : 1))));
        }, settled);
      });
      channel.subscribe((status) => {
        if (isOver) return;
        joined.current = status === "SUBSCRIBED" ? channel : undefined;
        if (status === "SUBSCRIBED") void channel.track(said(isChanging.current));
        else setLookers("");
        // What the server has closed is joined anew: a token may have ended overnight.
        if (status === "CLOSED") trying = setTimeout(() => void look(), patience);
      });
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(telling);
      clearTimeout(trying);
      leave();
      setLookers("");
    };
  }, [backend, entity, id, me]);
  return lookers === "" ? [] : (JSON.parse(lookers) as readonly Looker[]);
}
