// What is to be done when: open issues by the month in which they are due, and a way to move them.
import { Button, Empty, Failure, Head, Loading, Menu, screen, ScreenLink, State, useWords } from "writ/screen";
import classes from "./roadmap.module.css";

const { useRows, useChange, useRoute } = screen("roadmap");

const monthsAhead = 5;

export default function Roadmap() {
  const { organisation } = useRoute();
  const { locale } = useWords();
  const { change } = useChange();
  const { rows, failure, reload } = useRows("issue", (issues) =>
    issues
      .select("id, number, title, state, due_on, project!inner(id, key, name, organisation, archived)")
      .eq("project.organisation", organisation.id)
      .eq("project.archived", false)
      .neq("state", "done")
      .order("due_on", { nullsFirst: false })
      .limit(500),
  );
  if (failure !== undefined && rows === undefined) return <Failure error={failure} onRetry={reload} />;
  const months = nextMonths(monthsAhead);
  const place = (due: string | null) => {
    if (due === null) return "later";
    const month = due.slice(0, 7);
    if (month < (months[0] ?? "")) return "late";
    return months.includes(month) ? month : "later";
  };
  const columns = ["late", ...months, "later"].map((id) => ({
    id,
    name: id === "late" ? "Late" : id === "later" ? "Later, or not said" : monthName(id, locale),
    issues: (rows ?? []).filter((issue) => place(issue.due_on) === id),
  }));
  return (
    <>
      <Head />
      {rows === undefined ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Empty>
          <p>Nothing is open.</p>
        </Empty>
      ) : (
        <ol className={classes["months"]}>
          {columns
            .filter(({ id, issues }) => issues.length > 0 || months.includes(id))
            .map(({ id, name, issues }) => (
              <li key={id} data-late={id === "late" || undefined}>
                <h2>
                  {name} <small>{issues.length}</small>
                </h2>
                <ul>
                  {issues.map((issue) => (
                    <li key={issue.id}>
                      <p>
                        <ScreenLink to="issue" rows={{ organisation, project: issue.project, issue }}>
                          {issue.project.key}-{issue.number} {issue.title}
                        </ScreenLink>
                      </p>
                      <div>
                        <State entity="issue" value={issue.state} />
                        <Menu position="bottom-end">
                          <Menu.Target>
                            <Button variant="subtle" size="compact-xs" aria-label={`Move ${issue.title}`}>
                              Move
                            </Button>
                          </Menu.Target>
                          <Menu.Dropdown>
                            {months.map((month) => (
                              <Menu.Item
                                key={month}
                                disabled={month === id}
                                onClick={() =>
                                  void change((db) =>
                                    db
                                      .from("issue")
                                      .update({ due_on: lastDay(month) })
                                      .eq("id", issue.id)
                                      .select()
                                      .single(),
                                  )
                                }
                              >
                                {monthName(month, locale)}
                              </Menu.Item>
                            ))}
                          </Menu.Dropdown>
                        </Menu>
                      </div>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
        </ol>
      )}
    </>
  );
}

/** `2026-11`, and those that follow. */
function nextMonths(count: number): readonly string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, ahead) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() + ahead)).toISOString().slice(0, 7),
  );
}

const monthName = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-01`));

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
