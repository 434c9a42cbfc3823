// Where an account is open, and ending it elsewhere.
import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../../kit/failure.tsx";
import { notify } from "../../../kit/notify.ts";
import { RowSkeletons } from "../../../kit/skeletons.tsx";
import { formatMoment } from "../../values/time.ts";
import { useProduct } from "../../product/product.tsx";
import { useSending } from "../ask-form.tsx";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { askAccounts, problemOf } from "./ask-accounts.ts";
import { deviceOf } from "./device-name.ts";
import { Part } from "./own-page.tsx";
import classes from "./own.module.css";

type Device = {
  readonly id: string;
  readonly created_at: string;
  readonly refreshed_at: string;
  readonly user_agent: string | null;
  readonly ip: string | null;
  readonly is_this: boolean;
};

/** The query to refetch when another component ends a session. */
export const devicesKey = ["devices"] as const;

export function DevicesPart() {
  const { backend, locale, timeZone, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const { error, run, isWorking } = useSending();
  const devices = useQuery({
    queryKey: devicesKey,
    queryFn: async () =>
      (await askAccounts<{ readonly sessions: readonly Device[] }>(backend, "GET", "/user/sessions")).sessions,
  });
  const end = async (id?: string) => {
    const done = await run(async () => {
      if (id === undefined) return (await backend.auth.signOut({ scope: "others" })).error;
      return askAccounts(backend, "DELETE", `/user/sessions/${id}`).then(() => null, problemOf);
    });
    if (!done) return;
    notify(say("signedOutThere"));
    await devices.refetch();
  };
  return (
    <Part title={say("devices")} what={say("devicesText")}>
      {devices.error !== null && devices.data === undefined && (
        <Failure say={sayCore} error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {devices.data === undefined && devices.error === null && <RowSkeletons count={2} />}
      {devices.data !== undefined && (
        <ul className={classes["rows"]}>
          {devices.data.map((device) => {
            const { isPhone, browser, system } = deviceOf(device.user_agent);
            const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
            const name = browser === "" ? say("deviceUnknown") : say("deviceName", { browser, system });
            return (
              <li key={device.id} className={classes["row"]}>
                <Icon size={20} aria-hidden="true" />
                <div>
                  <p>
                    {name}
                    {device.is_this && <span className="quiet"> · {say("thisDevice")}</span>}
                  </p>
                  <p className="quiet figures">
                    {[
                      say("lastSeen", { when: formatMoment(Date.parse(device.refreshed_at), locale, timeZone) }),
                      device.ip,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                </div>
                {!device.is_this && (
                  <Button
                    variant="default"
                    size="xs"
                    loading={isWorking}
                    aria-label={say("signOutOf", { name })}
                    onClick={() => void end(device.id)}
                  >
                    {sayCore("signOut")}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {error !== "" && (
        <p role="alert" className="wrong">
          {error}
        </p>
      )}
      {(devices.data?.length ?? 0) > 1 && (
        <Button variant="default" loading={isWorking} onClick={() => void end()}>
          {say("signOutOthers")}
        </Button>
      )}
    </Part>
  );
}
