// New entries of the inbox: a channel of its reader's own reports that there are some, and they are fetched.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useProduct } from "../product/product.tsx";

const patience = 10_000;

export function useInboxNews(): void {
  const { backend, person } = useProduct();
  const queries = useQueryClient();
  const me = person?.id;
  useEffect(() => {
    if (me === undefined) return undefined;
    let isOver = false;
    let leave = () => {};
    let trying: ReturnType<typeof setTimeout> | undefined;
    const ask = () => void queries.invalidateQueries({ queryKey: ["inbox"] });
    const listen = async () => {
      const socket = await backend.live.socket;
      await socket.setAuth();
      if (isOver) return;
      const channel = socket.channel(`inbox:${me}`, { config: { private: true } });
      leave = () => void socket.removeChannel(channel);
      channel.on("broadcast", { event: "inbox" }, ask);
      // Or what was said before the server heard the database.
      channel.on("system" as never, {}, ({ status }: { readonly status?: unknown }) => {
        if (status === "ok") ask();
      });
      channel.subscribe((status) => {
        if (isOver) return;
        // The channel does not send what came before.
        if (status === "SUBSCRIBED") ask();
        // What the server has closed is joined anew: a token may have ended overnight.
        if (status === "CLOSED") trying = setTimeout(() => void listen(), patience);
      });
    };
    void listen();
    return () => {
      isOver = true;
      clearTimeout(trying);
      leave();
    };
  }, [backend, queries, me]);
}
