// Where an import is: its step, its file, its columns; and what each button does about it.
import type { ImportLook, ImportReport } from "@writ/server/response-types";
import { useEffect, useRef, useState } from "react";
import { look, run, type How, type Mode, type Result, type Server } from "./ask-import.ts";
import { lookIn, reportIn, type Word } from "./in-words.ts";
import { planOf, queryOf, type Plan } from "./plan.ts";
import type { Progress } from "./under-way.tsx";

type Step =
  | { readonly is: "file"; readonly failure?: unknown; readonly reading?: string }
  | { readonly is: "columns" }
  | { readonly is: "under way"; readonly mode: Mode; readonly how: How; readonly progress: Progress | undefined }
  | { readonly is: "checked"; readonly report: ImportReport }
  | { readonly is: "stopped"; readonly mode: Mode; readonly how: How; readonly failure: unknown }
  | { readonly is: "ended"; readonly result: Result };

type Chosen = { readonly file: File; readonly look: ImportLook };

export type Import = {
  readonly step: Step;
  readonly chosen: Chosen | undefined;
  readonly plan: Plan;
  readonly setPlan: (plan: Plan) => void;
  readonly toFile: () => void;
  readonly toColumns: () => void;
  readonly choose: (file: File) => Promise<void>;
  readonly start: (mode: Mode, how: How) => Promise<void>;
  readonly cancel: (mode: Mode) => void;
  /** From where it has stopped. */
  readonly back: (mode: Mode) => void;
};

export function useImport(server: Server, word: Word): Import {
  const [step, setStep] = useState<Step>({ is: "file" });
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const [plan, setPlan] = useState<Plan>({ fields: [], updateBy: "" });
  const [report, setReport] = useState<ImportReport | undefined>(undefined);
  const waiting = useRef<AbortController>(undefined);
  // No one waits for it any more, which ends the import.
  useEffect(() => () => waiting.current?.abort(), []);
  const begin = (): AbortSignal => {
    waiting.current?.abort();
    waiting.current = new AbortController();
    return waiting.current.signal;
  };

  const choose = async (file: File) => {
    const signal = begin();
    setStep({ is: "file", reading: file.name });
    try {
      const found = lookIn(word, await look(server, file, signal));
      setChosen({ file, look: found });
      setPlan(planOf(found));
      setStep({ is: "columns" });
    } catch (failure) {
      if (!signal.aborted) setStep({ is: "file", failure });
    }
  };
  const start = async (mode: Mode, how: How) => {
    if (chosen === undefined) return;
    const signal = begin();
    setStep({ is: "under way", mode, how, progress: undefined });
    const query = queryOf(chosen.look, plan);
    const onProgress = (done: number, all: number) => {
      if (!signal.aborted) setStep({ is: "under way", mode, how, progress: { done, all } });
    };
    try {
      const answer = await run(server, { file: chosen.file, query, mode, how, signal, onProgress });
      const result = { ...answer, report: reportIn(word, answer.report) };
      if (mode === "dry_run") setReport(result.report);
      setStep(mode === "dry_run" ? { is: "checked", report: result.report } : { is: "ended", result });
    } catch (failure) {
      if (!signal.aborted) setStep({ is: "stopped", mode, how, failure });
    }
  };
  const toColumns = () => setStep({ is: "columns" });
  return {
    step,
    chosen,
    plan,
    setPlan,
    toFile: () => setStep({ is: "file" }),
    toColumns,
    choose,
    start,
    cancel: (mode) => {
      waiting.current?.abort();
      const { done = 0, all = 1 } = (step.is === "under way" && step.progress) || {};
      // All rows were written: whether they are kept is decided at this moment.
      const failure = mode === "all_or_nothing" && done === all ? new Error("unknown") : undefined;
      if (mode === "dry_run") toColumns();
      else setStep({ is: "stopped", mode, how: step.is === "under way" ? step.how : "new", failure });
    },
    back: (mode) => {
      if (mode === "dry_run" || report === undefined) toColumns();
      else setStep({ is: "checked", report });
    },
  };
}
