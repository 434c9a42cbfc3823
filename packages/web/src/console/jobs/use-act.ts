// What an operator does with a job, a timer, a schedule or a mail: sent, told, and shown as it is afterwards.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notify } from "../../kit/notify.ts";
import { postJson } from "../api.ts";

export type Act = { readonly name: string; readonly body: object; readonly told: string };

export function useAct(key: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, body }: Act) => postJson(name, body),
    onSuccess: async (_, { told }) => {
      notify(told);
      await queries.invalidateQueries({ queryKey: [key] });
      await queries.invalidateQueries({ queryKey: ["health"] });
    },
    onError: (failure) => notify(failure.message, "wrong"),
  });
}

export const retrying = (body: object): Act => ({ name: "retry", body, told: "Retrying now." });
export const dismissing = (job: string): Act => ({ name: "dismiss", body: { job }, told: "Dismissed." });
