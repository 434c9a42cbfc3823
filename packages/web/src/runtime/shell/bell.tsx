// The way to the inbox, with how much of it is unread. Loaded after the first screen.
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { usePeopleSay } from "../product/use-people-say.ts";
import { dataOf } from "../data/rows.ts";
import { watched } from "../data/watch.ts";
import { accountAddresses } from "../product/addresses.ts";
import { AppLink } from "../routing/link.tsx";
import { useProduct } from "../product/product.tsx";
import classes from "./bell.module.css";
import { useInboxNews } from "./use-inbox-news.ts";

export function Bell() {
  const { backend, person } = useProduct();
  const say = usePeopleSay();
  useInboxNews();
  const { data: unread = 0 } = useQuery({
    queryKey: ["inbox", "unread", person?.id ?? null],
    queryFn: async () => {
      // A user who has just signed out is still shown for a moment; without a session there is no inbox to fetch.
      const session = await backend.accounts.session();
      if (session?.user.id !== person?.id) return 0;
      return dataOf<number>(await backend.rpc("my_unread", {}, { get: true }));
    },
    ...watched(backend, []),
  });
  const count = unread > 99 ? "99+" : String(unread);
  return (
    <AppLink to={accountAddresses.inbox} className={classes["bell"] ?? ""}>
      <IconBell size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes["word"]}>{say("inbox")}</span>
      {unread > 0 && (
        <>
          {" "}
          <span className={classes["count"]}>{count}</span> <span className={classes["unseen"]}>{say("unread")}</span>
        </>
      )}
    </AppLink>
  );
}
