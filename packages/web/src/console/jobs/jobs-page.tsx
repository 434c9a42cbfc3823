// Jobs: schedules with their last and next run, timers that failed, and what waits in the outbox, failed or is done.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { JobsView } from "@writ/server/response-types";
import { Notices } from "../../kit/notices.tsx";
import { getJson } from "../api.ts";
import { Faces } from "../faces.tsx";
import { addressOf, go, useRoute } from "../route.tsx";
import { Calls } from "./calls.tsx";
import { Outbox, type JobChoice } from "./outbox.tsx";
import { Schedules } from "./schedules.tsx";
import { Timers } from "./timers.tsx";
import { useAct } from "./use-act.ts";

const names = ["fate", "kind", "text"] as const;

export function JobsPage() {
  const { search } = useRoute();
  const choice = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as JobChoice;
  const jobs = useQuery({
    queryKey: ["jobs", choice],
    queryFn: async () => getJson<JobsView>("jobs", choice),
    refetchInterval: 2000,
    placeholderData: keepPreviousData,
  });
  const { mutate: act } = useAct("jobs");
  return (
    <>
      <div className="page-head">
        <h1>Jobs</h1>
      </div>
      <Faces of={jobs}>
        {(told) => (
          <>
            <Outbox
              told={told}
              choice={choice}
              choose={(change) => go(addressOf("jobs", { ...choice, ...change }), true)}
              act={act}
            />
            <Schedules schedules={told.schedules} act={act} />
            <Calls calls={told.calls} />
            <Timers timers={told.timers} nextTimer={told.nextTimer} act={act} />
          </>
        )}
      </Faces>
      <Notices />
    </>
  );
}
