// What the document leaves open, in its own words; all there is to see where it shows no screen.
import type { Application } from "@writ/language/product";
import { NotShown } from "../../kit/not-shown.tsx";

export function Gaps({ application }: { readonly application: Application }) {
  return (
    <main className="narrow" style={{ margin: "0 auto", padding: "40px 16px 64px" }}>
      <h1 style={{ fontSize: "1.25rem", lineHeight: 1.3, marginBottom: 24, fontWeight: 600 }}>{application.title}</h1>
      <ul style={{ display: "flex", flexDirection: "column", gap: 12 }}>
        {application.gaps.map(({ address, title, explanation }) => (
          <li key={address}>
            <NotShown title={title}>
              <p>not shown. {explanation}</p>
            </NotShown>
          </li>
        ))}
      </ul>
    </main>
  );
}
