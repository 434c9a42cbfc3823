// The biller says which plan an organisation has: `{ "organisation": "its slug", "plan": "paid" }`, signed.
import type { Code } from "./types.ts";

export const call: Code<"paid"> = async ({ input, system }) => {
  const { organisation: slug, plan } = input;
  if (typeof slug !== "string" || (plan !== "free" && plan !== "paid"))
    throw new Error("this is no plan of an organisation");
  const [organisation] = await system.organisation.find({ slug });
  // The biller tries again, and whoever looks after the product sees why.
  if (organisation === undefined) throw new Error("there is no such organisation");
  if (organisation.plan !== plan) await system.organisation.set(organisation, { plan });
};
