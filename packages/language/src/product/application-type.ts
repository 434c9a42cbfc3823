// What kind of value a field of a form takes, with its limits and its choices.
export type Choice = { readonly id: string; readonly label: string };

export type ApplicationType =
  | {
      readonly kind: "text" | "long text" | "Markdown text";
      readonly upTo?: number;
      readonly matching?: string;
      /** What it matches, for people. */
      readonly example?: string;
    }
  | {
      readonly kind: "number" | "integer" | "percent" | "money";
      readonly scale: number;
      /** Exact decimals. */
      readonly from?: string;
      readonly to?: string;
    }
  | {
      readonly kind: "date" | "datetime" | "time" | "duration" | "yes/no" | "email" | "url" | "phone" | "code";
    }
  | { readonly kind: "one of" | "several of"; readonly choices: readonly Choice[] }
  | { readonly kind: "state"; readonly choices: readonly (Choice & { readonly stage: "start" | "middle" | "end" })[] }
  | {
      readonly kind: "files";
      /** Whether the value is a list. */
      readonly many: boolean;
      /** How many there may be; undefined where no number is given. */
      readonly count?: number;
      readonly bytes?: number;
      readonly isPicture: boolean;
      readonly extensions: readonly string[];
      /** As the server takes them. */
      readonly types?: readonly string[];
    }
  | { readonly kind: "reference"; readonly entity: string; readonly belongs: boolean; readonly among?: string }
  | { readonly kind: "several"; readonly entity: string; readonly among?: string }
  /** No column holds it, and nothing can be typed in. */
  | { readonly kind: "not shown" }
  | { readonly kind: "list"; readonly entity: string; readonly via: string };
