// What a cell of the matrix of permissions grants, and what its words mean.
import classes from "./console.module.css";

export function Grant({ grant, means }: { readonly grant: string; readonly means: readonly string[] }) {
  return (
    <>
      <span className={classes["grant"]} data-grant={grant === "yes" || grant === "no" ? grant : "some"}>
        {grant}
      </span>
      {means.map((one) => (
        <p key={one} className={classes["means"]}>
          {one}
        </p>
      ))}
    </>
  );
}
