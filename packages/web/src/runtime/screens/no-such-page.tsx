// An address at which there is nothing, or nothing for this person: both say the same, so that neither tells anything.
import { useProduct } from "../session/product.tsx";
import { AppLink } from "../routing/link.tsx";

export function NoSuchPage() {
  const { say } = useProduct();
  return (
    <div className="face">
      <h1>{say("noSuchPage")}</h1>
      <p>{say("noSuchPageText")}</p>
      <AppLink to="/">{say("home")}</AppLink>
    </div>
  );
}
