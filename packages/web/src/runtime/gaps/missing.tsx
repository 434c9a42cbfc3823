// What is not shown, at the place where it would be: each gap as one sentence, in the reader's language.
import { NotShown } from "../../kit/not-shown.tsx";
import { useProduct, type Product } from "../product/product.tsx";

/** `of`: addresses of gaps. Gaps that are hidden from this reader are left out. */
export const missingWords = (of: readonly string[], { application, language }: Product): readonly string[] =>
  of.flatMap((address) => {
    const gap = application.gaps.find((one) => one.address === address);
    return gap === undefined ? [] : [gap.said[language] ?? gap.said[""] ?? ""];
  });

type MissingProps = { readonly of: readonly string[]; readonly title?: string };

export function Missing({ of, title }: MissingProps) {
  const product = useProduct();
  const said = missingWords(of, product);
  if (said.length === 0 && title === undefined) return null;
  return (
    <NotShown title={title}>
      {said.length === 0 ? <p>{product.say("notShownText")}</p> : said.map((one) => <p key={one}>{one}</p>)}
    </NotShown>
  );
}
