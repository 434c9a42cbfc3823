// What stands around the pages of accounts: one thing at a time, in the middle, with a way back.
import type { ReactNode } from "react";
import { useProduct } from "../session/product.tsx";
import { AppLink } from "../routing/link.tsx";

export function AccountFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { application } = useProduct();
  return (
    <main style={{ minHeight: "100dvh", display: "grid", placeItems: "center", padding: 16 }}>
      <div style={{ width: "min(380px, 100%)", display: "flex", flexDirection: "column", gap: 20 }}>
        <AppLink to="/" style={{ color: "var(--quiet)" }}>
          {application.title}
        </AppLink>
        <h1 style={{ fontSize: "1.25rem", fontWeight: 600 }}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
