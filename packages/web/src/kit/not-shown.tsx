// Where the document says nothing: a quiet box in the place of the thing, in the document's words. Never an error, never a guess.
type NotShownProps = { readonly title?: string | undefined; readonly children?: React.ReactNode };

export function NotShown({ title, children }: NotShownProps) {
  return (
    <div className="not-shown">
      {title !== undefined && <strong>{title}</strong>}
      {children}
    </div>
  );
}
