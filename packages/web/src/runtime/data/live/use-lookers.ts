// Who else is looking at a row: said by a private channel that whoever reads the row may join, as the server knows them.
import { useEffect, useState } from "react";
import { useProduct } from "../../session/product.tsx";

/** Whoever loads the page anew has not left. */
const settled = 1000;
const patience = 10_000;

/** Accounts, without the reader's own. Undefined `id`: there is no row yet. */
export function useLookers(entity: string, id: string | undefined): readonly string[] {
  const { backend, person } = useProduct();
  const [lookers, setLookers] = useState("");
  const me = person?.id;
  useEffect(() => {
    if (me === undefined || id === undefined) return undefined;
    let isOver = false;
    let leave = () => {};
    let telling: ReturnType<typeof setTimeout> | undefined;
    let trying: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const socket = await backend.live.socket;
      const name = `looking:${entity}:${id}`;
      // From a row to the form for it: the client gives a channel that is being left to whoever asks for its name.
      const left = socket.getChannels().find(({ topic }) => topic === `realtime:${name}`);
      if (left !== undefined) await socket.removeChannel(left);
      await socket.setAuth();
      if (isOver) return;
      const channel = socket.channel(name, { config: { private: true } });
      leave = () => void socket.removeChannel(channel);
      channel.on("presence", { event: "sync" }, () => {
        clearTimeout(telling);
        telling = setTimeout(() => {
          const there = Object.keys(channel.presenceState()).filter((one) => one !== me);
          setLookers(there.sort().join());
        }, settled);
      });
      channel.subscribe((status) => {
        if (isOver) return;
        if (status === "SUBSCRIBED") void channel.track({});
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
  return lookers === "" ? [] : lookers.split(",");
}
