// Live: who is connected, what they listen to, who is there, and how far the feed of changes is behind the database.
import { useQuery } from "@tanstack/react-query";
import type { LiveView, SlotView } from "@writ/server/response-types";
import { getJson } from "./api.ts";
import { bytesOf } from "./bytes-of.ts";
import { Empty, Faces, momentOf } from "./faces.tsx";
import { Table } from "./table.tsx";
import classes from "./console.module.css";

export function LivePage() {
  const live = useQuery({ queryKey: ["live"], queryFn: async () => getJson<LiveView>("live"), refetchInterval: 2000 });
  return (
    <>
      <div className="page-head">
        <h1>Live</h1>
      </div>
      <Faces of={live}>
        {(told) => (
          <>
            <p>
              Connections: {told.sockets}. Networks that they come from: {told.networks}. Channels: {told.channels}.
            </p>
            <Feed told={told} />
            <h2 className={classes["part"]}>Connections</h2>
            {told.connections.length === 0 ? (
              <Empty title="Nobody is connected">
                <p>Pages that show rows which change connect by themselves.</p>
              </Empty>
            ) : (
              <Table label="Connections" heads={["Who", "From", "Since", "Last heard", "Channels", "Not fetched yet"]}>
                {told.connections.map(({ people, network, since, heardAt, channels, waitingBytes }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- A connection has no name, and its row no state.
                  <tr key={index}>
                    <td className="breaks">{people.join(", ") || <span className="quiet">on no channel</span>}</td>
                    <td className="figures breaks">{network}</td>
                    <td className="figures">{momentOf(since)}</td>
                    <td className="figures">{momentOf(heardAt)}</td>
                    <td className="figures">{channels}</td>
                    <td className="figures">{bytesOf(waitingBytes)}</td>
                  </tr>
                ))}
              </Table>
            )}
            {told.sockets > told.connections.length && <p className="quiet">The busiest of {told.sockets}.</p>}
            {told.topics.length > 0 && (
              <>
                <h2 className={classes["part"]}>Channels</h2>
                <Table label="Channels" heads={["Topic", "For", "On it", "There"]}>
                  {told.topics.map(({ name, isPrivate, members, present, people }) => (
                    <tr key={`${isPrivate} ${name}`}>
                      <td className="breaks">{name}</td>
                      <td>{isPrivate ? "whom policies let in" : "everybody with a key"}</td>
                      <td className="figures">{members}</td>
                      <td className="breaks">
                        {present === 0 ? "" : `${present}${people.length > 0 ? `: ${people.join(", ")}` : ""}`}
                      </td>
                    </tr>
                  ))}
                </Table>
                {told.topicCount > told.topics.length && <p className="quiet">The largest of {told.topicCount}.</p>}
              </>
            )}
          </>
        )}
      </Faces>
    </>
  );
}

function Feed({ told: { lacking, slot, subscriptions, waitingBytes } }: { readonly told: LiveView }) {
  return (
    <>
      <h2 className={classes["part"]}>Changes of rows</h2>
      {lacking !== null ? (
        <p className="wrong">{lacking}.</p>
      ) : slot === null ? (
        <p className="quiet">Nobody is connected, so that the database keeps nothing for anybody.</p>
      ) : (
        <Slot slot={slot} waitingBytes={waitingBytes} />
      )}
      {subscriptions.length > 0 && (
        <ul className={classes["roles"]} aria-label="Subscriptions">
          {subscriptions.map(({ table, count }) => (
            <li key={table} className={classes["role"]}>
              {table ?? "every table"}: {count}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Slot({
  slot: { name, isActive, status, reason, lagBytes, keptBytes, leftBytes },
  waitingBytes,
}: {
  readonly slot: SlotView;
  readonly waitingBytes: number;
}) {
  const facts: readonly (readonly [string, string])[] = [
    ["Slot", `${name}, ${isActive ? "in use" : "not in use"}${reason === null ? "" : `, lost: ${reason}`}`],
    ["Behind", lagBytes === null ? "not known" : bytesOf(lagBytes)],
    ["Read and not told yet", bytesOf(waitingBytes)],
    [
      "Kept on disk for it",
      `${keptBytes === null ? "not known" : bytesOf(keptBytes)}${status === null ? "" : ` (${status})`}`,
    ],
    ...(leftBytes === null ? [] : [["Room until it is given up", bytesOf(leftBytes)] as const]),
  ];
  return (
    <dl className={classes["facts"]}>
      {facts.map(([term, said]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="breaks figures">{said}</dd>
        </div>
      ))}
    </dl>
  );
}
