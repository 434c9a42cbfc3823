// In which language a user is spoken to, and by which clock: kept with the account, so that mails follow it too.
import { NativeSelect, Select } from "@mantine/core";
import { useState } from "react";
import { notify } from "../../../kit/notify.ts";
import { useProduct } from "../../product/product.tsx";
import { wordsOfRefusal } from "../refusals.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { Part } from "./own-page.tsx";
import classes from "./own.module.css";

/** A value that no time zone has. */
const asDocument = "";

export function SpeakingPart() {
  const { application, backend, language, timeZone, setLanguage, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const [zone, setZone] = useState(timeZone === application.timeZone ? asDocument : timeZone);
  // Where the document has a field for it, that field is the place.
  const hasLanguage =
    application.languages.length > 1 && application.entities["user"]?.fields["language"] === undefined;
  const keep = async (data: Readonly<Record<string, unknown>>) => {
    const { error } = await backend.auth.updateUser({ data });
    if (error === null) notify(sayCore("saved"));
    else notify(wordsOfRefusal(error, say), "wrong");
  };
  return (
    <Part
      title={say(hasLanguage ? "languageAndTime" : "timeZone")}
      what={say(hasLanguage ? "speakingText" : "timeZoneText")}
    >
      <div className={classes["wide"]} style={{ display: "flex", flexDirection: "column", gap: 16 }}>
        {hasLanguage && (
          <NativeSelect
            label={sayCore("language")}
            value={language}
            onChange={(event) => {
              const wanted = event.currentTarget.value;
              setLanguage(wanted);
              void keep({ language: wanted });
            }}
            data={application.languages.map((one) => ({
              value: one,
              label: new Intl.DisplayNames([one], { type: "language" }).of(one) ?? one,
            }))}
          />
        )}
        <Select
          label={say("timeZone")}
          searchable
          allowDeselect={false}
          nothingFoundMessage={sayCore("nothingFound")}
          limit={60}
          value={zone}
          data={[
            { value: asDocument, label: say("zoneOfProduct", { zone: named(application.timeZone) }) },
            ...Intl.supportedValuesOf("timeZone").map((one) => ({ value: one, label: named(one) })),
          ]}
          onChange={(wanted) => {
            setZone(wanted ?? asDocument);
            void keep({ time_zone: wanted === null || wanted === asDocument ? null : wanted });
          }}
        />
      </div>
    </Part>
  );
}

const named = (zone: string): string => zone.replaceAll("_", " ");
