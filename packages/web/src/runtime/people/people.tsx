// People and their roles, for a user who may assign one: found by name, address or role; given and taken where they stand.
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../../kit/failure.tsx";
import { RowSkeletons } from "../../kit/skeletons.tsx";
import { usePeopleSay } from "../product/use-people-say.ts";
import { dataOf } from "../data/rows.ts";
import { useSignedInPage } from "../shell/use-signed-in-page.ts";
import { useAddressSearch } from "../routing/use-go.ts";
import { NoSuchPage } from "../gaps/no-such-page.tsx";
import { useProduct } from "../product/product.tsx";
import { assignableBy } from "../product/rights.ts";
import { Shell } from "../shell/shell.tsx";
import { PersonLine, type PersonOfRoles } from "./person-line.tsx";
import classes from "./people.module.css";
import { useThings } from "./things.ts";

/** As many as the database gives at once. */
const pageSize = 50;

export function People() {
  const product = useProduct();
  const say = usePeopleSay();
  if (!useSignedInPage(say("people"))) return null;
  return (
    <Shell>
      {assignableBy(product).length === 0 ? (
        <NoSuchPage />
      ) : (
        <div className={classes["page"]}>
          <div className="page-head">
            <h1>{say("people")}</h1>
          </div>
          <p className="quiet" style={{ marginBottom: 16 }}>
            {say("peopleText")}
          </p>
          <PeopleList />
        </div>
      )}
    </Shell>
  );
}

function PeopleList() {
  const { application, backend, person, say: sayCore, word } = useProduct();
  const say = usePeopleSay();
  const [search, setSearch] = useAddressSearch();
  const [typed, setTyped] = useState(search["q"] ?? "");
  const tell = useDebouncedCallback((q: string) => setSearch({ q }), 250);
  const [words, role] = [search["q"] ?? "", search["role"] ?? ""];
  const pages = useInfiniteQuery({
    queryKey: ["people", words, role, person?.id ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const asked = {
        search: words,
        ...(role === "" ? {} : { role }),
        ...(pageParam === undefined ? {} : { after: pageParam.name ?? "", after_id: pageParam.id }),
      };
      return dataOf<readonly PersonOfRoles[]>(
        await backend.rpc("people_of_roles", asked, { get: true }).abortSignal(signal),
      );
    },
    initialPageParam: undefined as PersonOfRoles | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
  });
  const people = pages.data?.pages.flat() ?? [];
  const held = application.roles.filter(
    ({ heldBy, byRows, assignedBy }) => heldBy === "some" && (!byRows || assignedBy.length > 0),
  );
  const things = useThings(people);
  return (
    <>
      <div className={classes["tools"]}>
        <TextInput
          data-list-search
          type="search"
          className={classes["search"] ?? ""}
          aria-label={say("searchPeople")}
          placeholder={say("searchPeople")}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            tell(event.currentTarget.value);
          }}
        />
        <NativeSelect
          aria-label={say("byRole")}
          value={role}
          onChange={(event) => setSearch({ role: event.currentTarget.value })}
          data={[
            { value: "", label: say("anyRole") },
            ...held.map(({ id, label }) => ({ value: id, label: word(label) })),
          ]}
        />
      </div>
      {pages.error !== null && pages.data === undefined ? (
        <Failure say={sayCore} error={pages.error} onRetry={() => void pages.refetch()} />
      ) : pages.data === undefined ? (
        <div role="status" aria-label={sayCore("loading")}>
          <RowSkeletons count={8} />
        </div>
      ) : people.length === 0 ? (
        <p className="face">{say("nobodyFits")}</p>
      ) : (
        <>
          <ul className={classes["list"]}>
            {people.map((one) => (
              <PersonLine key={one.id} person={one} things={things} />
            ))}
          </ul>
          <div className={classes["end"]}>
            <span className="quiet figures" role="status">
              {say("peopleShown", { count: people.length })}
              {pages.hasNextPage ? " …" : ""}
            </span>
            {pages.hasNextPage && (
              <Button
                variant="default"
                size="xs"
                loading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {say("morePeople")}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}
