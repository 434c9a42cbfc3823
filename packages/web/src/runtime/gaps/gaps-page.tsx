// What the document leaves open, in its own words; all there is to see where it shows no screen.
import type { Application } from "@writ/language/product";
import { NotShown } from "../../kit/not-shown.tsx";
import { useProduct } from "../product/product.tsx";
import { languageOf } from "../../words/say.ts";

export function Gaps({ application }: { readonly application: Application }) {
  return (
    <main className="narrow" style={{ margin: "0 auto", padding: "40px 16px 64px" }}>
      <h1 style={{ fontSize: "1.25rem", lineHeight: 1.3, marginBottom: 24, fontWeight: 600 }}>{application.title}</h1>
      <GapList application={application} language={languageOf(application, navigator.languages)} />
    </main>
  );
}

/** Within the product: the gaps of the parts that this reader sees. */
export function GapsPage() {
  const { application, language, say } = useProduct();
  return (
    <>
      <div className="page-head">
        <h1>{say("gaps")}</h1>
      </div>
      <GapList application={application} language={language} />
    </>
  );
}

function GapList({ application, language }: { readonly application: Application; readonly language: string }) {
  return (
    <ul style={{ display: "flex", flexDirection: "column", gap: 12 }}>
      {application.gaps.map(({ address, title, said }) => (
        <li key={address}>
          <NotShown title={title[language] ?? title[""]}>
            <p>{said[language] ?? said[""]}</p>
          </NotShown>
        </li>
      ))}
    </ul>
  );
}
