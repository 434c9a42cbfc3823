// Whether the product is well, asked again every ten seconds.
import { useQuery } from "@tanstack/react-query";
import type { HealthView } from "@writ/server/response-types";
import { getJson } from "../api.ts";

export const useHealth = () =>
  useQuery({ queryKey: ["health"], queryFn: async () => getJson<HealthView>("health"), refetchInterval: 10_000 });
