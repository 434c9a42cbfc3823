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
              Connections: {told.sockets}. Networks: {told.networks}. Channels: {told.channels}.
            </p>
            <Feed told={told} />
            <h2 className={classes["part"]}>Connections</h2>
            {told.connections.length === 0 ? (
              <Empty title="No connections">
                <p>A page connects as soon as it shows rows that can change.</p>
              </Empty>
            ) : (
              <Table label="Connections" heads={["User", "Network", "Connected", "Last active", "Channels", "Unsent"]}>
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
            {told.sockets > told.connections.length && (
              <p className="quiet">Showing the busiest of {told.sockets} connections.</p>
            )}
            {told.topics.length > 0 && (
              <>
                <h2 className={classes["part"]}>Channels</h2>
                <Table label="Channels" heads={["Topic", "Access", "Subscribers", "Present"]}>
                  {told.topics.map(({ name, isPrivate, members, present, people }) => (
                    <tr key={`${isPrivate} ${name}`}>
                      <td className="breaks">{name}</td>
                      <td>{isPrivate ? "private" : "public"}</td>
                      <td className="figures">{members}</td>
                      <td className="breaks">
                        {present === 0 ? "" : `${present}${people.length > 0 ? `: ${people.join(", ")}` : ""}`}
                      </td>
                    </tr>
                  ))}
                </Table>
                {told.topicCount > told.topics.length && (
                  <p className="quiet">Showing the largest of {told.topicCount} channels.</p>
                )}
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
      <h2 className={classes["part"]}>Row changes</h2>
      {lacking !== null ? (
        <p className="wrong">{lacking}.</p>
      ) : slot === null ? (
        <p className="quiet">There are no connections, so the database retains no changes.</p>
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
    ["Lag", lagBytes === null ? "unknown" : bytesOf(lagBytes)],
    ["Read, not sent yet", bytesOf(waitingBytes)],
    [
      "Retained on disk",
      `${keptBytes === null ? "unknown" : bytesOf(keptBytes)}${status === null ? "" : ` (${status})`}`,
    ],
    ...(leftBytes === null ? [] : [["Space left until the slot is lost", bytesOf(leftBytes)] as const]),
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
