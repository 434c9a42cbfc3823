// Keys, each with what it does.

export function KeyTable({ keys }: { readonly keys: readonly (readonly [key: string, does: string])[] }) {
  return (
    <dl style={{ display: "grid", gridTemplateColumns: "max-content 1fr", gap: "8px 24px" }}>
      {keys.map(([key, does]) => (
        <div key={key} style={{ display: "contents" }}>
          <dt>
            <kbd className="figures">{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
